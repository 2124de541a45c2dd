"""The odds of a duel of Minos (8.4 to 8.8), with the best use of rings for rerolls."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import factorial, prod
from operator import itemgetter, mul
from typing import NamedTuple, TypeAlias

from domain.minos.board import board_of
from domain.minos.dice import Dice
from domain.minos.tables import DataSet

MOST_REROLLS = 2
"""The maximum number of rerolls considered in one duel. More change the odds little."""

MOST_TABLES = 512
"""The maximum number of tables in memory for rerolls at a price."""

Hand: TypeAlias = tuple[int, int, int, int]
"""Arrows, Jokers, Stars and Scales; all other dice are blank."""


class Roll(NamedTuple):
    """The hands after a reroll."""

    of: Callable[[Sequence[float]], Sequence[float]]
    """Takes the values of all hands and returns those of the hands after the reroll."""
    chances: Sequence[float]
    """The probabilities of these hands."""

    def mean(self, worth: Sequence[float]) -> float:
        """Return the expected value by the values of all hands."""
        return sum(map(mul, self.of(worth), self.chances))


class Odds:
    """The odds for the dice and values of one data set. Each table is computed on first use."""

    def __init__(self, data: DataSet) -> None:
        self._table = data.conflict
        self._number = data.dice.dice
        faces = data.dice.faces
        self._faces = tuple(faces.count(symbol) / len(faces) for symbol in ("arrow", "joker", "star", "scales"))
        thrown = self._thrown(self._number)
        self._hands = tuple(thrown)
        self._numbers: Mapping[Hand, int] = {hand: number for number, hand in enumerate(self._hands)}
        self._values = tuple(self._value(hand) for hand in self._hands)
        self._first = tuple(thrown.values())
        self._rolls: dict[tuple[Hand, Hand], Roll] = {}
        self._defences: dict[int, list[float]] = {}
        self._wins: dict[tuple[int, int], float] = {}
        self._rerolled: dict[tuple[int | None, int, int, float], tuple[Sequence[float], Sequence[float]]] = {}

    def wins(self, rings: int, foe_rings: int) -> float:
        """Return the probability that an attacker wins one duel, by the rings of both sides."""
        key = (min(rings, MOST_REROLLS), min(foe_rings, MOST_REROLLS))
        if key not in self._wins:
            self._wins[key] = self._mean(self._best(self._winning(key[1]), key[0], 0.0))
        return self._wins[key]

    def reroll(self, dice: Dice, rings: int, price: float, *, attack: int | None, foe_rings: int) -> Dice | None:
        """Return the dice to roll again, or None to stand. `price` is the cost of a ring as a winning probability.

        `attack` is the value to reach for a defender, None for an attacker.
        """
        hand = (dice.arrow, dice.joker, dice.star, dice.scales)
        worth, later = self._worth(attack, min(foe_rings, MOST_REROLLS), min(rings, MOST_REROLLS) - 1, price)
        best, chosen = worth[self._numbers[hand]], None
        for kept in _keeps(hand, self._number):
            chance = self._rolled(hand, kept).mean(later) - price
            if chance > best:
                best, chosen = chance, kept
        if chosen is None:
            return None
        arrow, joker, star = (had - kept for had, kept in zip(hand[:3], chosen[:3], strict=True))
        return Dice(0, arrow, dice.gull, dice.building, joker, star)

    def _worth(
        self, attack: int | None, foe_rings: int, rings: int, price: float
    ) -> tuple[Sequence[float], Sequence[float]]:
        """Return the value of each hand as it is, and with these rerolls left."""
        key = (attack, 0 if attack is not None else foe_rings, rings, price)
        found = self._rerolled.get(key)
        if found is None:
            if len(self._rerolled) >= MOST_TABLES:
                self._rerolled.clear()
            worth = self._winning(foe_rings) if attack is None else self._reaching(attack)
            found = self._rerolled[key] = worth, self._best(worth, rings, price)
        return found

    def _value(self, hand: Hand) -> int:
        arrow, joker, star, _ = hand
        table = self._table
        extra = table.combination - table.arrow - table.joker - table.star
        return arrow * table.arrow + joker * table.joker + star * table.star + min(arrow, joker, star) * extra

    def _reaching(self, attack: int) -> Sequence[float]:
        """Return for each hand whether it beats an attack. The defender wins ties (8.8)."""
        return [float(value >= attack) for value in self._values]

    def _winning(self, foe_rings: int) -> Sequence[float]:
        """Return for each hand the probability that a defender with these rings does not reach it."""
        if foe_rings not in self._defences:
            held = {value: self._mean(self._best(self._reaching(value), foe_rings, 0.0)) for value in set(self._values)}
            self._defences[foe_rings] = [1 - held[value] for value in self._values]
        return self._defences[foe_rings]

    def _best(self, worth: Sequence[float], rings: int, price: float) -> Sequence[float]:
        """Return the value of each hand with this number of rerolls left, each at this price."""
        best = worth
        for _ in range(rings):
            best = [
                max(
                    worth[number],
                    *(self._rolled(hand, kept).mean(best) - price for kept in _keeps(hand, self._number)),
                    0.0,
                )
                for number, hand in enumerate(self._hands)
            ]
        return best

    def _mean(self, worth: Sequence[float]) -> float:
        return sum(p * each for p, each in zip(self._first, worth, strict=True))

    def _rolled(self, hand: Hand, kept: Hand) -> Roll:
        """Return the hands after a reroll of all dice that are not kept."""
        key = (hand, kept)
        if key not in self._rolls:
            thrown = self._thrown(self._number - sum(kept))
            numbers = (
                self._numbers[kept[0] + new[0], kept[1] + new[1], kept[2] + new[2], kept[3] + new[3]] for new in thrown
            )
            # at least one die is rolled, and so there are several hands
            self._rolls[key] = Roll(itemgetter(*numbers), tuple(thrown.values()))
        return self._rolls[key]

    def _thrown(self, number: int) -> dict[Hand, float]:
        """Return every possible hand of a number of dice, with its probability."""
        blank = 1 - sum(self._faces)
        found: dict[Hand, float] = {}
        for arrow in range(number + 1):
            for joker in range(number + 1 - arrow):
                for star in range(number + 1 - arrow - joker):
                    for scales in range(number + 1 - arrow - joker - star):
                        hand = (arrow, joker, star, scales)
                        rest = number - sum(hand)
                        ways = factorial(number) // prod(factorial(count) for count in (*hand, rest))
                        chance = prod(p**count for p, count in zip(self._faces, hand, strict=True))
                        found[hand] = ways * chance * blank**rest
        return found


@cache
def _keeps(hand: Hand, number: int) -> Sequence[Hand]:
    """Return the useful selections of dice to keep. Scales are locked (8.7)."""
    arrow, joker, star, scales = hand
    sets = min(arrow, joker, star)
    kept = dict.fromkeys(
        ((arrow, joker, star, scales), (arrow, joker, sets, scales), (arrow, sets, sets, scales), (0, 0, 0, scales))
    )
    return [each for each in kept if sum(each) < number]


@cache
def odds_of(data_set: str) -> Odds:
    """Return the odds for an installed data set."""
    return Odds(board_of(data_set).data)
