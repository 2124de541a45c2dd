"""The field types that replies about tournaments share."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import UUID

TournamentId = Annotated[str, Meta(description="The id of the tournament, a UUID.", extra=UUID)]
TournamentVersion = Annotated[int, Meta(ge=1, description="The version of the tournament: the number of its events.")]
Round = Annotated[int, Meta(ge=0, description="The number of a round, from 1.")]
Name = Annotated[str | None, Meta(description="The current name of the player; null for a deleted player or a bot.")]
