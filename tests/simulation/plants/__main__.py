"""`python -m tests.simulation.plants [COUNT] [NAME …]`: after how many seeds each planted bug is found."""

import sys

import pytest

from tests.simulation.plants import PLANTS
from tests.simulation.running import run_seed

MOST = 1000
"""Seeds in which a planted bug has to be found."""


def found_after(name: str, most: int = MOST, first: int = 0) -> tuple[int, str] | None:
    """Return the number of seeds after which a planted bug is found, and how; None: it is not."""
    with pytest.MonkeyPatch.context() as patch:
        PLANTS[name](patch)
        for number in range(most):
            failure = run_seed(first + number).failure
            if failure is not None:
                return number + 1, failure.rpartition("\n")[2]
    return None


def main() -> int:
    """Print after how many seeds each bug is found; returns the exit code."""
    names = [name for name in PLANTS if not sys.argv[2:] or name in sys.argv[2:]]
    most = int(sys.argv[1]) if sys.argv[1:] else MOST
    missed = 0
    for name in names:
        found = found_after(name, most)
        missed += found is None
        print(f"{name}: {'not found' if found is None else f'after {found[0]} seeds: {found[1]}'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
