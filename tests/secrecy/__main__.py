"""`python -m tests.secrecy FIRST END [HTTP [EACH]]`: the long run, game by game for each title in turn, with figures.

Compares the games with the numbers from FIRST to before END for every viewer without a service: every event, and the
first and the last position, those around each event that discloses something, and one of EACH others (5), by chance.
Every HTTPth of the games is compared over HTTP too, as in the usual run. The number that a run printed last is the one
at which it goes on.
"""

import asyncio
import sys
import time

from domain.rulesets import RULESETS
from tests.secrecy.test_worlds import SAMPLED, compare, compare_without_http, game_of, sampled, worlds_of
from tests.secrecy.worlds import worlds_at_hand


def main(first: int, end: int, http: int, each: int) -> None:
    """Run; raises Leak or AssertionError at the first difference."""
    total = {title: [0, 0, 0, 0] for title in RULESETS}
    for number in range(first, end):
        for title, sums in total.items():
            began = time.process_time()
            played = game_of(title, number)
            compared, differing = compare_without_http(played, worlds_of(played), sampled(played, each))
            answers = 0
            if number % http == 0:
                worlds = worlds_of(played)
                with worlds_at_hand([*worlds.values()]):
                    answers = asyncio.run(compare(played, worlds))
            for place, value in enumerate((1, compared, differing, answers)):
                sums[place] += value
            seconds = time.process_time() - began
            print(f"{number} {title}: {seconds:.1f} s; games, positions, differing, answers: {sums}", flush=True)  # noqa: T201 - a report


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*given, *(10, SAMPLED)[len(given) - 2 :])
