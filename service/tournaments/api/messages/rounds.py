"""Replies about rounds, tables and drafts."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import GameId, Head, Moment, PlayerId, Reply
from service.tournaments.api.messages.fields import Name, Round
from service.tournaments.api.messages.formats import AnyEdit


class TableSeat(Reply, frozen=True):
    """A seat of a table."""

    seat: Annotated[int, Meta(ge=0, description="The number of the seat in the game, from 0.")]
    player: PlayerId
    name: Name


class TablePlaceReply(Reply, frozen=True):
    """The place of a player at a table."""

    player: Annotated[str, Meta(description="The id of the player, or `bot:<name>`.")]
    name: Name
    seat: Annotated[int | None, Meta(description="The seat; null in a ruling.")]
    rank: Annotated[int, Meta(ge=1, description="The rank. Equal places share one.")]
    score: Annotated[int, Meta(description="The score.")]


class TableResult(Reply, frozen=True):
    """The result of a table: that of its game, or that of a ruling."""

    by: Annotated[Literal["game", "ruling", "void"], Meta(description="Where the result comes from.")]
    places: Annotated[tuple[TablePlaceReply, ...], Meta(description="The places, best first; empty without any.")]
    left: Annotated[tuple[str, ...], Meta(description="The ids of the players who have no points of this table.")]
    version: Annotated[
        int | None, Meta(description="The last version of the game; null if no game has ended, or it is withheld.")
    ]
    head: Annotated[
        Head | None, Meta(description="The head of the log of the game; null if no game has ended, or it is withheld.")
    ]


class TableReply(Reply, frozen=True):
    """A table of a round."""

    number: Annotated[int, Meta(ge=1, description="The number of the table, from 1.")]
    game: Annotated[GameId, Meta(description="The id of the game; the nil UUID (only zeros) if the game is withheld.")]
    seats: Annotated[tuple[TableSeat, ...], Meta(description="The published players in the order of seats.")]
    forfeited: Annotated[tuple[str, ...], Meta(description="The ids of players who forfeited their seats.")]
    result: Annotated[TableResult | None, Meta(description="The result; null while it is awaited.")]
    withheld: Annotated[
        bool,
        Meta(
            description="Whether a court order or the operator has removed the game from public view. The result "
            "counts."
        ),
    ]


class ByeReply(Reply, frozen=True):
    """A player with a bye."""

    player: PlayerId
    name: Name


class RoundReply(Reply, frozen=True):
    """A published round."""

    number: Annotated[int, Meta(ge=1, description="The number of the round, from 1.")]
    edition: Annotated[int, Meta(ge=0, description="How often the round was published and withdrawn before.")]
    stage: Annotated[
        Literal["round", "knockout", "semi_final", "final"], Meta(description="The stage of the tournament.")
    ]
    status: Annotated[
        Literal["published", "playing", "closed"],
        Meta(description="`playing` from the opening of the games on, `closed` with all results."),
    ]
    published_at: Moment
    closed_at: Annotated[Moment | None, Meta(description="When the round was closed; null before.")]
    tables: Annotated[tuple[TableReply, ...], Meta(description="The tables.")]
    byes: Annotated[tuple[ByeReply, ...], Meta(description="The players with a bye.")]
    seed: Annotated[
        str,
        Meta(description="The seed of the pairing, hex. It determines the tables, so that anyone can recompute them."),
    ]
    attempt: Annotated[int, Meta(ge=0, description="Which of the draws was published, from 0.")]
    edits: Annotated[tuple[AnyEdit, ...], Meta(description="What the organiser changed in the drawn tables.")]
    cost: Annotated[
        dict[str, str],
        Meta(description="The parts of the cost of the pairing by name, as numbers; empty for a knock-out round."),
    ]


class DraftReply(Reply, frozen=True):
    """The next round as it would be published now. Only directors see it."""

    round: Round
    attempt: Annotated[int, Meta(ge=0, description="Which of the draws it is, from 0.")]
    stage: Annotated[
        Literal["round", "knockout", "semi_final", "final"], Meta(description="The stage of the tournament.")
    ]
    tables: Annotated[
        tuple[tuple[TableSeat, ...], ...], Meta(description="The tables with their players in the order of seats.")
    ]
    byes: Annotated[tuple[ByeReply, ...], Meta(description="The players with a bye.")]
    edits: Annotated[tuple[AnyEdit, ...], Meta(description="The edits.")]
    cost: Annotated[dict[str, str], Meta(description="The parts of the cost by name, and their `total`.")]
    drawn_cost: Annotated[dict[str, str], Meta(description="The cost before the edits.")]
