"""Rule 2: all players draw tokens and place them in secret."""

from collections.abc import Mapping
from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.phases import unhandled
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

_SPOTS: tuple[Spot, ...] = (*COLUMNS, "research")


def questions(state: State, phase: Placing) -> Mapping[Seat, str]:
    """Ask all seats at once that have tokens to place (2.2), or that may still take tokens back (2.8)."""
    if phase.step != "placing":
        return {}
    if not state.options.take_back:
        return {seat: "2.2" for seat, hand in enumerate(phase.hands) if hand}
    return {
        seat: "2.2" for seat, laid in enumerate(phase.laid) if (laid or phase.hands[seat]) and seat not in phase.done
    }


def advance(state: State, phase: Placing, chance: Chance) -> list[Event]:
    """Draw tokens at the beginning (2.1). Reveal them when no seat places any more (2.7)."""
    match phase.step:
        case "drawing":
            return _draw(state, chance)
        case "placing":
            return [] if questions(state, phase) else [_reveal(state, phase)]
        case "revealed":
            return []
        case _:
            assert_never(phase.step)


def _reveal(state: State, phase: Placing) -> PlacementsRevealed:
    order = tuple(state.board.columns)
    return PlacementsRevealed(
        tuple(
            Placement(seat, tuple(sorted(laid, key=lambda one: (order.index(one.token), _SPOTS.index(one.spot)))))
            for seat, laid in enumerate(phase.laid)
        )
    )


def _draw(state: State, chance: Chance) -> list[Event]:
    """Draw for each seat (2.1). The draws stay secret: later ones show what earlier seats left in the bag."""
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
    """Return whether a column has a free space (2.5). Tokens placed in secret fill a space, too."""
    laid = sum(one.spot == column for one in phase.laid[seat])
    return state.players[seat].free(column) > laid


def candidates(state: State, phase: Placing, seat: Seat) -> list[Choice]:
    """Return all placements, the end of placing, then what takes a token back."""
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
    """Return the rule of phase 2 that the command breaks, or None."""
    if isinstance(command, PlaceToken | TakeBack) and command.token not in state.board.columns:
        return Refusal("2.2", "there is no token {token}", {"token": as_json(command.token)})
    match command:
        case PlaceToken(token, spot):
            return _forbid_token(state, phase, seat, token, spot)
        case TakeBack() | EndPlacing() if not state.options.take_back:
            return Refusal("2.8", "this game is played without taking back: a token that lies is not moved")
        case TakeBack(token, spot):
            laid = Laid(token, spot) in phase.laid[seat]
            text = "you have placed no {token} in {spot} in this round"
            return None if laid else Refusal("2.8", text, {"token": token, "spot": spot})
        case EndPlacing():
            return Refusal("2.2", "place all the tokens that you drew first") if phase.hands[seat] else None
        case _ if not phase.hands[seat]:
            return Refusal("2.2", "say that you are done placing first, or take a token back")
        case _:
            return Refusal("2.2", "place the tokens that you drew first")


def _forbid_token(state: State, phase: Placing, seat: Seat, token: Token, spot: Spot) -> Refusal | None:
    if token not in phase.hands[seat]:
        if state.options.take_back:
            return Refusal("2.2", "you have no {token} left to place: take it back first", {"token": token})
        return Refusal("2.2", "you have no {token} left to place: a token that lies is not moved", {"token": token})
    if spot == "research":
        return None
    if spot not in state.board.columns[token]:
        rule = "2.4" if token == MANAGER else "2.3"
        return Refusal(
            rule, "{token} goes to {spots}", {"token": token, "spots": tuple(_spots(state.board.columns[token]))}
        )
    if not has_space(state, phase, seat, spot):
        return Refusal("2.5", "both spaces of {spot} are filled", {"spot": spot})
    return None


def resolve(state: State, phase: Placing, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Place a token, take one back, or end placing (2.2, 2.8)."""
    match command:
        case EndPlacing():
            return [PlacingEnded(seat)]
        case TakeBack(token, spot):
            return [PlacingChanged(seat, Change(token, spot, taken_back=True))]
        case PlaceToken(token, spot) if state.options.take_back:
            return [PlacingChanged(seat, Change(token, spot, taken_back=False))]
        case PlaceToken(token, spot):
            return [TokenPlaced(seat, len(phase.hands[seat]) - 1, Laid(token, spot))]
        case _:
            raise unhandled(command)
