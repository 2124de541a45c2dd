"""Positions for the tests of the rules of Giganten."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.giganten import GIGANTEN
from domain.giganten.state import Movement, Phase, State
from domain.kernel.bag import Bag
from domain.kernel.values import Seat
from tests.kit import Kit

T = TypeVar("T")

KIT = Kit(GIGANTEN)
given, player, when, refused, admitted, listed = (
    *(KIT.given, KIT.player, KIT.when),
    *(KIT.refused, KIT.admitted, KIT.listed),
)


def table(seats: int = 4, /, **options: int | str | bool) -> State:
    """Return the table after set-up, before the first player is drawn; seat 0 stands as first player."""
    return KIT.fresh(seats, **options)


def having(state: State, **changes: Any) -> State:
    """Return the table with other fields: having(state, supply=0)."""
    return replace(state, **changes)


def trains(state: State, *spaces: int) -> State:
    """Return the table with the players' trains on these spaces, seat 0 first."""
    for seat, space in enumerate(spaces):
        state = player(state, seat, train=space)
    return state


def in_phase(state: State, phase: Phase) -> State:
    """Return the table in a phase."""
    return replace(state, phase=phase)


def moving(state: State, seat: Seat, points: int, *, truck: str | None = None, card: str = "beige-5-8") -> State:
    """Return the table in phase 4 while this seat moves, with all after it in turn order still to move.

    They all hold a card, which stays in its deck; the seat's truck stands on `truck`, if named.
    """
    order = state.order
    todo = order[order.index(seat) :]
    for other in todo:
        state = player(state, other, card="beige-5-8")
    changes = {"card": card} if truck is None else {"card": card, "truck": truck}
    state = player(state, seat, **changes)
    step = "place" if state.players[seat].truck is None else "move"
    return in_phase(state, Movement(todo, points, step))


def at_special(state: State, seat: Seat, card: str) -> State:
    """Return the table in phase 4 while this seat, whose movement is over, may use the special of this card."""
    state = moving(state, seat, 0, truck=state.players[seat].truck or "A1", card=card)
    assert isinstance(state.phase, Movement)
    return in_phase(state, replace(state.phase, step="special"))


def holding(bag: Bag[T], counts: Mapping[T, int]) -> Bag[T]:
    """Return a bag of the same items that holds only these."""
    assert counts.keys() <= set(bag.items)
    return Bag(bag.items, tuple(counts.get(item, 0) for item in bag.items))
