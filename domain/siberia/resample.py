"""Another state of Siberia that a viewer cannot distinguish from this one: hidden parts are drawn again.

Hidden are, until all reveal, the tokens that the others drew and where they placed them (2.1, 2.2), and with them
what is left in the bag; with `money_public` false the money of the others (1.12).
"""

from msgspec.structs import replace

from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.values import Seat, Viewer
from domain.siberia.events import Laid
from domain.siberia.options import Spot, Token
from domain.siberia.state import Placing, State

PURSES = (0, 1, 5, 9, 10, 12, 25, 60, 99, 100, 500)
"""Dollars of which some have one digit, some two, and some three."""


def resample(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a state with the same open parts and the same knowledge of the viewer; the rest is drawn again."""
    if not state.options.money_public:
        state = _with_other_money(state, viewer, chance)
    phase = state.phase
    if not isinstance(phase, Placing) or phase.step == "revealed":
        # all tokens are open, and with them what is left in the bag
        return state
    return _with_other_tokens(state, phase, viewer, chance)


def _with_other_money(state: State, viewer: Viewer, chance: Chance) -> State:
    players = tuple(
        player if seat == viewer else replace(player, money=PURSES[chance.draw(len(PURSES))])
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)


def _with_other_tokens(state: State, phase: Placing, viewer: Viewer, chance: Chance) -> State:
    bag = state.bag
    hidden = [seat for seat in range(len(state.players)) if seat != viewer]
    for seat in hidden:
        for token in (*phase.hands[seat], *(one.token for one in phase.laid[seat])):
            bag = bag.having(token)
    hands, laid = list(phase.hands), list(phase.laid)
    for seat in hidden:
        drawn, bag = _drawn(bag, len(phase.hands[seat]) + len(phase.laid[seat]), chance)
        lying = _lying(state, phase, seat, chance)
        hands[seat], placed = drawn[lying:], drawn[:lying]
        laid[seat] = ()
        for token in placed:
            spots = _spots(state, seat, token, laid[seat])
            laid[seat] = (*laid[seat], Laid(token, spots[chance.draw(len(spots))]))
    return replace(state, bag=bag, phase=replace(phase, hands=tuple(hands), laid=tuple(laid)))


def _lying(state: State, phase: Placing, seat: Seat, chance: Chance) -> int:
    """Return how many tokens the seat may have placed: rule 2.8 hides the number until the seat is done.

    The number of changes is open, and each of them adds or removes one token. So at most that many tokens lie, and the
    number is even if that of the changes is.
    """
    lying, drawn = len(phase.laid[seat]), len(phase.laid[seat]) + len(phase.hands[seat])
    if phase.step != "placing" or not state.options.take_back or seat in phase.done:
        return lying
    changes = phase.changes_of(seat)
    possible = range(changes % 2, min(changes, drawn) + 1, 2)
    return possible[chance.draw(len(possible))]


def _drawn(bag: Bag[Token], count: int, chance: Chance) -> tuple[tuple[Token, ...], Bag[Token]]:
    tokens: list[Token] = []
    for _ in range(count):
        token, _draw = bag.draw(chance)
        tokens.append(token)
        bag = bag.without(token)
    return tuple(tokens), bag


def _spots(state: State, seat: Seat, token: Token, laid: tuple[Laid, ...]) -> list[Spot]:
    """Return where the seat may have placed a token after these ones (2.3 to 2.5)."""
    player = state.players[seat]
    return [
        "research",
        *(c for c in state.board.columns[token] if player.free(c) > sum(one.spot == c for one in laid)),
    ]
