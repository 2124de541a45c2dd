"""The option `first_player` that all titles share: `random`, or `seat_N`."""

from domain.kernel.chance import Chance
from domain.kernel.ruleset import OptionError
from domain.kernel.values import Draw, Seat

_RANDOM = "random"
_SEAT = "seat_"


def may_be_first(value: str, seats: int) -> bool:
    """Return whether the option `first_player` can have this value in a game with this number of seats."""
    return value == _RANDOM or int(value.removeprefix(_SEAT)) < seats


def check_first_player(value: str, seats: int) -> None:
    """Raise OptionError if the value names a seat that the game does not have."""
    if not may_be_first(value, seats):
        raise OptionError("first_player", f"the game has the seats 0 to {seats - 1}")


def first_player(value: str, seats: int, chance: Chance) -> tuple[Seat, tuple[Draw, ...]]:
    """Return the first player, and the draw that selected it; no draw if the option names the seat."""
    if value != _RANDOM:
        return int(value.removeprefix(_SEAT)), ()
    seat = chance.draw(seats)
    return seat, ((seats, seat),)
