"""`python -m tests.abuse.crowds [--seconds 20] [--rounds 2] [KIND …]`: the long run, with figures.

Each crowd attacks a service with default limits, over HTTP/1.1 and HTTP/2, several rounds each: the memory of the
second round shows whether anything stays. The crowd is one process with a lower priority (`nice`), on the same
processors.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.abuse.crowds.attack import Report, share
from tests.abuse.crowds.kinds import KINDS, NICE
from tests.abuse.crowds.watched import PACE, Round, Watched, started
from tests.service.server import Server, running

PLAYER_WITHIN, PROBE_WITHIN = 100.0, 50.0
"""Milliseconds for 99 of 100 answers to good clients, and to a probe."""

GROWTH = 50.0
"""MiB by which the memory may grow in a round, in addition to what its clients may use."""

STAYS = 10.0
"""MiB by which the memory may be larger after the last round than after the first one."""


def main() -> int:
    """Attack, and print a line for each round; returns 1 if a goal was missed."""
    options = _options()
    missed = 0
    for name in options.kinds or KINDS:
        for http in options.http:
            with tempfile.TemporaryDirectory() as folder, running(started(Path(folder))) as server:
                rounds = [*_rounds(server, name, http, options)]
                missed += bool(_missed(rounds))
                print(f"    goals: {'; '.join(_missed(rounds)) or 'reached'}", flush=True)
    return int(missed > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.abuse.crowds")
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--http", type=int, nargs="*", choices=[1, 2], default=[1, 2])
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two bursts of resets")
    parser.add_argument("--nice", type=int, default=NICE, help="the niceness of the crowd")
    return parser.parse_args()


def _rounds(server: Server, name: str, http: int, options: argparse.Namespace) -> Iterator[Round]:
    watched = Watched(server, options.nice)
    with watched.player, watched.probe:
        time.sleep(2)
        alone = watched.player.times(), watched.probe.times()
        print(f"{name}, HTTP/{http}: alone p99 {alone[0].p99} ms, live {alone[1].p99} ms", flush=True)
        for _ in range(options.rounds):
            done = watched.round(name, http, options.seconds, options.count, options.pace)
            for line in _lines(done):
                print(f"    {line}", flush=True)
            yield done
    assert server.process.poll() is None, "the service has ended"


def _lines(done: Round) -> Iterator[str]:
    for what, times in (("good", done.player), ("live", done.probe)):
        yield f"{what}: p50 {times.p50}, p99 {times.p99}, max {times.most} ms of {times.answers}; {times.failures[:3]}"
    yield (
        f"memory {done.before:.0f}, {done.most:.0f}, {done.after:.0f} MiB; processor: service {done.server_cpu:.0%}, "
        f"crowd {done.crowd_cpu:.0%}; 5xx {done.failures}; recovered after {done.recovery:.2f} s; "
        f"files {done.files[0]}, at the end {done.files[1]}"
    )
    yield f"clients: {_ended(done.report)}"


def _ended(report: Report) -> str:
    cut = report.seconds
    times = f"; cut off after {cut[0]} to {cut[-1]} s, half after {share(cut, 0.5)} s" if cut else ""
    return f"{report.connections} connections, {report.requests} requests: {report.ended}{times}"


def _missed(rounds: list[Round]) -> list[str]:
    found: list[str] = []
    if any(each.player.p99 > PLAYER_WITHIN for each in rounds):
        found.append(f"p99 of good clients above {PLAYER_WITHIN:.0f} ms")
    if any(each.probe.p99 > PROBE_WITHIN for each in rounds):
        found.append(f"p99 of /health/live above {PROBE_WITHIN:.0f} ms")
    kind, count = KINDS[rounds[0].kind], rounds[0].count
    growth = GROWTH + count * kind.memory
    if any(each.most - each.before > growth for each in rounds):
        found.append(f"memory grew by more than {growth:.0f} MiB")
    if rounds[-1].after - rounds[0].after > STAYS:
        found.append("memory stays")
    if any(status != 503 for each in rounds for status in each.failures):
        found.append("5xx")
    if any(each.player.failures or each.probe.failures for each in rounds):
        found.append("a good client was refused")
    return found


if __name__ == "__main__":
    raise SystemExit(main())
