"""Rules 3 and 6: dice are used for income, rings, movement points and building rights."""

from itertools import product
from typing import assert_never

from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat
from domain.minos.commands import BuyRings, UseDice
from domain.minos.dice import ACTION_SYMBOLS, ActionSymbol
from domain.minos.events import DiceUsed, RingsBought
from domain.minos.state import Acting, State


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Return the uses of the dice that are left, and the purchase of rings."""
    found: list[Choice] = []
    jokers = (False, True) if turn.dice.joker else (False,)
    stars = (False, True) if turn.dice.star else (False,)
    for symbol in ACTION_SYMBOLS:
        most = turn.dice.of(symbol)
        for joker, star in product(jokers if most else jokers[1:], stars):
            command = UseDice(symbol, 0 if joker else 1, joker, star)
            if _forbid_use(state, turn, command) is None:
                found.append(Choice(command, Range("dice", command.dice, most)))
    most = _affordable(state, seat) if turn.rings_open else 0
    if most:
        found.append(Choice(BuyRings(1), Range("rings", 1, most)))
    return found


def _affordable(state: State, seat: Seat) -> int:
    return min(state.rings, state.players[seat].money // state.data.stock.ring_price)


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, or None."""
    match command:
        case UseDice():
            return _forbid_use(state, turn, command)
        case BuyRings(rings):
            return _forbid_rings(state, turn, seat, rings)
        case _:
            raise unhandled(command)


def _forbid_use(state: State, turn: Acting, command: UseDice) -> Refusal | None:
    symbol = command.symbol
    left = turn.dice
    if not 0 <= command.dice <= left.of(symbol) or command.joker > left.joker or command.star > left.star:
        return Refusal("3.3", "you have no such dice left")
    if not command.dice and not command.joker:
        rule = "3.10" if command.star else "3.3"
        return Refusal(rule, "name at least one die of the symbol, or a Joker for it")
    if state.options.joker_scope == "per_symbol" and (
        (command.joker and symbol in turn.jokered) or (command.star and symbol in turn.starred)
    ):
        return Refusal("3.11", "a symbol takes one Joker and one Star in a turn")
    if symbol == "scales" and not turn.income_open:
        return Refusal("3.4", "Scales come before all other actions")
    if symbol == "arrow" and not state.rings:
        return Refusal("3.5", "no ring is left")
    return None


def _forbid_rings(state: State, turn: Acting, seat: Seat, rings: int) -> Refusal | None:
    if not turn.rings_open:
        if state.options.ring_purchase == "at_arrow":
            return Refusal("3.6", "rings are bought right after using an Arrow")
        return Refusal("3.6", "rings are bought in a turn in which you have used an Arrow")
    if not 1 <= rings <= _affordable(state, seat):
        return Refusal(
            "3.6", "you can buy at most {number}, for talents and from the stock", {"number": _affordable(state, seat)}
        )
    return None


def gain_of(state: State, turn: Acting, command: UseDice) -> int:
    """Return what dice bring, in the unit of the symbol (3.5 to 3.10, 6.4)."""
    dice = command.dice + command.joker
    income = state.players[turn.seat].income
    symbol: ActionSymbol = command.symbol
    match symbol:
        case "scales":
            extra = income if state.options.star_on_scales == "income" else 1
            return dice * income + command.star * extra
        case "arrow":
            return min(dice + command.star, state.rings)
        case "gull":
            return dice * state.data.dice.gull_points + command.star
        case "building":
            return dice + command.star
        case _:
            assert_never(symbol)


def resolve(state: State, turn: Acting, seat: Seat, command: Command) -> list[Event]:
    """Use dice, or buy rings (3.3, 3.6)."""
    match command:
        case UseDice(symbol, dice, joker, star):
            return [DiceUsed(seat, symbol, dice, joker, star, gain_of(state, turn, command))]
        case BuyRings(rings):
            return [RingsBought(seat, rings, rings * state.data.stock.ring_price)]
        case _:
            raise unhandled(command)
