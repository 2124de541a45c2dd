"""The fields that acts share. Requests are checked by their bounds."""

from typing import Annotated

from msgspec import Meta

MAX_PLAYER_ID = 100
MAX_REASON = 500

PlayerId = Annotated[str, Meta(max_length=MAX_PLAYER_ID, description="The id of a player.")]
OtherPlayer = Annotated[
    str, Meta(max_length=MAX_PLAYER_ID, description="The player for whom an organiser acts; null: you.")
]
Two = Annotated[tuple[PlayerId, PlayerId], Meta(description="The ids of the two players.")]
RoundNumber = Annotated[int, Meta(ge=1, le=200, description="The number of the round, from 1.")]
TableNumber = Annotated[int, Meta(ge=1, le=500, description="The number of the table, from 1.")]
Points = Annotated[
    str, Meta(max_length=21, description="Points as a fraction in lowest terms, such as `1`, `-1/2` or `3/2`.")
]
Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON,
        description="The reason, which all viewers can read. The log keeps it for ever: do not name persons.",
    ),
]
AsSubstitute = Annotated[bool, Meta(description="Whether the player is invited to join the substitutes.")]
