"""Services in this process, each with a database of its own, in which the same people have the same tokens."""

import asyncio
import atexit
import contextlib
import datetime
import io
import logging
import shutil
import threading
import time
import warnings
from collections.abc import AsyncGenerator, Generator, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import LitestarDeprecationWarning

from service.app import create_app
from service.core.http.middleware import request_id
from service.core.keys.key_file import open_keys
from service.core.parts import parts_of
from service.core.processes.pool import ProcessPool
from service.core.settings import Settings
from service.core.store import store
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.lists.embedded import EmbeddedProjector
from service.lists.reading import ReadModels
from service.monitoring.integrity import background
from service.monitoring.telemetry.logs import configure_logs
from service.monitoring.telemetry.metrics import Metrics
from service.people.accounts import Accounts
from service.people.calendar_links import CalendarLinks, NewLink
from service.people.tokens import TokenSpec
from service.play.play import Play
from service.site_log.keeper import LogKeeper
from service.web.sharing import pictures
from tests.secrecy.asking import Answer, Ask, ask
from tests.secrecy.plays import GAME

MOST_SEATS = 4


class People:
    """Who asks: players by seat, the owner, somebody else, and what lets them in; tokens by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.calendars: dict[str, str] = {}
        open_keys(folder / "games.db.key")
        with Store(f"sqlite:///{folder}/games.db") as store:
            accounts = Accounts(store.database)
            for name in (*(f"seat {seat}" for seat in range(MOST_SEATS)), "owner", "stranger"):
                made = accounts.sign_up(name.title())
                self.tokens[name], self.ids[name] = made.secret, made.token.player
                link = NewLink(made.token.player, "phone", None)
                self.calendars[name] = CalendarLinks(store.database, accounts).create(link).secret
            for seat in range(MOST_SEATS):
                deputy = accounts.new_token(TokenSpec(self.ids[f"seat {seat}"], "deputy", ("read", "play"), GAME, seat))
                self.tokens[f"deputy {seat}"] = deputy.secret
            self.invitation = accounts.new_token(TokenSpec(self.ids["owner"], "guests", (), GAME)).secret

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players, by seat."""
        return tuple(self.ids[f"seat {seat}"] for seat in range(MOST_SEATS))


@cache
def people() -> People:
    """The people of all games: they sign up once for each test process."""
    folder = Path(mkdtemp(prefix="ludolog-people-"))
    try:
        return People(folder)
    finally:
        # what is copied for each service is read before: nothing stays behind
        _FILES.update({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})
        shutil.rmtree(folder)


_FILES: dict[str, bytes] = {}


_SITE: "ContextVar[Site | None]" = ContextVar("site", default=None)
"""The service whose code is running: its background tasks have the context in which it was started."""


_of_thread: "dict[int | None, Site]" = {}
"""The service of each thread that it has started: a new thread has no context."""


