"""The dice of Minos against what was to be expected of them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from domain.kernel.analysis import Measured, MeasureInfo, Moment, Spread, first_player_drawn, with_replacement
from domain.kernel.values import Seat
from domain.minos import events as e
from domain.minos.board import board_of
from domain.minos.dice import SYMBOLS, Dice, dice_of
from domain.minos.state import Fighting, Rolling, State, worth_of

MEASURES = (
    MeasureInfo("first_player", "First player", "2.7"),
    MeasureInfo("scales", "Scales rolled", "3.1"),
    MeasureInfo("arrow", "Arrows rolled", "3.1"),
    MeasureInfo("gull", "Gulls rolled", "3.1"),
    MeasureInfo("building", "Buildings rolled", "3.1"),
    MeasureInfo("joker", "Jokers rolled", "3.1"),
    MeasureInfo("star", "Stars rolled", "3.1"),
    MeasureInfo("conflict", "Worth of the dice in conflicts", "8.4"),
)


def luck(moment: Moment[State]) -> Sequence[Measured]:
    """Return what an event drew: the first player, the symbols of a roll, or what dice are worth in a conflict."""
    event, before = moment.event, moment.before
    match event:
        case e.FirstPlayerDrawn() if event.draws:
            return first_player_drawn("first_player", event.seat, len(before.players))
        case e.DiceRolled():
            return _symbols(before, event.seat, event.dice)
        case e.DiceRolledAgain():
            assert isinstance(before.phase, Rolling)
            kept = (before.phase.dice or Dice()).minus(event.rolled)
            return _symbols(before, event.seat, event.dice.minus(kept))
        case e.ConflictDiceRolled():
            return [_worth(before, event.seat, Dice(), event.value)]
        case e.ConflictDiceRerolled():
            assert isinstance(before.phase, Fighting)
            return [_worth(before, event.seat, (before.phase.dice or Dice()).minus(event.rolled), event.value)]
        case _:
            return ()


def _symbols(state: State, seat: Seat, new: Dice) -> list[Measured]:
    """Return for each symbol how many of the dice that were rolled now show it."""
    faces = state.data.dice.faces
    return [
        Measured(seat, symbol, new.of(symbol), with_replacement([int(face == symbol) for face in faces], new.total))
        for symbol in SYMBOLS
    ]


def _worth(state: State, seat: Seat, kept: Dice, value: int) -> Measured:
    return Measured(seat, "conflict", value, worth_expected(state.data_set, kept))


@lru_cache(maxsize=4096)
def worth_expected(data_set: str, kept: Dice) -> Spread:
    """Return the spread of what all dice are worth in a conflict when those that are not kept are rolled (8.4, 8.5)."""
    data = board_of(data_set).data
    faces, number = data.dice.faces, data.dice.dice - kept.total
    mean = square = Fraction(0)
    for symbols in combinations_with_replacement(SYMBOLS, number):
        new = dice_of(*symbols)
        ways = factorial(number)
        for symbol in SYMBOLS:
            count = new.of(symbol)
            ways = ways // factorial(count) * faces.count(symbol) ** count
        value = worth_of(data, kept.plus(new))
        mean += ways * value
        square += ways * value * value
    total = len(faces) ** number
    return Spread(mean / total, square / total - (mean / total) ** 2)
