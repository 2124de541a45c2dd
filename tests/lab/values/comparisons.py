"""Which differences are larger than chance: Holm's method over all comparisons of a title."""

from collections.abc import Iterator, Mapping, Sequence
from math import erfc, sqrt
from typing import NamedTuple

from service.bots.values import OpeningValue, OptionValue, SizeValues
from service.operate.arena import Z

FEWEST = 30
"""An option or opening with fewer games is in `values.json` only, because its interval is wide."""

LEVEL = 0.05
"""The chance that any difference of a title is listed if there is no effect at all."""

SHOWN_ONLY = frozenset({"actual_price_steps", "money_public"})
"""Options that change what is shown or recorded. The light policies read the state, in which nothing is hidden."""

SIZES: Mapping[str, int] = {"two_player_": 2, "three_player_": 3}
"""Options whose names begin like this have an effect for one number of players only."""


class Comparison(NamedTuple):
    """A difference from what is usual: of which row, of which measure, and how probable it is by chance."""

    row: tuple[int, str, str]
    """The number of seats, the option or opening, and its value or choice."""
    measure: str
    chance: float


def is_control(option: str, seats: int) -> bool:
    """Return whether an option can have no effect on the games of the light policies of this size."""
    return option in SHOWN_ONLY or any(option.startswith(start) and seats != size for start, size in SIZES.items())


def option_row(size: SizeValues, each: OptionValue) -> tuple[int, str, str]:
    """Return the name of the row of an option value."""
    return size.seats, f"option {each.option}", str(each.value)


def opening_row(size: SizeValues, each: OpeningValue) -> tuple[int, str, str]:
    """Return the name of the row of an opening."""
    return size.seats, f"opening {each.opening}", each.choice


def comparisons_of(size: SizeValues) -> Iterator[Comparison]:
    """Yield all comparisons with enough games."""
    for option in size.options:
        if min(option.games, option.default_games) >= FEWEST:
            row = option_row(size, option)
            yield Comparison(row, "score", chance_of(option.score, option.score_interval))
            yield Comparison(row, "wins", chance_of(option.first_share, option.first_interval))
            yield Comparison(row, "rounds", chance_of(option.rounds, option.rounds_interval))
    for opening in size.openings:
        if opening.games >= FEWEST:
            row = opening_row(size, opening)
            # the interval of par, which is the reverse of the Wilson interval
            width = Z * sqrt(opening.par * (1 - opening.par) / opening.games)
            yield Comparison(row, "score", chance_of(opening.score, opening.score_interval))
            yield Comparison(row, "wins", chance_of(opening.share - opening.par, width))


def chance_of(difference: float, interval: float) -> float:
    """Return the chance of a difference at least as large without an effect, by half the width of its 95 % interval.

    An interval of 0 comes from games that are all alike; then the chance is not known, and 1.
    """
    return erfc(abs(difference) / interval * Z / sqrt(2)) if interval else 1.0


def larger_than_chance(compared: Sequence[Comparison]) -> frozenset[tuple[tuple[int, str, str], str]]:
    """Return rows and measures of the differences that Holm's method accepts."""
    accepted: set[tuple[tuple[int, str, str], str]] = set()
    for place, each in enumerate(sorted(compared, key=lambda each: each.chance)):
        if each.chance > LEVEL / (len(compared) - place):
            break
        accepted.add((each.row, each.measure))
    return frozenset(accepted)
