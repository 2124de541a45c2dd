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

from tests.cluster.backups import begin_anew, drill
from tests.cluster.faults import DOUBLE, FAULTS, NAMED_ONLY, World
from tests.cluster.network import inside
from tests.cluster.nodes import Nodes, missing
from tests.cluster.report import Fault, Report, longest_pause
from tests.cluster.services import Services
from tests.cluster.watchers import watched
from tests.faults.checks import check_log
from tests.faults.clients import Crowd, crowd
from tests.service.forge import forge

_INSIDE = "TESTS_CLUSTER_INSIDE"


ALL = FAULTS | DOUBLE | {"drill": drill} | NAMED_ONLY


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    every = ",".join([*FAULTS, *DOUBLE, "drill"])
    parser.add_argument("--faults", default=every, help=f"names, with commas, of {', '.join(ALL)}; default: {every}")
    parser.add_argument("--rounds", type=int, default=1, help="how often each of them comes")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--thinks", type=float, default=0.2, help="seconds of a client before each decision")
    parser.add_argument("--quiet", type=float, default=5.0, help="seconds of play without a fault, at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="at the end lose all disks, and restore the cluster")
    parser.add_argument("--newer", type=Path, help="the programs of a later minor release, for upgrade-postgres")
    parser.add_argument("--old", type=Path, help="a checkout of the last release, for upgrade-services")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    parser.add_argument("--history", type=Path, help="a file for all operations, for tests/cluster/judge")
    parser.add_argument("--keep", type=Path, help="a folder that does not exist, for the files of the nodes")
    options = parser.parse_args(arguments)
    options.faults = options.faults.split(",") * options.rounds
    if unknown := set(options.faults) - ALL.keys():
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    return options


def main(arguments: list[str]) -> int:
    """Make the networks, and run inside."""
    options = parsed(arguments)
    if lacking := missing():
        sys.stderr.write(f"not installed: {', '.join(lacking)}\n")
        return 2
    if os.environ.get(_INSIDE) is None:
        os.environ[_INSIDE] = "1"
        inside("tests.cluster", arguments)
    folder = Path(tempfile.mkdtemp(prefix="ludolog-ha-"))
    try:
        report = played(folder, options)
    finally:
        if options.keep is not None:
            shutil.copytree(folder, options.keep, symlinks=True, ignore=shutil.ignore_patterns("disk", ".s.*"))
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.write("\n".join([*report.lines(), ""]))
    if options.json is not None:
        options.json.write_bytes(msgspec.json.encode(report))
    return 0 if report.gaps == report.repetitions == 0 else 1


def played(folder: Path, options: argparse.Namespace) -> Report:
    """Play on a cluster while it fails."""
    nodes = Nodes(folder)
    rng = random.Random(options.seed)
    with ExitStack() as ending:
        ending.callback(nodes.end)
        say("starting three nodes")
        # it reads its code meanwhile
        forge()
        nodes.start(own_clocks="jump-clock" in options.faults)
        with ExitStack() as running:
            services = Services(running, (nodes.hosts, nodes.proxied), folder, options.old)
            players = running.enter_context(crowd(services.servers, folder, options.clients, options.thinks))
            watchers = running.enter_context(watched(services.servers, players.clients))
            world = World(nodes, services, players, rng, options.newer)
            players.await_answers(2, everybody=True)
            say("playing")
            quiet_since, before = time.monotonic(), nodes.takeovers()
            time.sleep(options.quiet)
            quiet_pause = longest_pause(answered(players), quiet_since, time.monotonic())
            quiet_takeovers = nodes.takeovers() - before
            faults = [judged(world, name) for name in options.faults]
        say("reading the log")
        check_log(nodes.hosts, players.clients)
        restored_after = begin_anew(nodes, players.clients) if options.anew else 0.0
    if options.history is not None:
        history = [
            {"client": number, **operation._asdict()}
            for number, each in enumerate([*players.clients, *watchers])
            for operation in each.operations
        ]
        options.history.write_bytes(msgspec.json.encode(history))
    return Report(
        acknowledged=sum(len(client.journal.promises) for client in players.clients),
        games=len({promise.game for client in players.clients for promise in client.journal.promises}),
        streams=sum(each.streams for each in watchers),
        cuts=sum(each.cuts for each in watchers),
        events=sum(each.events for each in watchers),
        gaps=sum(each.gaps for each in watchers),
        repetitions=sum(each.repetitions for each in watchers),
        longest_wait=max(client.longest_wait for client in players.clients),
        put_off=sum(client.put_off for client in players.clients),
        quiet_takeovers=quiet_takeovers,
        quiet_pause=quiet_pause,
        restored_after=restored_after,
        faults=faults,
    )


def judged(world: World, name: str) -> Fault:
    """Do a fault, and measure what it does."""
    say(name)
    # not always at the same time after Patroni has renewed its lease
    time.sleep(world.rng.uniform(0.5, 2.5))
    before, began = world.nodes.takeovers(), time.monotonic()
    new_leader_after = ALL[name](world)
    ended = time.monotonic()
    fault = Fault(
        name=name,
        new_leader_after=new_leader_after,
        pause=longest_pause(answered(world.players), began, ended),
        pause_by_hosts=longest_pause(answered(world.players, 0), began, ended),
        pause_by_proxy=longest_pause(answered(world.players, 1), began, ended),
        whole_after=ended - began,
        takeovers=world.nodes.takeovers() - before,
        is_double=name in DOUBLE,
    )
    say(f"{name}: new leader after {fault.new_leader_after:.1f} s, pause {fault.pause:.1f} s")
    return fault


def answered(players: Crowd, server: int | None = None) -> list[float]:
    """Return when commands of anybody were acknowledged, by any server or by one."""
    return [
        at
        for client in players.clients
        # the threads of the clients add to both meanwhile
        for at, by in zip(client.answered, client.answered_by, strict=False)
        if server is None or by == server
    ]


def say(text: str) -> None:
    """Say what happens, with the time since the start of the system."""
    sys.stdout.write(f"{time.monotonic():.1f} {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
