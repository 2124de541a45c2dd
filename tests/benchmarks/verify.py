"""Verifying finished games, signatures included, against folding them once."""

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from domain.game.fold import fold
from domain.ledger.records import Entry
from domain.ledger.signing import Keys
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from projections.history import FULL
from service.core.keys.key_file import open_keys
from service.core.keys.signing import is_signed_by
from service.core.store.store import Store
from service.proof.bundles import bundle_lines
from service.serving.simulate import Plan, Simulated, simulate
from tests.benchmarks.rounds import Row, compared

GAMES = 12
LONGEST = 0.250
"""Seconds that one game may take."""
A_MINUTE = 1000
"""Games that two processors verify in a minute."""


def rows() -> list[Row]:
    """Compare, for each title, with one fold; then say how many games a minute both processors verify."""
    found: list[Row] = []
    every: list[list[bytes]] = []
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder)}/games.db") as store:
        signer = open_keys(Path(folder) / "key")
        for title, ruleset in RULESETS.items():
            finished: list[Simulated] = []
            seats = ruleset.seats[-1]
            plan = Plan(title, ("careful",) * seats, ruleset.resolve_options(None, {}), GAMES, len(every))
            simulate(plan, ruleset, store, None, finished.append)
            logs = [store.read(one.game) for one in finished]
            for log in logs:
                game = fold(log)
                assert game is not None
                every.append(list(bundle_lines(game, log, FULL, signer)))
            keys = Keys(is_signed_by, {signer.key_id: signer.public_key})
            bundles = every[-GAMES:]

            def verified(lines: list[list[bytes]] = bundles, trusted: Keys = keys) -> int:
                return sum(verify(one, trusted).is_valid for one in lines)

            def folded(entries: list[list[Entry]] = [[*log] for log in logs]) -> int:  # noqa: B006 - never changed
                return sum(fold(one) is not None for one in entries)

            found += [
                compared(f"verify a game of {title}, fold it", "-", verified, folded, 3),
                _longest(title, verified),
            ]
    return [*found, _in_a_minute(every)]


def _longest(title: str, verified: Callable[[], int]) -> Row:
    began = time.perf_counter()
    done = verified()
    seconds = (time.perf_counter() - began) / done
    return Row(f"verify a game of {title}: in 250 ms", 1 / seconds, 1 / LONGEST, (LONGEST / seconds,), ">= 1")


def _in_a_minute(bundles: list[list[bytes]]) -> Row:
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_is_valid, bundles[:4]))
        rates: list[float] = []
        for _ in range(3):
            began = time.perf_counter()
            assert all(pool.map(_is_valid, bundles, chunksize=3))
            rates.append(60 * len(bundles) / (time.perf_counter() - began))
    goal = A_MINUTE / 60
    ratios = tuple(rate / A_MINUTE for rate in rates)
    return Row("games verified on two processors, 1,000 a minute", statistics.median(rates) / 60, goal, ratios, ">= 1")


def _is_valid(lines: list[bytes]) -> bool:
    return verify(lines, Keys(is_signed_by)).is_valid
