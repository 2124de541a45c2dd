"""What happens to a cluster: each fault is done to it under load, and ends when the cluster is whole again."""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.cluster.nodes import Node, Nodes
from tests.cluster.services import Services
from tests.faults.clients import Crowd
from tests.waiting import until

WHOLE_WITHIN = 120.0
"""Seconds until all nodes follow again."""


ALONE = 15.0
"""Seconds for which a node, or a connection of two, is away."""


class World(NamedTuple):
    """The cluster, and what uses it."""

    nodes: Nodes
    services: Services
    players: Crowd
    rng: random.Random
    newer: Path | None = None
    """The folder of the programs of a later minor release of PostgreSQL."""

    def whole(self) -> None:
        """Wait until all nodes follow again, and everybody plays."""
        until(self.nodes.is_whole, WHOLE_WITHIN, 0.2)
        self.players.await_answers(2, everybody=True)


def kill_leader(world: World) -> float:
    """All processes of the leader, etcd among them, are killed with SIGKILL: its machine loses power."""
    leader = world.nodes.await_leader()
    began = time.monotonic()
    leader.off()
    world.nodes.await_leader(leader)
    took = time.monotonic() - began
    world.players.await_answers(2, everybody=True)
    leader.start()
    world.whole()
    return took


def kill_postgres(world: World) -> float:
    """The postmaster of the leader is killed with SIGKILL; its Patroni lives."""
    leader = world.nodes.await_leader()
    began = time.monotonic()
    os.kill(leader.postmaster(), signal.SIGKILL)
    until(lambda: not leader.is_leader(), every=0.05)
    world.nodes.await_leader()
    took = time.monotonic() - began
    world.whole()
    return took


def _restart_patroni(node: Node) -> None:
    node.stop("patroni", signal.SIGKILL)
    time.sleep(1.0)
    node.start_patroni()


def kill_patroni(world: World) -> float:
    """Patroni of the leader is killed with SIGKILL, PostgreSQL lives; a second later it is started again."""
    leader = world.nodes.await_leader()
    _restart_patroni(leader)
    world.whole()
    return 0.0


def freeze_leader(world: World) -> float:
    """All processes of the leader are stopped with SIGSTOP, and go on some time after another one has taken over."""
    leader = world.nodes.await_leader()
    began = time.monotonic()
    leader.machine.signal(signal.SIGSTOP)
    try:
        world.nodes.await_leader(leader)
        took = time.monotonic() - began
        world.players.await_answers(2, everybody=True)
        time.sleep(3.0)
    finally:
        leader.machine.signal(signal.SIGCONT)
    world.whole()
    return took


def freeze_standby(world: World) -> float:
    """All processes of the synchronous standby are stopped with SIGSTOP for fifteen seconds."""
    standby = world.nodes.synchronous()
    standby.machine.signal(signal.SIGSTOP)
    try:
        world.players.await_answers(2, everybody=True)
        time.sleep(ALONE)
    finally:
        standby.machine.signal(signal.SIGCONT)
    world.whole()
    return 0.0


def isolate_leader(world: World) -> float:
    """Nobody reaches the leader, and it reaches nobody."""
    leader = world.nodes.await_leader()
    others = [node.machine for node in world.nodes.nodes if node is not leader]
    began = time.monotonic()
    for other in (*others, None):
        world.nodes.network.cut(leader.machine, other)
    try:
        world.nodes.await_leader(leader)
        took = time.monotonic() - began
        world.players.await_answers(2, everybody=True)
    finally:
        for other in (*others, None):
            world.nodes.network.mend(leader.machine, other)
    world.whole()
    return took


def _cut_pair(world: World, one: Node | None, other: Node | None) -> float:
    machines = [None if node is None else node.machine for node in (one, other)]
    world.nodes.network.cut(*machines)
    try:
        time.sleep(ALONE)
        world.players.await_answers(2, everybody=True)
    finally:
        world.nodes.network.mend(*machines)
    world.whole()
    return 0.0


def cut_leader_and_synchronous(world: World) -> float:
    """The leader and its synchronous standby do not reach each other for fifteen seconds."""
    return _cut_pair(world, world.nodes.await_leader(), world.nodes.synchronous())


def cut_leader_and_other(world: World) -> float:
    """The leader and the other standby do not reach each other for fifteen seconds."""
    leader, synchronous = world.nodes.await_leader(), world.nodes.synchronous()
    return _cut_pair(world, leader, next(n for n in world.nodes.nodes if n not in {leader, synchronous}))


def cut_standbys(world: World) -> float:
    """The two standbys do not reach each other for fifteen seconds."""
    leader = world.nodes.await_leader()
    return _cut_pair(world, *(node for node in world.nodes.nodes if node is not leader))


def lose_etcd(world: World) -> float:
    """All three etcd are killed, and started thirty seconds later: failsafe mode."""
    leader = world.nodes.await_leader()
    for node in world.nodes.nodes:
        node.stop("etcd", signal.SIGKILL)
    time.sleep(30.0)
    world.players.await_answers(2, everybody=True)
    assert leader.is_leader(), "the leader did not go on without etcd"
    for node in world.nodes.nodes:
        node.start_etcd()
    world.whole()
    return 0.0


