"""Tables of Siberia for tests: all areas hold gas and coal, the sides are A, seat 0 begins."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.kernel.values import Command, Event, Seat
from domain.siberia import SIBERIA
from domain.siberia.events import Hand, TokensDrawn
from domain.siberia.options import Column, Token
from domain.siberia.state import Acting, Placing, State
from tests.kit import Kit, ScriptedChance

E = TypeVar("E", bound=Event)
KIT = Kit(SIBERIA)
given, refused, reason, listed = KIT.given, KIT.refused, KIT.reason, KIT.listed

Columns: TypeAlias = Mapping[Column, tuple[Token, ...]]


def fresh(seats: int = 2, **options: Any) -> State:
    """The table before the first event."""
    chosen = {"exchange_sides": "list", "first_player": "seat_0"} | options
    return KIT.fresh(seats, **chosen)


def table(seats: int = 2, **options: Any) -> State:
    """The table when the first tokens are to be placed: everybody has drawn the first ones of the bag."""
    state = fresh(seats, **options)
    return given(state, *SIBERIA.setup(state, ScriptedChance(rest=0)))


def drawn(*hands: tuple[Token, ...], **options: Any) -> State:
    """The table when the seats have drawn these tokens."""
    state = table(len(hands), **options)
    nothing = tuple(() for _ in hands)
    state = replace(state, bag=state.board.tokens, phase=Placing(nothing, nothing))
    for seat, hand in enumerate(hands):
        state = SIBERIA.evolve(state, TokensDrawn(seat, len(hand), Hand(hand)))
    assert isinstance(state.phase, Placing)
    return replace(state, phase=replace(state.phase, step="placing"))


def acting(seats: int = 2, turn: Seat = 0, **options: Any) -> State:
    """The table in the turn of a seat, with empty panels and all tokens in the bag."""
    state = table(seats, **options)
    return replace(state, bag=state.board.tokens, phase=Acting(turn=turn, step="acting"))


def having(
    state: State,
    seat: Seat,
    tokens: Columns | None = None,
    research: tuple[Token, ...] = (),
    **changes: Any,
) -> State:
    """The table with these tokens in the columns of a seat, taken from the bag, and other changes to the player."""
    player = state.players[seat]
    bag = state.bag
    for token in (*(token for column in (tokens or {}).values() for token in column), *research):
        bag = bag.without(token)
    player = replace(player, tokens={**player.tokens, **(tokens or {})}, research=research, **changes)
    state = replace(state, bag=bag, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
    if research and isinstance(state.phase, Acting) and state.phase.turn == seat:
        return replace(state, phase=replace(state.phase, step="research"))
    return state


def events_of(state: State, seat: Seat, command: Command, *draws: int) -> list[Event]:
    """Return the events of a command with these draws; those beyond them are 0."""
    return KIT.when(state, seat, command, ScriptedChance(*draws, rest=0))


def do(state: State, seat: Seat, command: Command, *draws: int) -> State:
    """Return the table after a command with these draws; those beyond them are 0."""
    return given(state, *events_of(state, seat, command, *draws))


def one(events: list[Event], kind: type[E]) -> E:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def turn(state: State) -> Seat | None:
    assert isinstance(state.phase, Acting)
    return state.phase.turn


GAS = ("worker_gas", "logistics_gas")
BUSY: Columns = {"worker": ("worker_diamonds", "worker_gold")}
"""Tokens with which a seat has something to do, so that its turn is not passed over."""

RICH: Columns = {
    "coal": ("salesman_coal", "logistics_coal"),
    "oil": ("salesman_oil", "logistics_oil"),
    "gold": ("salesman_gold", "logistics_gold"),
    "diamonds": ("salesman_diamonds", "logistics_diamonds"),
}
"""Eight tokens."""
