"""Rule 2: everybody draws tokens and places them, unseen by the others."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Draw, Event, Refusal, Seat
from domain.siberia.board import MANAGER
from domain.siberia.commands import EndPlacing, PlaceToken, TakeBack
from domain.siberia.events import (
    Change,
    DrawingEnded,
    Drawn,
    Hand,
    Laid,
    Placement,
    PlacementsRevealed,
    PlacingChanged,
    PlacingEnded,
    TokenPlaced,
    TokensDrawn,
)
from domain.siberia.options import COLUMNS, Column, Spot, Token
from domain.siberia.state import Placing, State

QUESTION = "2.2"
_SPOTS: tuple[Spot, ...] = (*COLUMNS, "research")


def active(state: State, phase: Placing) -> frozenset[Seat]:
    """Rules 2.2 and 2.8: who has tokens to place, or has not said yet that all of them lie; all at once."""
    if phase.step != "placing":
        return frozenset()
    if not state.options.take_back:
        return frozenset(seat for seat, hand in enumerate(phase.hands) if hand)
    drawn = (seat for seat, laid in enumerate(phase.laid) if laid or phase.hands[seat])
    return frozenset(seat for seat in drawn if seat not in phase.done)


def is_over(state: State, phase: Placing) -> bool:
    """Whether everybody has seen where all tokens lie."""
    del state
    return phase.step == "revealed"


def advance(state: State, phase: Placing, chance: Chance) -> list[Event]:
    """Rules 2.1 and 2.7: all draw at the beginning, and all is revealed at the end."""
    if phase.step == "drawing":
        return _draw(state, chance)
    if active(state, phase):
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
    """All that the seat may do now; what takes a token back comes last."""
    places = [
        Choice(PlaceToken(token, spot))
        for token, columns in state.board.columns.items()
        if token in phase.hands[seat]
        for spot in _spots(columns)
        if spot == "research" or has_space(state, phase, seat, spot)
    ]
    if not state.options.take_back:
        return places
    done = [] if phase.hands[seat] else [Choice(EndPlacing())]
    backs = [
        Choice(TakeBack(token, spot))
        for token, columns in state.board.columns.items()
        for spot in _spots(columns)
        if Laid(token, spot) in phase.laid[seat]
    ]
    return [*places, *done, *backs]


def _spots(columns: tuple[Column, ...]) -> tuple[Spot, ...]:
    return (*columns, "research")


def forbid(state: State, phase: Placing, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 2 that the command breaks, if any."""
    if isinstance(command, PlaceToken | TakeBack) and command.token not in state.board.columns:
        return Refusal(QUESTION, f"there is no token {as_json(command.token)}")
    match command:
        case PlaceToken(token, spot):
            return _forbid_token(state, phase, seat, token, spot)
        case TakeBack() | EndPlacing() if not state.options.take_back:
            return Refusal("2.8", "this game is played without taking back: a token that lies is not moved")
        case TakeBack(token, spot):
            laid = Laid(token, spot) in phase.laid[seat]
            return None if laid else Refusal("2.8", f"you have placed no {token} in {spot} in this round")
        case EndPlacing():
            return Refusal(QUESTION, "place all the tokens that you drew first") if phase.hands[seat] else None
        case _ if not phase.hands[seat]:
            return Refusal(QUESTION, "say that you are done placing first, or take a token back")
        case _:
            return Refusal(QUESTION, "place the tokens that you drew first")


def _forbid_token(state: State, phase: Placing, seat: Seat, token: Token, spot: Spot) -> Refusal | None:
    if token not in phase.hands[seat]:
        moved = "take it back first" if state.options.take_back else "a token that lies is not moved"
        return Refusal("2.2", f"you have no {token} left to place: {moved}")
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
    del chance
    if isinstance(command, EndPlacing):
        return [PlacingEnded(seat)]
    assert isinstance(command, PlaceToken | TakeBack)
    if state.options.take_back:
        return [PlacingChanged(seat, Change(command.token, command.spot, isinstance(command, TakeBack)))]
    return [TokenPlaced(seat, len(phase.hands[seat]) - 1, Laid(command.token, command.spot))]
