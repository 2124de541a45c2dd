"""What a pairing is made from, and what it is: entrants, conditions, tables, byes and the cost."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from domain.kernel.values import Seat, Value

Method: TypeAlias = Literal["schedule", "swiss", "power", "snake", "random"]
"""How a round is paired.

`swiss`: players with nearly equal points meet. `power`: tables are cut from the ranking, 1 to 4, 5 to 8 and so on.
`snake`: the ranking goes through the tables there and back, so that all tables are equally strong.
`random` and `schedule`: the ranking has no effect.
"""

SMALLEST_TABLE, LARGEST_TABLE = 2, 5
MAX_PLAYERS = 2000
MAX_ROUNDS = 100


class PairingError(Exception):
    """No pairing fulfils the conditions, or the input contradicts itself. The message says what to change."""


class SeatCount(Value, frozen=True):
    """How often a player had a seat at tables of a size."""

    size: int
    seat: Seat
    times: int


class Entrant(Value, frozen=True):
    """A player of the round, with what happened to the player in the rounds before."""

    player: str
    rank: int
    """The rank before this round, from 1. Players may share a rank."""
    points: Fraction | int = 0
    met: Mapping[str, int] = {}
    """How often the player shared a table with each opponent. Players who are not in the round may be named."""
    seats: tuple[SeatCount, ...] = ()
    short_tables: int = 0
    byes: int = 0


class PairingInput(Value, frozen=True):
    """Who plays a round, and the conditions. The order of the entrants and of the forbidden sets has no effect."""

    entrants: tuple[Entrant, ...]
    sizes: tuple[int, ...]
    """The table sizes that are allowed, the preferred one first. A later size is used only where it is needed."""
    method: Method = "swiss"
    forbidden: tuple[frozenset[str], ...] = ()
    """Sets of players no two of whom may share a table."""
    seat_values: Mapping[int, tuple[Fraction, ...]] = {}
    """For each table size the expected points of its seats. Seats of a size that is missing are worth the same."""
    rounds_left: int = 1
    """The rounds that will be paired, with this one. The search avoids rounds after which repeats are inevitable."""


class CostPart(Value, frozen=True):
    """A part of the cost: the amount, and what one unit of it costs."""

    name: str
    amount: int
    weight: int


class Cost(Value, frozen=True):
    """The cost of a round by its parts, and the sum of amount times weight. The search minimises the total."""

    parts: tuple[CostPart, ...]
    total: int

    def amount(self, name: str) -> int:
        """Return the amount of the part of this name."""
        return next(part.amount for part in self.parts if part.name == name)


class PairedTable(Value, frozen=True):
    """The players of a table in the order of their seats."""

    players: tuple[str, ...]


class Pairing(Value, frozen=True):
    """A paired round: tables, the players without a table, and the cost."""

    tables: tuple[PairedTable, ...]
    byes: tuple[str, ...]
    cost: Cost
