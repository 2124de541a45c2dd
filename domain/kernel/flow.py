"""What the flow of every title does alike: who begins, and what follows from what has happened."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from domain.kernel.chance import Chance
from domain.kernel.ruleset import OptionError, Step
from domain.kernel.values import Draw, Event, Seat

S = TypeVar("S")

_RANDOM = "random"
_SEAT = "seat_"


def check_first_player(named: str, seats: int) -> None:
    """Raise OptionError where the option `first_player` (`random`, or `seat_N`) names no seat of the game."""
    if not may_be_first(named, seats):
        raise OptionError("first_player", f"the game has the seats 0 to {seats - 1}")


def may_be_first(named: str, seats: int) -> bool:
    """Return whether the option `first_player` (`random`, or `seat_N`) is possible in a game of so many seats."""
    return named == _RANDOM or int(named.removeprefix(_SEAT)) < seats


def first_player(named: str, seats: int, chance: Chance) -> tuple[Seat, tuple[Draw, ...]]:
    """Return who begins by the option `first_player`, and the draw that it took, if it took one."""
    if named != _RANDOM:
        return int(named.removeprefix(_SEAT)), ()
    seat = chance.draw(seats)
    return seat, ((seats, seat),)


def settled(
    state: S, events: Sequence[Event], evolve: Callable[[S, Event], S], advance: Callable[[S], Sequence[Event]]
) -> Step[S]:
    """Add to the events what follows from them until a player has to choose, or the game is over."""
    found: list[Event] = []
    while events:
        for event in events:
            state = evolve(state, event)
        found += events
        events = advance(state)
    return Step(found, state)
