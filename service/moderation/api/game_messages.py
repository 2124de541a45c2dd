"""The bodies of requests and replies about games, tournaments, texts and rating periods."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.core.http.messages import TIME, UUID, GameId, Moment, Reply, RequestBody
from service.moderation.api.messages import ActsReply, Reason

GameAction: TypeAlias = Annotated[
    Literal["close", "withhold", "show", "void_result", "restore_result"],
    Meta(
        description="`close`: cancel a game that has not started. Operators only: `withhold` a game from public view, "
        "and `show` it again; let its result count for no rating (`void_result`), or again (`restore_result`)."
    ),
]


class GameActRequest(RequestBody, frozen=True):
    """An act about a game."""

    type: GameAction
    reason: Reason


class ModeratedGame(Reply, frozen=True):
    """What moderators have decided about a game."""

    id: GameId
    ruleset: Annotated[str, Meta(description="The title.")]
    status: Annotated[
        Literal["open", "running", "ended", "abandoned"], Meta(description="The status, as in the game itself.")
    ]
    owner: Annotated[str, Meta(description="The id of the owner.")]
    withheld: Annotated[bool, Meta(description="Whether only its players, its owner and operators see the game.")]
    voided: Annotated[bool, Meta(description="Whether its result counts for no rating, by an act about this game.")]
    acts: Annotated[ActsReply, Meta(description="The last acts about the game.")]


class ModeratedTournament(Reply, frozen=True):
    """What moderators have done about a tournament."""

    id: Annotated[str, Meta(description="The id of the tournament, a UUID.", extra=UUID)]
    name: Annotated[str, Meta(description="Its name.")]
    ruleset: Annotated[str, Meta(description="The title.")]
    status: Annotated[
        Literal["registration", "running", "ended", "cancelled"],
        Meta(description="The status, as in the tournament itself."),
    ]
    owner: Annotated[str, Meta(description="The id of the owner.")]
    acts: Annotated[ActsReply, Meta(description="The last acts about the tournament.")]


class TextReply(Reply, frozen=True):
    """A message of a player."""

    id: Annotated[str, Meta(description="The id of the message, a UUID.", extra=UUID)]
    topic: Annotated[str, Meta(description="The game or tournament: its path below /v1, such as `games/…`.")]
    room: Annotated[Literal["table", "spectators"], Meta(description="Where it was written.")]
    at: Moment
    text: Annotated[str, Meta(description="The text.")]


class TextsReply(Reply, frozen=True):
    """The last messages of a player."""

    items: Annotated[tuple[TextReply, ...], Meta(description="At most 100, the newest first.")]


class NewVoidPeriod(RequestBody, frozen=True):
    """A time whose games are to count for no rating."""

    since: Annotated[str, Meta(description="The games that ended from this time on (RFC 3339).", extra=TIME)]
    until: Annotated[str, Meta(description="The games that ended before this time (RFC 3339).", extra=TIME)]
    reason: Reason
    ruleset: Annotated[str | None, Meta(description="Only games of this title; null: of all.")] = None


class VoidPeriodReply(Reply, frozen=True):
    """A time whose games count for no rating."""

    id: Annotated[str, Meta(description="The id of the period, a UUID.", extra=UUID)]
    since: Moment
    until: Moment
    ruleset: Annotated[str | None, Meta(description="Only games of this title; null: of all.")]


class VoidPeriods(Reply, frozen=True):
    """The times whose games count for no rating."""

    items: Annotated[tuple[VoidPeriodReply, ...], Meta(description="The periods, by their beginning.")]
    is_recomputing: Annotated[
        bool, Meta(description="Whether the ratings do not yet show the last acts: they are computed again.")
    ]
