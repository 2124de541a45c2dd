"""The light policy of Siberia: the aims of the careful bot, on the state and without the view."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.board import SPACES
from domain.siberia.options import RESOURCES
from domain.siberia.state import Placing, State
from service.bots.siberia import aims
from service.bots.siberia.aims import spot_score
from service.bots.siberia.evaluation import NUMBER, THOUSAND, Table
from service.bots.strong.light import Light, Scored
from service.bots.strong.purses import likely_money

SPREAD = 5 * THOUSAND
"""Dollars by which the money of opponents differs in the first rounds."""

EFFORT = 0.3
"""The share of the budget for each token that is placed."""


def quick(state: State, seat: Seat) -> Command | None:
    """Return the next token to place and its spot, or the end of placing."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return None
    if not phase.hands[seat]:
        return c.EndPlacing()
    return max(_placements(state, seat, phase.hands[seat])).command


def _placements(state: State, seat: Seat, tokens: Sequence[str]) -> list["_Placement"]:
    table = Table.of_state(state, seat)
    return [
        _Placement(score, command)
        for token in dict.fromkeys(tokens)
        for spot in (*state.board.columns[token], "research")
        if (score := spot_score(table, token, spot)) is not None
        for command in [c.PlaceToken(token, spot)]
    ]


class _Placement(Scored):
    """A scored placement; equal scores keep their order."""

    __slots__ = ()

    def __lt__(self, other: tuple[object, ...]) -> bool:
        assert isinstance(other, _Placement)
        return self.score < other.score

    def __gt__(self, other: tuple[object, ...]) -> bool:
        assert isinstance(other, _Placement)
        return self.score > other.score


def scores(state: State, seat: Seat, choices: Sequence[Choice]) -> list[Scored]:
    """Return the choices with their scores. While tokens are placed, all choices of one token are returned."""
    phase = state.phase
    if isinstance(phase, Placing) and phase.hands[seat]:
        found = _placements(state, seat, phase.hands[seat])
        best = max(found).command
        assert isinstance(best, c.PlaceToken)
        return [each for each in found if isinstance(each.command, c.PlaceToken) and each.command.token == best.token]
    table = Table.of_state(state, seat)
    return [Scored(_HANDLERS[type(choice.command)](table, choice.command), choice.command) for choice in choices]


_HANDLERS: Mapping[type[Command], Callable[[Table, Command], float]] = {
    **aims.HANDLERS,
    c.ChooseSides: aims.nothing,
    c.PlaceToken: aims.nothing,
    c.TakeBack: aims.void,
}


def remaining(state: State) -> float:
    """Return the share of the cubes that are not sold."""
    sold = state.sold.total
    return 1 - sold / (state.reserves.total + sum(map(len, state.areas.values())) + sold or 1)


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Return what the final money of a seat is estimated from, money in thousands."""
    table, me = Table.of_state(state, seat), state.players[seat]
    lots, prices = table.lots, table.prices
    fills = [min(SPACES, table.fill(resource)) for resource in RESOURCES]
    reach = [min(lots[number], 3) * prices[number] for number in range(len(RESOURCES))]
    idle = sum(not state.areas.get(place) for place in me.workers)
    return {
        "money": me.money / THOUSAND,
        "workers": len(me.workers) - idle,
        "idle": idle,
        "salesmen": len(me.salesmen),
        "reach": sum(reach),
        "half": sum(amount for amount, fill in zip(reach, fills, strict=True) if fill == 1),
        "ready": sum(amount for amount, fill in zip(reach, fills, strict=True) if fill == SPACES),
        "persons": sum(tile not in NUMBER for tile in me.tiles),
        "sources": sum(prices[NUMBER[tile]] for tile in me.tiles if tile in NUMBER),
        "kept": me.kept,
        "prices": sum(prices),
    }


def imagined(state: State, seat: Seat) -> State:
    """Return the world with the unrevealed tokens of the others in their hands: they place them by the policy."""
    phase = state.phase
    if not isinstance(phase, Placing) or phase.step != "placing":
        return state
    hands, laid = list(phase.hands), list(phase.laid)
    for other in range(len(hands)):
        if other != seat:
            hands[other] = (*hands[other], *(one.token for one in laid[other]))
            laid[other] = ()
    done = tuple(one for one in phase.done if one == seat)
    return replace(state, phase=replace(phase, hands=tuple(hands), laid=tuple(laid), done=done))


def effort(state: State) -> float:
    """Return the share of the budget for a decision: tokens are placed one by one, all in one move."""
    return EFFORT if isinstance(state.phase, Placing) else 1.0


LIGHT = Light(
    quick=quick,
    scores=scores,
    remaining=remaining,
    features=features,
    effort=effort,
    likely=likely_money(SPREAD),
    imagined=imagined,
)
