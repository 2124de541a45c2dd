"""`python -m tests.simulation --seeds FIRST COUNT`, or `--seed N --trace` to repeat one."""

import argparse
import sys
import time

from tests.simulation.running import run_seeds, show


def main() -> int:
    """Run what the arguments ask for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", nargs=2, type=int, metavar=("FIRST", "COUNT"), help="run so many seeds")
    parser.add_argument("--seed", type=int, help="run one seed")
    parser.add_argument("--trace", action="store_true", help="print every event")
    parser.add_argument("--long", action="store_true", help="play games to their ends")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first failure")
    given = parser.parse_args()
    began = time.process_time()
    if given.seed is not None:
        return show(given.seed, is_long=given.long, is_shown=given.trace)
    first, count = given.seeds or (0, 300)
    failed = run_seeds(range(first, first + count), is_long=given.long, keeps_going=given.keep_going)
    spent = time.process_time() - began
    print(f"{count} seeds, {len(failed)} failed, {spent:.1f} s of processor time, {count / spent:.2f} seeds/s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
