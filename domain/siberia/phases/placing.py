"""Rule 2: everybody draws tokens and places them, unseen by the others."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Draw, Event, Refusal, Seat
from domain.siberia.board import MANAGER
from domain.siberia.commands import PlaceToken
from domain.siberia.events import (
    DrawingEnded,
    Drawn,
    Hand,
    Laid,
    Placement,
    PlacementsRevealed,
    TokenPlaced,
    TokensDrawn,
)
from domain.siberia.options import COLUMNS, Column, Spot, Token
from domain.siberia.state import Placing, State

QUESTION = "2.2"
_SPOTS: tuple[Spot, ...] = (*COLUMNS, "research")


def active(state: State, phase: Placing) -> frozenset[Seat]:
    """Who still has tokens to place; all of them at once."""
    del state
    if phase.step != "placing":
        return frozenset()
    return frozenset(seat for seat, hand in enumerate(phase.hands) if hand)


def is_over(state: State, phase: Placing) -> bool:
    """Whether everybody has seen where all tokens lie."""
    del state
    return phase.step == "revealed"


def advance(state: State, phase: Placing, chance: Chance) -> list[Event]:
    """Rules 2.1 and 2.7: all draw at the beginning, and all is revealed at the end."""
    if phase.step == "drawing":
        return _draw(state, chance)
    if any(phase.hands):
        return []
    order = tuple(state.board.columns)
    return [
        PlacementsRevealed(
            tuple(
                Placement(seat, tuple(sorted(laid, key=lambda one: (order.index(one.token), _SPOTS.index(one.spot)))))
                for seat, laid in enumerate(phase.laid)
            )
        )
    ]


def _draw(state: State, chance: Chance) -> list[Event]:
    """Rule 2.1: draws count through what earlier seats have left in the bag, so later seats must not see them."""
    bag = state.bag
    events: list[Event] = []
    draws: list[Draw] = []
    for seat in state.order:
        hand: list[Token] = []
        for _ in range(min(state.data.numbers.draw, bag.total)):
            token, draw = bag.draw(chance)
            bag = bag.without(token)
            hand.append(token)
            draws.append(draw)
        events.append(TokensDrawn(seat, len(hand), Hand(tuple(hand))))
    return [*events, DrawingEnded(Drawn(tuple(draws)))]


def has_space(state: State, phase: Placing, seat: Seat, column: Column) -> bool:
    """Rule 2.5: whether a space of the column is free, those filled unseen counted."""
    laid = sum(one.spot == column for one in phase.laid[seat])
    return state.players[seat].free(column) > laid


def candidates(state: State, phase: Placing, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
    return [
        Choice(PlaceToken(token, spot))
        for token, columns in state.board.columns.items()
        if token in phase.hands[seat]
        for spot in _spots(columns)
        if spot == "research" or has_space(state, phase, seat, spot)
    ]


def _spots(columns: tuple[Column, ...]) -> tuple[Spot, ...]:
    return (*columns, "research")


def forbid(state: State, phase: Placing, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 2 that the command breaks, if any."""
    if not isinstance(command, PlaceToken):
        return Refusal(QUESTION, "place the tokens that you drew first")
    token, spot = command.token, command.spot
    if token not in phase.hands[seat]:
        return Refusal("2.2", f"you have no {token} left to place: a token that lies is not moved")
    if spot == "research":
        return None
    if spot not in state.board.columns[token]:
        rule = "2.4" if token == MANAGER else "2.3"
        return Refusal(rule, f"{token} goes to {', '.join(_spots(state.board.columns[token]))}")
    if not has_space(state, phase, seat, spot):
        return Refusal("2.5", f"both spaces of {spot} are filled")
    return None


def resolve(state: State, phase: Placing, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    del state, chance
    assert isinstance(command, PlaceToken)
    return [TokenPlaced(seat, len(phase.hands[seat]) - 1, Laid(command.token, command.spot))]
