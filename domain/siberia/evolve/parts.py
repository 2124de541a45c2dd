"""Changes of the state that several events of Siberia share."""

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.kernel.bag import Bag
from domain.kernel.values import Seat
from domain.siberia.options import RESOURCES, Column, Origin, Resource, Token
from domain.siberia.state import Acting, Phase, Placing, Player, State

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items without one that equals `item`."""
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


def sorted_with(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return the items and one more, sorted."""
    return tuple(sorted((*items, item)))


def with_player(state: State, seat: Seat, player: Player, **changes: Any) -> State:
    """Return the state with another player at a seat, and other changes."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, **changes)


def returned(bag: Bag[Token], tokens: Iterable[Token]) -> Bag[Token]:
    """Return the bag after tokens went back to it."""
    for token in tokens:
        bag = bag.having(token)
    return bag


def with_column_used(state: State, seat: Seat, column: Column, tokens: tuple[Token, ...], **changes: Any) -> State:
    """Return the state after a column was used. The turn is over unless `changes` set another phase."""
    player = state.players[seat]
    player = replace(player, tokens={**player.tokens, column: ()})
    return with_player(state, seat, player, bag=returned(state.bag, tokens), **({"phase": done(state)} | changes))


def done(state: State) -> Phase:
    """Return the phase after the action of a turn."""
    return replace(acting_of(state), step="done", moves=0, moved=())


def acting_of(state: State) -> Acting:
    """Return the phase, which is Acting."""
    assert isinstance(state.phase, Acting)
    return state.phase


def placing_of(state: State) -> Placing:
    """Return the phase, which is Placing."""
    assert isinstance(state.phase, Placing)
    return state.phase


def without_pawn(state: State, seat: Seat, origin: Origin) -> Player:
    """Return the player after a pawn left the reserve, an exchange, or a place of the map."""
    player = state.players[seat]
    if origin in player.workers:
        return replace(player, workers=without(player.workers, origin))
    if origin in player.salesmen:
        return replace(player, salesmen=without(player.salesmen, origin))
    return replace(player, reserve=player.reserve - 1)


def with_item(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """Return the items of all seats with another item at one seat."""
    return (*items[:seat], item, *items[seat + 1 :])


def in_order(resources: Iterable[Resource]) -> tuple[Resource, ...]:
    """Return cubes in the order of the resources."""
    return tuple(sorted(resources, key=RESOURCES.index))
