"""A second world that a viewer of a Siberia table cannot tell from the first: only secrets differ."""

import random

from msgspec.structs import replace

from domain.kernel.bag import Bag
from domain.kernel.values import Seat, Viewer
from domain.siberia.events import Laid
from domain.siberia.options import Spot, Token
from domain.siberia.state import Placing, State


def resampled(state: State, viewer: Viewer, whim: random.Random) -> State:
    """Return a world where all but the viewer drew other tokens and laid them elsewhere, all else the same."""
    phase = state.phase
    if not isinstance(phase, Placing):
        # all tokens lie open, and with them what is left in the bag
        return state
    bag = state.bag
    hidden = [seat for seat in range(len(state.players)) if seat != viewer]
    for seat in hidden:
        for token in (*phase.hands[seat], *(one.token for one in phase.laid[seat])):
            bag = bag.having(token)
    hands, laid = list(phase.hands), list(phase.laid)
    for seat in hidden:
        drawn, bag = _drawn(bag, len(phase.hands[seat]) + len(phase.laid[seat]), whim)
        lying = _lying(state, phase, seat, whim)
        hands[seat], placed = drawn[lying:], drawn[:lying]
        laid[seat] = ()
        for token in placed:
            laid[seat] = (*laid[seat], Laid(token, whim.choice(_spots(state, seat, token, laid[seat]))))
    return replace(state, bag=bag, phase=replace(phase, hands=tuple(hands), laid=tuple(laid)))


def _lying(state: State, phase: Placing, seat: Seat, whim: random.Random) -> int:
    """How many tokens the seat may have placed: rule 2.8 hides the number until the seat is done."""
    lying, drawn = len(phase.laid[seat]), len(phase.laid[seat]) + len(phase.hands[seat])
    if phase.step != "placing" or not state.options.take_back or seat in phase.done or not lying:
        return lying
    return whim.choice(range(2 - lying % 2, drawn + 1, 2))


def _drawn(bag: Bag[Token], count: int, whim: random.Random) -> tuple[tuple[Token, ...], Bag[Token]]:
    tokens: list[Token] = []
    for _ in range(count):
        tokens.append(bag.pick(whim.randrange(bag.total)))
        bag = bag.without(tokens[-1])
    return tuple(tokens), bag


def _spots(state: State, seat: Seat, token: Token, laid: tuple[Laid, ...]) -> list[Spot]:
    """Where the seat may have laid a token, after these."""
    player = state.players[seat]
    return ["research", *(c for c in state.board.columns[token] if player.free(c) > sum(one.spot == c for one in laid))]