class _BySite(logging.StreamHandler[Any]):
    """Writes each line to the log of the service that logs it; lines of nothing but this process are dropped."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        running = _SITE.get() or _of_thread.get(threading.get_ident())
        if running is not None:
            running.log.append(self.format(record))


class Site:
    """A running service; `upto` is the version that its log goes up to."""

    app: Litestar

    def __init__(self) -> None:
        self.upto = 0
        self.now = "2026-11-20T12:00:00.000000Z"
        self.log: list[str] = []
        """The lines that were logged since the start, those at debug too."""

    @property
    def play(self) -> Play:
        """The use case."""
        return parts_of(self.app).get(Play)

    def clock(self) -> datetime.datetime:
        """Return the time at which the next batch of the game was written."""
        return datetime.datetime.fromisoformat(self.now)

    async def feed(self, log: Sequence[StoredEntry], upto: int) -> None:
        """Bring the log up to a version, as if another process had written it."""
        entries = log[self.upto : upto]
        if entries:
            head = log[self.upto - 1].head if self.upto else None
            await asyncio.wrap_future(self.play.store.append(entries, None, head))
            self.moved(upto)
            # on a slow machine lists are read after a second although they lag behind, in one world and not the other
            models = parts_of(self.app).get(ReadModels)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(30):
                    while any((await models.lag()).values()):
                        await asyncio.sleep(0.01)

    def moved(self, upto: int) -> None:
        """Take in that the log goes up to a version."""
        self.upto = upto
        self.play.moved(GAME, upto)
        projecting = parts_of(self.app).find(EmbeddedProjector)
        assert projecting is not None
        projecting.wake()
        # as a reader of lists does: otherwise the tables wait for further commits
        projecting.flush()

    async def ask(self, asked: Ask) -> tuple[Answer, list[str]]:
        """Return the answer to a request, and the lines that were logged meanwhile."""
        began = len(self.log)
        with self.at_work():
            answer = await ask(self.app, asked)
        return answer, self.log[began:]

    @contextlib.contextmanager
    def at_work(self) -> Generator[None]:
        """Let what is logged in the block be logged by this service."""
        token = _SITE.set(self)
        try:
            yield
        finally:
            _SITE.reset(token)


@contextlib.contextmanager
def _logging() -> Generator[None]:
    before = logging.root.handlers[:], logging.root.level
    configure_logs(Settings(log="json", log_level="debug"), io.StringIO())
    made = _BySite()
    made.setFormatter(logging.root.handlers[0].formatter)
    logging.root.handlers[:] = [made]
    # the library names the objects of the machine that it waits for
    logging.getLogger("asyncio").setLevel(logging.INFO)
    try:
        yield
    finally:
        logging.root.handlers[:], level = before
        logging.root.setLevel(level)
        logging.captureWarnings(capture=False)


class _KeptPool(ProcessPool):
    """Processes that outlive a site: the next one has their work done by them."""

    def close(self) -> None:
        """Leave the processes to the next site."""


@cache
def _makes_pictures(name: str) -> ProcessPool:
    return _KeptPool(lambda: 1, name, niceness=0)


def _kept_pool(_: object, name: str, *, niceness: int) -> ProcessPool:
    """Return the pool of all sites instead of one of a site's own."""
    assert niceness == 0
    return _makes_pictures(name)


@contextlib.contextmanager
def _one_process_for_pictures() -> Generator[None]:
    """Let one process make the pictures of all sites: each would read the whole code before its first picture."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "ProcessPool", _kept_pool)
        yield


def _no_turn(_keeper: LogKeeper) -> None:
    """Add nothing to the transparency log."""


@contextlib.contextmanager
def _standing_clock() -> Generator[None]:
    """Let everything that is measured last 0 seconds, so that a number in a metric or a log line is no duration.

    No time comes at which the log is checked, either.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (request_id, store):
            patch.setattr(module, "time", SimpleNamespace(monotonic=time.monotonic, perf_counter=lambda: 0.0))
        # no log that could have been written stands in another world: after a minute its game would count as damaged
        patch.setattr(background, "FIRST_CHECK", 86_400.0)
        # and the transparency log would wait for its repair
        patch.setattr(LogKeeper, "turn", _no_turn)
        yield


class _Place:
    """An application with a folder, which one site after the other uses: to make an application takes long."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="ludolog-site-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        settings = Settings(
            database=f"sqlite:///{self.folder}/games.db",
            rate_limit=0,
            access_log=True,
            acts_log=True,
            metrics=True,
            log="json",
        )
        with warnings.catch_warnings():
            # of the framework, and of the next major version of it
            warnings.simplefilter("ignore", LitestarDeprecationWarning)
            self.app = create_app(settings, lambda store: Play(store, self.site.clock))
        self.metrics: Metrics | None = None

    def cleared(self) -> Site:
        """Return the site of a new process and a new database."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for name, data in _FILES.items():
            (self.folder / name).touch(mode=0o600)
            (self.folder / name).write_bytes(data)
        if self.metrics is not None:
            # the metrics of a new process
            Metrics.__init__(self.metrics)
        self.site = Site()
        self.site.app = self.app
        return self.site


_free: list[_Place] = []


def make_places(number: int) -> None:
    """Make applications for so many sites, before a leak is planted in what they are made of."""
    while len(_free) < number:
        _free.append(_Place())


@contextlib.asynccontextmanager
async def site() -> AsyncGenerator[Site]:
    """Run a service until the block ends."""
    people()
    make_places(1)
    place = _free.pop()
    running = place.cleared()
    with _logging(), _standing_clock(), _one_process_for_pictures():
        async with contextlib.AsyncExitStack() as stack:
            before = threading.enumerate()
            with running.at_work():
                await stack.enter_async_context(running.app.lifespan())
            _of_thread.update({each.ident: running for each in threading.enumerate() if each not in before})
            place.metrics = parts_of(running.app).find(Metrics)
            yield running
    # a place whose service has failed is not used again
    _free.append(place)
