"""Replies of the feed of rounds."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import Moment, Reply
from service.tournaments.api.messages.fields import Round, TournamentId, TournamentVersion
from service.tournaments.round_rows import RoundEvent


class RoundLine(Reply, frozen=True):
    """A round that was paired or that is finished."""

    cursor: Annotated[str, Meta(description="The cursor of this line. Send it to continue after it.")]
    event: Annotated[
        RoundEvent,
        Meta(description="`round.paired`: the tables are published; `round.ended`: all tables have a result."),
    ]
    tournament: TournamentId
    round: Round
    version: TournamentVersion
    at: Moment


class RoundLines(Reply, frozen=True):
    """A page of rounds, oldest first."""

    items: Annotated[tuple[RoundLine, ...], Meta(description="The rounds, oldest first.")]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last one.")]
