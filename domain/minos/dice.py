"""Dice as a count of each symbol."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Value

Symbol: TypeAlias = Literal["scales", "arrow", "gull", "building", "joker", "star"]
SYMBOLS: tuple[Symbol, ...] = ("scales", "arrow", "gull", "building", "joker", "star")

ActionSymbol: TypeAlias = Annotated[
    Literal["scales", "arrow", "gull", "building"],
    Meta(description="A symbol that dice are used for: income, rings, movement points or building rights."),
]
ACTION_SYMBOLS: tuple[ActionSymbol, ...] = ("scales", "arrow", "gull", "building")

Count: TypeAlias = Annotated[int, Meta(description="How many dice show this symbol.")]


class Dice(Value, frozen=True):
    """How many dice show each symbol."""

    scales: Count = 0
    arrow: Count = 0
    gull: Count = 0
    building: Count = 0
    joker: Count = 0
    star: Count = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts in the order of the symbols."""
        return (self.scales, self.arrow, self.gull, self.building, self.joker, self.star)

    @property
    def total(self) -> int:
        """The number of dice."""
        return sum(self.counts)

    def of(self, symbol: Symbol) -> int:
        """Return the number of dice that show a symbol."""
        return getattr(self, symbol)

    def fits_in(self, other: "Dice") -> bool:
        """Return whether these dice are a subset of the others. A negative count never is."""
        return all(0 <= mine <= theirs for mine, theirs in zip(self.counts, other.counts, strict=True))

    def plus(self, other: "Dice") -> "Dice":
        """Return these dice and the others."""
        return Dice(*(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)))

    def minus(self, other: "Dice") -> "Dice":
        """Return these dice without the others."""
        return Dice(
            self.scales - other.scales,
            self.arrow - other.arrow,
            self.gull - other.gull,
            self.building - other.building,
            self.joker - other.joker,
            self.star - other.star,
        )

    def parts(self) -> tuple["Dice", ...]:
        """Return every choice of at least one of these dice."""
        return _parts(self)


@cache
def _parts(dice: Dice) -> tuple[Dice, ...]:
    """Return the subsets. They are cached: dice show few different results."""
    every = product(*(range(count + 1) for count in dice.counts))
    return tuple(Dice(*counts) for counts in every if any(counts))


def dice_of(*symbols: Symbol) -> Dice:
    """Return the dice that show these symbols."""
    return Dice(*(symbols.count(symbol) for symbol in SYMBOLS))


def rolled(faces: Sequence[Symbol], number: int, chance: Chance) -> tuple[Dice, tuple[Draw, ...]]:
    """Return a roll of `number` dice with these faces, and its draws."""
    drawn = [chance.draw(len(faces)) for _ in range(number)]
    shown: list[Symbol] = [faces[face] for face in drawn]
    return dice_of(*shown), tuple((len(faces), face) for face in drawn)
