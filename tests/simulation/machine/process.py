"""A process of the service: its own event loop, store, caches and background tasks over the shared database."""

import asyncio
import datetime
import random
import tempfile
import threading
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

from service.app import build_parts, running
from service.core.keys.key_file import KeyFile
from service.core.keys.signing import Signer, new_key
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.anchors import Anchor, Readings
from service.core.store.database import Cursor, Database
from service.core.store.store import Store
from service.due.bot_runner import BotRunner
from service.features import FEATURES
from service.lists.embedded import DEBOUNCE, POLL_INTERVAL, EmbeddedProjector
from service.lists.projector import BATCH_DELAY
from service.lists.reading import ReadModels
from service.news.notifications import Notifications
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from tests.simulation.checks.talk import LIMIT
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.loop import Loop
from tests.simulation.machine.scheduler import Scheduler

if TYPE_CHECKING:
    from tests.simulation.world import World


@cache
def settings() -> Settings:
    """Return the settings of all processes, with a key file that is the same in every run."""
    folder = Path(tempfile.mkdtemp(prefix="ludolog-simulation-"))
    file = folder / "keys.json"
    key = new_key(bytes(range(32)), datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC))
    file.touch(mode=0o600)
    file.write_bytes(msgspec.json.encode(KeyFile((key,))))
    return Settings(
        database="postgresql://simulated/",
        key_file=str(file),
        projections="embedded",
        # all accounts are new, and all requests are of one day
        messages=LIMIT,
        messages_pause=0,
    )


class _Alive:
    """Stands for the writer thread, whose commits are jobs of the scheduler."""

    def is_alive(self) -> bool:
        return True


class _Queue(SimpleQueue[Any]):
    """The queue of the writer. A batch in an empty queue wakes the writer."""

    def __init__(self, store: "SimulatedStore") -> None:
        self._store = store

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        super().put(item, block, timeout)
        self._store.wake()


class SimulatedStore(Store):
    """The store of one process. Its writer thread is a job of the scheduler; everything else is inherited."""

    def __init__(self, disk: Disk, loop: Loop) -> None:  # pyright: ignore[reportMissingSuperCall] - the base starts a thread and opens a file
        self.application = disk.application
        self.file = None
        self._before = self._after = lambda: None
        self.database = Database(self.application.datastore)
        self.conflicts = 0
        self.committed = lambda _batches, _seconds: None
        self.states_elsewhere = lambda _game, _after, _upto: None
        self._full_at = None
        self._is_closed = False
        self._reading = 0
        self._idle = threading.Condition()
        self._writer: Any = _Alive()
        self._queue: Any = _Queue(self)
        self._loop = loop
        self._is_woken = False

    @property
    def is_shared(self) -> bool:
        return True

    def wake(self) -> None:
        """Let the writer commit soon."""
        if not self._is_woken:
            self._is_woken = True
            scheduler = self._loop.scheduler
            scheduler.soon(self._loop, scheduler.delay(scheduler.rng) / 1_000_000, self._write_once)

    def _write_once(self) -> None:
        self._is_woken = False
        self._write_group(self._next_group())

    def close(self) -> None:
        self._is_closed = True


class SimulatedProjector(EmbeddedProjector):
    """The projector of the service, whose thread is a task of its process."""

    def start(self) -> None:
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._follow())

    def wake(self, game: str = "") -> None:
        del game
        self._changed.set()

    def flush(self) -> None:
        """Do nothing: a reader waits for the debounce."""

    def stop(self) -> None:
        self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    async def _follow(self) -> None:
        while True:
            delay = await asyncio.to_thread(self.attempt)
            if delay is not None:
                await asyncio.sleep(delay)
                continue
            try:
                async with asyncio.timeout(POLL_INTERVAL):
                    await self._changed.wait()
            except TimeoutError:
                pass
            else:
                await asyncio.sleep(BATCH_DELAY + DEBOUNCE)
            self._changed.clear()


class Process:
    """A process from its start to its end."""

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.loop = Loop(world.scheduler, name)
        self.loop.scheduler.running = self.loop
        self.parts: Parts | None = None
        self._main: asyncio.Task[None] | None = None
        world.scheduler.soon(self.loop, 0, self._build)

    @property
    def is_up(self) -> bool:
        """Whether the process answers requests."""
        return self.parts is not None and not self.loop.is_dead

    def _build(self) -> None:
        """Build the parts and start their background work, as the application does."""
        try:
            parts = built(self.world, self.loop)
        except Exception as error:  # noqa: BLE001 - the world decides which errors may prevent a start
            self.world.failed_start(self, error)
            return
        self._main = self.loop.create_task(self._run(parts))

    async def _run(self, parts: Parts) -> None:
        try:
            async with running(FEATURES, parts):
                self.parts = parts
                await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.loop.kill()
            raise
        except Exception as error:  # noqa: BLE001 - as above
            self.world.failed_start(self, error)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.parts = None
        self.loop.kill()


def _no_server(_cursor: Cursor) -> int:
    raise NotImplementedError


def built(world: "World", loop: Loop) -> Parts:
    """Return the parts of a process, with simulated time, secrets, receivers and threads."""
    scheduler: Scheduler = world.scheduler
    store = SimulatedStore(world.disk, loop)
    readings = Readings(lambda: scheduler.now, lambda: scheduler.now, lambda: True, _no_server)
    clock = SteadyClock(Anchor(0), readings)
    play = Play(store, clock, world.secrets.randbytes)
    parts = build_parts(settings(), store, play, None)
    parts.get(Notifications).client.close()
    notifications = Notifications(store, parts.get(ReadModels), parts.get(Signer), world.outgoing(), play.now)
    projector = SimulatedProjector(parts.get(ReadModels).registry, parts.get(ReadModels).log)
    # the only randomness of a process that does not come from the system or the module `random`
    parts.get(BotRunner).rng = random.Random(world.secrets.getrandbits(64))
    parts.replace(Notifications, notifications)
    parts.replace(EmbeddedProjector, projector)
    return parts
