"""The golden games with clocks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from domain.rulesets import RULESETS
from tests.games.bundles import Finished
from tests.games.clocks.clocked import clocked

NUMBERS: Mapping[str, Sequence[int]] = {"giganten": (18, 22), "siberia": (13, 22), "minos": (4, 21, 25)}
"""The games of each title that are kept: together they have every event of clocks, rulings and take-backs."""


def clocked_plan() -> Iterator[tuple[str, Callable[[], Finished]]]:
    """Return the file name of each game, and how it is played."""
    for title, numbers in NUMBERS.items():
        for number in numbers:
            name = f"{title}-{RULESETS[title].version}-clocked-{number}.jsonl.gz"
            yield name, partial(clocked, title, number)
