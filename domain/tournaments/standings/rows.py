"""The rows of standings, as clients get them."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value

Why: TypeAlias = Literal["table", "left", "bye", "void", "adjustment", "penalty", "knockout"]


class TraceLine(Value, frozen=True):
    """Where points come from. Fractions are text, in lowest terms."""

    round: int
    why: Why
    points: str
    table: int | None = None
    rank: int | None = None
    size: int | None = None
    score: int | None = None
    reason: str | None = None


class Column(Value, frozen=True):
    """The value of a named tie-break, as a fraction in lowest terms."""

    name: str
    value: str


class Row(Value, frozen=True):
    """The rank of a player, the values that decide it in their order, and where the points come from."""

    rank: int
    division: int
    player: str
    points: str
    columns: tuple[Column, ...]
    trace: tuple[TraceLine, ...]
    is_disqualified: bool = False


class Standings(Value, frozen=True):
    """The standings after a round, best first, division by division."""

    after_round: int
    is_final: bool
    """Whether every table up to this round has a result."""
    rows: tuple[Row, ...]
