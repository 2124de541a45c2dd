"""The table of Nim: a value that events change."""

from typing import TypeAlias

from domain.kernel.values import Seat, Value
from tests.titles.nim.options import Options
from tests.titles.nim.tables import DATA_SETS, DataSet


class SettingUp(Value, frozen=True):
    """Chapter 1: the first player and the favourite heaps are drawn."""


class Taking(Value, frozen=True):
    """Chapter 2: the turn of a seat. `taken` says whether the seat has taken its objects."""

    seat: Seat
    taken: bool = False


class Over(Value, frozen=True):
    """Chapter 3: the game is over."""


Phase: TypeAlias = SettingUp | Taking | Over


class Player(Value, frozen=True):
    """What belongs to a seat."""

    favourite: int | None
    """The favourite heap; None until it is drawn."""
    taken: tuple[int, ...]
    """The objects taken, by heap."""


class State(Value, frozen=True):
    """The whole table."""

    options: Options
    data_set: str
    phase: Phase
    players: tuple[Player, ...]
    heaps: tuple[int, ...]
    """The objects left, by heap."""
    first_player: Seat | None = None
    last_taker: Seat | None = None

    @property
    def data(self) -> DataSet:
        """The printed tables."""
        return DATA_SETS.data_set(self.data_set)
