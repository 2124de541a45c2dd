"""The query parameters of lists of games."""

from typing import Annotated, Literal

from litestar.params import QueryParameter

Status = Annotated[
    Literal["open", "running", "ended", "abandoned"] | None, QueryParameter(description="Games of this status only.")
]
Title = Annotated[str | None, QueryParameter(description="Games of this title only, such as `giganten`.")]
Player = Annotated[str | None, QueryParameter(description="Games in which this player, or bot, has a seat.")]
Owner = Annotated[str | None, QueryParameter(description="Games that this player opened.")]
Since = Annotated[
    str | None, QueryParameter(format="date-time", description="Games opened at this time or later (RFC 3339).")
]
Until = Annotated[
    str | None, QueryParameter(format="date-time", description="Games opened before this time (RFC 3339).")
]
Order = Annotated[Literal["asc", "desc"], QueryParameter(description="`desc`: newest first. `asc`: oldest first.")]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many at the most.")]
Cursor = Annotated[str | None, QueryParameter(description="The `next` of the page before.")]
