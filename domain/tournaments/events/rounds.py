"""The events of a round: its tables, its games, its results."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.kernel.values import Event, Seat, Value

Stage: TypeAlias = Literal["round", "knockout", "semi_final", "final"]
LineUp: TypeAlias = tuple[tuple[str, ...], ...]
"""The players of each table in the order of their seats."""


class SwapEdit(Value, frozen=True, tag="swap", tag_field="kind", forbid_unknown_fields=True):
    """Two players change places; one of them may have a bye."""

    players: tuple[str, str]


class ByeEdit(Value, frozen=True, tag="bye", tag_field="kind", forbid_unknown_fields=True):
    """A player leaves his or her table and has a bye."""

    player: str


class SeatsEdit(Value, frozen=True, tag="seats", tag_field="kind", forbid_unknown_fields=True):
    """The players of a table, counted from 1, sit in this order."""

    table: int
    players: tuple[str, ...]


Edit: TypeAlias = SwapEdit | ByeEdit | SeatsEdit


class PublishedTable(Value, frozen=True):
    """A table: its players in the order of their seats, and the id of its game, which follows from the round."""

    players: tuple[str, ...]
    game: str


class PlannedRound(Value, frozen=True):
    """A later round of a schedule."""

    tables: LineUp
    byes: tuple[str, ...]


class RoundPublished(Event, frozen=True, tag="tournament.round_published"):
    """The tables of a round. Check-in for it is over.

    `seed` is the seed of the pairing of this round. `attempt` counts the pairings drawn from it, from 0. `edits` are
    the changes that the author made to the pairing that was drawn. `cost` are the named parts of its cost.
    """

    round: int
    edition: int
    """How many times this round was published and withdrawn before."""
    stage: Stage
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...]
    seed: str
    attempt: int
    edits: tuple[Edit, ...]
    cost: dict[str, str]
    author: str | None
    schedule: tuple[PlannedRound, ...] | UnsetType = UNSET
    """The later rounds; in the first round of a schedule only."""
    divisions: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    """The players of each division; in the first round of each season of a league only."""


class RoundWithdrawn(Event, frozen=True, tag="tournament.round_withdrawn"):
    """A published round was withdrawn before its games started. It is paired again, with another seed."""

    round: int
    reason: str
    author: str


class GamesOpened(Event, frozen=True, tag="tournament.games_opened"):
    """The games of all tables of a round are open, with a reserved seat for each player."""

    round: int


class TablePlace(Value, frozen=True):
    """The place of a seat at the end of a game. `player` is who had the seat then: a player, or a bot."""

    seat: Seat
    player: str
    rank: int
    score: int


class ResultTaken(Event, frozen=True, tag="tournament.result_taken"):
    """The result of a game, as its certificate states it, once.

    `left` are the players of the table who did not have their seat at the end: they resigned, were replaced, or never
    came. A game that was abandoned has no places; `seated` are then the players who had come.
    """

    round: int
    table: int
    game: str
    version: int
    head: str
    status: Literal["ended", "abandoned"]
    places: tuple[TablePlace, ...]
    left: tuple[str, ...]
    seated: tuple[str, ...]
    entered: tuple[str, ...] | UnsetType = UNSET
    """The players with a seat at the end who had withdrawn: from now on they are in the standings. Absent: none."""
    assigned: tuple[str, ...] | UnsetType = UNSET
    """The players with a seat at the end whom the season of a league lacked: they are in the division of the table.

    Absent: none.
    """


class RoundClosed(Event, frozen=True, tag="tournament.round_closed"):
    """All tables of a round have a result."""

    round: int
    author: str | None