def lose_etcd_data(world: World) -> float:
    """All three etcd are killed, and lose their disks; thirty seconds later they begin empty."""
    for node in world.nodes.nodes:
        node.stop("etcd", signal.SIGKILL)
        shutil.rmtree(node.folder / "etcd")
    time.sleep(30.0)
    world.players.await_answers(2, everybody=True)
    for node in world.nodes.nodes:
        node.start_etcd()
    world.whole()
    return 0.0


def switch(world: World) -> float:
    """The leadership is handed over to the synchronous standby."""
    took = world.nodes.switch(world.nodes.synchronous())
    world.whole()
    return took


def stop_standbys(world: World) -> float:
    """PostgreSQL of both standbys is stopped; etcd runs. The leader goes on alone, is lost too, and comes back."""
    leader = world.nodes.await_leader()
    standbys = [node for node in world.nodes.nodes if node is not leader]
    for node in standbys:
        node.stop("patroni")
    world.players.await_answers(2, everybody=True)
    # what is acknowledged now, the leader has alone
    leader.off()
    for node in standbys:
        node.start_patroni()
    deadline = time.monotonic() + ALONE
    while time.monotonic() < deadline:
        assert not any(node.is_leader() for node in standbys), "a standby without all commands was promoted"
        time.sleep(0.2)
    leader.start()
    world.whole()
    return 0.0


def stop_standbys_strict(world: World) -> float:
    """The same stop under `synchronous_mode_strict`: nothing is acknowledged until a standby is back."""
    world.nodes.configure(synchronous_mode_strict=True)
    # each node reads it within a turn of its loop
    time.sleep(3.0)
    leader = world.nodes.await_leader()
    standbys = [node for node in world.nodes.nodes if node is not leader]
    for node in standbys:
        node.stop("patroni")
    began = time.monotonic()
    time.sleep(ALONE)
    answered = [at for client in world.players.clients for at in client.answered if at > began]
    assert not answered, f"{len(answered)} commands were acknowledged by one node"
    for node in standbys:
        node.start_patroni()
    world.whole()
    world.nodes.configure(synchronous_mode_strict=False)
    time.sleep(3.0)
    return 0.0


def upgrade_postgres(world: World) -> float:
    """A later minor release: the standbys restart with it, one takes over, and the former leader restarts."""
    assert world.newer is not None, "--newer names the folder of a later PostgreSQL"
    leader = world.nodes.await_leader()
    before = leader.told()["server_version"]
    standbys = [node for node in world.nodes.nodes if node is not leader]
    for node in standbys:
        node.use(world.newer)
        node.restart_postgres()
        world.whole()
    took = world.nodes.switch(world.nodes.synchronous())
    leader.use(world.newer)
    until(world.nodes.is_whole, WHOLE_WITHIN, 0.2)
    leader.restart_postgres()
    world.whole()
    versions = {node.told()["server_version"] for node in world.nodes.nodes}
    assert len(versions) == 1, versions
    assert versions != {before}, f"{before} before and after"
    return took


def jump_clock(world: World) -> float:
    """The clock of the leader's Patroni and PostgreSQL jumps an hour ahead, and later an hour back."""
    leader = world.nodes.await_leader()
    for seconds in (3600, 0):
        leader.set_clock(seconds)
        # as patroni-clock.timer does: its next turn would come when the clock has made up for the jump
        _restart_patroni(leader)
        time.sleep(ALONE)
        world.players.await_answers(2, everybody=True)
    world.whole()
    return 0.0


def fill_disk(world: World) -> float:
    """The disk of the leader is full for as long as it takes until another one has taken over."""
    leader = world.nodes.await_leader()
    began = time.monotonic()
    filler = leader.folder / "disk" / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(2**20))
        except OSError:
            pass
    try:
        world.nodes.await_leader(leader)
        took = time.monotonic() - began
        world.players.await_answers(2, everybody=True)
    finally:
        filler.unlink()
    world.whole()
    return took


def upgrade_services(world: World) -> float:
    """The service processes are stopped and started one after the other; with --old, by this release after another."""
    world.services.upgrade(world.players)
    world.players.await_answers(2, everybody=True)
    return 0.0


FAULTS: dict[str, Callable[[World], float]] = {
    "kill-leader": kill_leader,
    "kill-postgres": kill_postgres,
    "kill-patroni": kill_patroni,
    "freeze-leader": freeze_leader,
    "freeze-standby": freeze_standby,
    "isolate-leader": isolate_leader,
    "cut-leader-synchronous": cut_leader_and_synchronous,
    "cut-leader-other": cut_leader_and_other,
    "cut-standbys": cut_standbys,
    "lose-etcd": lose_etcd,
    "lose-etcd-data": lose_etcd_data,
    "switch": switch,
    "fill-disk": fill_disk,
    "upgrade-services": upgrade_services,
}
"""The faults by name. Each returns the seconds until a new leader accepted writes; 0: none had to."""

DOUBLE: dict[str, Callable[[World], float]] = {
    "stop-standbys": stop_standbys,
    "stop-standbys-strict": stop_standbys_strict,
}
"""Several failures at once, in which play stands still until a node is back."""

NAMED_ONLY: dict[str, Callable[[World], float]] = {
    "jump-clock": jump_clock,
    "upgrade-postgres": upgrade_postgres,
}
"""Faults that need more than Debian's packages of a cluster: libfaketime, and a second PostgreSQL."""
