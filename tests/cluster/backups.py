"""Backups of a cluster: the drill of deploy/cluster restores the state of a point, a new cluster begins from one."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from service.core.store.store import Store
from tests.cluster.faults import WHOLE_WITHIN, World
from tests.cluster.nodes import BINARIES, CLUSTER, Nodes
from tests.faults.checks import check_game, check_promises
from tests.faults.clients import Client
from tests.waiting import until

POINT = "drill"


def drill(world: World) -> float:
    """A backup while all play; later the state of a point in between is restored beside the cluster, and compared."""
    nodes, clients = world.nodes, world.players.clients
    began = time.time()
    nodes.backrest("--type=full", "backup")
    # the repository tells whole seconds
    assert [began - 1 < at <= time.time() for at in nodes.latest_backups()] == [True] * 3
    world.players.await_answers(2, everybody=True)
    before = [len(client.journal.promises) for client in clients]
    nodes.query(f"SELECT pg_create_restore_point('{POINT}')")
    after = [len(client.journal.promises) for client in clients]
    world.players.await_answers(3, everybody=True)
    # the rest of the log up to now gets into the repository
    nodes.backrest("check")
    with _restored(nodes, nodes.folder / POINT, "--type=name", f"--target={POINT}") as url:
        _compare(url, clients, before, after)
    # a state that needs no target: that of the backup itself
    with _restored(nodes, nodes.folder / POINT, "--type=immediate") as url, Store(url):
        pass
    return 0.0


def _compare(url: str, clients: Sequence[Client], before: list[int], after: list[int]) -> None:
    """Check that a restored log has what was promised before the point, and nothing that was asked after it."""
    with Store(url) as store:
        for client, early, late in zip(clients, before, after, strict=True):
            promises = client.journal.promises
            for game in {promise.game for promise in promises[:early]}:
                check_game(store, game, [each for each in promises[:early] if each.game == game])
            # the first after the point may have been on its way
            for promise in promises[late + 1 :]:
                assert not store.read(promise.game, promise.version - 1, promise.version), f"{promise} came later"


class _restored:  # noqa: N801 - used as a function
    """The script `drill`, whose command waits until the block has ended."""

    def __init__(self, nodes: Nodes, folder: Path, *options: str) -> None:
        node = nodes.nodes[-1]
        self._folder, self._done = folder, nodes.folder / "done"
        configuration = node.folder / "etc/pgbackrest.conf"
        environment = {**os.environ, "CONFIG": str(configuration), "BIN": str(BINARIES), "FOLDER": str(folder)}
        # the script makes the folder, and the user of the servers may not be able to read that of the repository
        nodes.folder.chmod(0o777)
        script = Path(shutil.copy(CLUSTER / "drill", nodes.folder / "drill.sh"))
        waiting = f"touch {folder}/ready; until [ -e {self._done} ]; do sleep 0.1; done"
        command = [*node.machine.entered(node.user.pw_uid), str(script), *options, "--", "sh", "-c", waiting]
        self._log = (nodes.folder / "drill.log").open("wb")
        self._process = subprocess.Popen(command, env=environment, cwd="/", stdout=self._log, stderr=self._log)

    def __enter__(self) -> str:
        def is_ready() -> bool:
            assert self._process.poll() is None, "the drill has ended: see drill.log"
            return (self._folder / "ready").exists()

        until(is_ready)
        return f"postgresql://ludolog@/ludolog?host={self._folder}&port=5499"

    def __exit__(self, *_: object) -> None:
        self._done.touch()
        code = self._process.wait(60)
        self._log.close()
        self._done.unlink()
        assert code == 0, f"the drill has ended with {code}"
        assert not self._folder.exists()


def begin_anew(nodes: Nodes, clients: Sequence[Client]) -> float:
    """Lose the disks of all nodes, and make the cluster from the repository; returns the seconds until it is whole."""
    nodes.backrest("--type=full", "backup")
    nodes.backrest("check")
    database = nodes.hosts
    began = time.monotonic()
    for node in nodes.nodes:
        node.off()
        for folder in (node.data, node.folder / "etcd"):
            with suppress(FileNotFoundError):
                shutil.rmtree(folder)
        configuration = node.folder / "etc/patroni/config.yml"
        text = configuration.read_text()
        assert "  # method: restore\n" in text
        configuration.write_text(text.replace("  # method: restore\n", "  method: restore\n"))
    for node in nodes.nodes:
        node.start()
    until(nodes.is_whole, WHOLE_WITHIN, 0.2)
    took = time.monotonic() - began
    check_promises(database, clients)
    return took
