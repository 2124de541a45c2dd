"""Play on a cluster while it fails: `python -m tests.cluster`, as root; `--help` names the options.

The exit code is 0 if no acknowledged command is lost or repeated, and no stream has a gap.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec

from tests.cluster.faults import FAULTS, World
from tests.cluster.network import inside
from tests.cluster.nodes import Nodes, missing
from tests.cluster.report import Fault, Report, longest_pause
from tests.cluster.watchers import watched
from tests.faults.checks import check_log
from tests.faults.clients import crowd
from tests.readmodels.test_commands import worker
from tests.service.forge import forge
from tests.service.server import serving

_INSIDE = "TESTS_CLUSTER_INSIDE"


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--faults", default=",".join(FAULTS), help="names, with commas; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=1, help="how often each of them comes")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--thinks", type=float, default=0.2, help="seconds of a client before each decision")
    parser.add_argument("--quiet", type=float, default=5.0, help="seconds of play without a fault, at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--keep", type=Path, help="a folder that does not exist, for the files of the nodes")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Make the networks, and run inside."""
    options = parsed(arguments)
    if lacking := missing():
        print(f"not installed: {', '.join(lacking)}", file=sys.stderr)
        return 2
    if os.environ.get(_INSIDE) is None:
        os.environ[_INSIDE] = "1"
        return inside("tests.cluster", arguments)
    folder = Path(tempfile.mkdtemp(prefix="ludolog-ha-"))
    try:
        report = played(folder, options)
    finally:
        if options.keep is not None:
            shutil.copytree(folder, options.keep, symlinks=True, ignore=shutil.ignore_patterns("disk", ".s.*"))
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(report.lines()))
    if options.json is not None:
        options.json.write_bytes(msgspec.json.encode(report))
    return 0 if report.gaps == report.repetitions == 0 else 1


def played(folder: Path, options: argparse.Namespace) -> Report:
    """Play on a cluster while it fails."""
    names = options.faults.split(",") * options.rounds
    nodes = Nodes(folder)
    rng = random.Random(options.seed)
    with ExitStack() as ending:
        ending.callback(nodes.end)
        say("starting three nodes")
        # it reads its code meanwhile
        forge()
        nodes.start()
        settings = {"LUDOLOG_KEY_FILE": str(folder / "key")}
        with ExitStack() as running:
            urls = (nodes.hosts, nodes.proxied)
            # one after the other: the first migrates
            servers = [
                running.enter_context(serving(url, {}, folder / f"service-{number}.log", **settings))
                for number, url in enumerate(urls)
            ]
            for number, url in enumerate(urls):
                running.enter_context(worker(url, err=str(folder / f"worker-{number}.log"), **settings))
            players = running.enter_context(crowd(servers, folder, options.clients, options.thinks))
            watchers = running.enter_context(watched(servers, players.clients))
            world = World(nodes, servers, players, rng)
            players.await_answers(2, everybody=True)
            say("playing")
            quiet_since, before = time.monotonic(), nodes.takeovers()
            time.sleep(options.quiet)
            quiet_pause = longest_pause(players.clients, quiet_since, time.monotonic())
            quiet_takeovers = nodes.takeovers() - before
            faults = [judged(world, name) for name in names]
        say("reading the log")
        check_log(nodes.hosts, players.clients)
    return Report(
        acknowledged=sum(len(client.journal.promises) for client in players.clients),
        games=len({promise.game for client in players.clients for promise in client.journal.promises}),
        streams=sum(each.streams for each in watchers),
        cuts=sum(each.cuts for each in watchers),
        gaps=sum(each.gaps for each in watchers),
        repetitions=sum(each.repetitions for each in watchers),
        longest_wait=max(client.longest_wait for client in players.clients),
        put_off=sum(client.put_off for client in players.clients),
        quiet_takeovers=quiet_takeovers,
        quiet_pause=quiet_pause,
        faults=faults,
    )


def judged(world: World, name: str) -> Fault:
    """Do a fault, and measure what it does."""
    say(name)
    # not always at the same time after Patroni has renewed its lease
    time.sleep(world.rng.uniform(0.5, 2.5))
    before, began = world.nodes.takeovers(), time.monotonic()
    new_leader_after = FAULTS[name](world)
    ended = time.monotonic()
    fault = Fault(
        name=name,
        new_leader_after=new_leader_after,
        pause=longest_pause(world.players.clients, began, ended),
        whole_after=ended - began,
        takeovers=world.nodes.takeovers() - before,
    )
    say(f"{name}: new leader after {fault.new_leader_after:.1f} s, pause {fault.pause:.1f} s")
    return fault


def say(text: str) -> None:
    """Say what happens, with the time since the start of the system."""
    print(f"{time.monotonic():.1f} {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
