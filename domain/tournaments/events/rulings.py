"""The events of rulings. Each names its reason and its author; all viewers see both."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event, Value
from domain.tournaments.fields import PlayerId


class ChangedTable(Value, frozen=True):
    """The new players of a table in the order of their seats, and the id of its new game."""

    table: int
    players: tuple[str, ...]
    game: str


class TablesChanged(Event, frozen=True, tag="tournament.tables_changed"):
    """Players changed places after the publication of a round and before the games of these tables started.

    The old games of these tables do not count.
    """

    round: int
    players: tuple[str, str]
    tables: tuple[ChangedTable, ...]
    byes: tuple[str, ...]
    """All byes of the round from now on."""
    reason: str
    author: str


class ByeGiven(Event, frozen=True, tag="tournament.bye_given"):
    """A player who has no table in a published round has a bye in it."""

    round: int
    player: str
    reason: str
    author: str


class PointsAdjusted(Event, frozen=True, tag="tournament.points_adjusted"):
    """Points were added for a round, or taken away if they are negative. A fraction such as `3/2`."""

    round: int
    player: str
    points: str
    reason: str
    author: str


class PenaltyGiven(Event, frozen=True, tag="tournament.penalty_given"):
    """Points were taken away for conduct. `points` is not negative; `0` is a warning."""

    round: int
    player: str
    points: str
    reason: str
    author: str


class Disqualified(Event, frozen=True, tag="tournament.disqualified"):
    """A player is out of the tournament and is ranked after all others."""

    player: str
    reason: str
    author: str


class SeatForfeited(Event, frozen=True, tag="tournament.seat_forfeited"):
    """A player has no points of a table. The other players keep their results, and those behind move up."""

    round: int
    table: int
    player: str
    reason: str
    author: str


class RuledPlace(Value, frozen=True, forbid_unknown_fields=True):
    """The place of a player by a ruling."""

    player: PlayerId
    rank: Annotated[int, Meta(ge=1, le=5, description="The rank. Equal players share one: 1, 2, 2, 4.")]
    score: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000, description="The score.")]


class ResultReplaced(Event, frozen=True, tag="tournament.result_replaced"):
    """These places count for a table instead of those of its game. The result of the game stays in the log."""

    round: int
    table: int
    places: tuple[RuledPlace, ...]
    reason: str
    author: str


class TableVoided(Event, frozen=True, tag="tournament.table_voided"):
    """The game of a table does not count. Its players are treated as if they had a bye."""

    round: int
    table: int
    reason: str
    author: str
