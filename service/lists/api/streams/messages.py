"""The events of the streams of players, games and results."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import GameId, Moment, Reply, Status, Title, Version
from service.lists.api.scoreboard.messages import FinishedGame
from service.play.api.games.messages import GameRow, ShownName

EventCursor = Annotated[str, Meta(description="The cursor of this event. Send it as `cursor` to continue after it.")]


class Ready(Reply, frozen=True):
    """All earlier events were sent. Events after this cursor follow as they happen."""

    event: Annotated[Literal["ready"], Meta(description="Always `ready`.")]
    cursor: EventCursor


class PlayerEvent(Reply, frozen=True):
    """An event of your own games."""

    event: Annotated[
        Literal["asked", "invited", "started", "ended", "cancelled", "clock"],
        Meta(
            description="`asked`: a decision of yours is open; `invited`: a seat is reserved for you, or offered by a "
            "ruling; `started`: the game has started; `ended`: it is over; `cancelled`: it was cancelled before its "
            "start; `clock`: your clock has changed."
        ),
    ]
    cursor: EventCursor
    game: GameId
    ruleset: Title
    version: Version
    at: Moment
    status: Status
    seat: Annotated[int | None, Meta(description="Your seat.")]
    decision: Annotated[str | None, Meta(description="The id of the decision; null for other events than `asked`.")]
    due: Annotated[
        Moment | None,
        Meta(description="The time at which your clock runs out; null if it is stopped, or without one."),
    ]


class LobbyEvent(Reply, frozen=True):
    """A change of a game in the list of games."""

    event: Annotated[
        Literal["opened", "seat_taken", "seat_left", "seat_declined", "started", "cancelled", "ended"],
        Meta(description="What has happened. `seat_declined`: the player of a reserved seat does not want it."),
    ]
    cursor: EventCursor
    version: Version
    at: Moment
    seat: Annotated[int | None, Meta(description="The seat that was taken, left or declined, or null.")]
    player: Annotated[
        str | None, Meta(description="The id of the player who took, left or declined the seat, or null.")
    ]
    name: ShownName
    game: Annotated[GameRow, Meta(description="The game as the list shows it now, which may be later than the event.")]


class ResultEvent(FinishedGame, frozen=True, kw_only=True):
    """A new result."""

    event: Annotated[Literal["result"], Meta(description="Always `result`.")]
