"""Rebuilds tables from the first event next to the current ones, and swaps them at the end."""

from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from service.core.store.database import Cursor
from service.lists.isolation import write_isolated
from service.lists.log import PAGE, GameFolder, Log
from service.lists.pages import FoldedPage, Target, next_page
from service.lists.rebuild.lobby_phase import LobbyPhase
from service.lists.registry import PROJECTIONS, ProjectionState, Registry
from service.lists.tables.activity import KEPT

REBUILD_PAGE = 10_000
"""Events per transaction: in larger ones, a running game is written less often."""


class UnknownProjectionError(Exception):
    """There is no projection of this name; the message lists the existing ones."""


def projection_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the given projections in order, or all if none is given; raises UnknownProjectionError."""
    for name in names:
        if name not in PROJECTIONS:
            message = f"there is no projection {name[:40]!r}; there are {', '.join(PROJECTIONS)}"
            raise UnknownProjectionError(message)
    return tuple(sorted(set(names))) or tuple(sorted(PROJECTIONS))


class Rebuild:
    """A rebuild of some projections, page by page. The old tables are read until it is done."""

    def __init__(self, registry: Registry, log: Log, names: Sequence[str], kept: int = KEPT) -> None:
        """`kept` is the number of positions before the last change whose changes are kept."""
        self._registry = registry
        self._log = log
        self._folder = GameFolder(log)
        self._lobby_phase = LobbyPhase(log, names, kept)
        self._generations: dict[str, int] = {}
        """The new generation of each projection."""
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="ludolog-rebuild")
        self._written: Future[None] | None = None
        """The transaction of the last page."""
        self.names = tuple(names)
        self.position = 0
        """The position of the new tables after the last page."""

    @contextmanager
    def running(self) -> Generator[None]:
        """Create the new tables and drop them at the end of the block if unfinished; raises RebuildRunningError."""
        with self._registry.rebuild_lock():
            # a killed rebuild may have left tables
            self._registry.drop_unfinished(self.names)
            self._registry.begin(self.names)
            try:
                with self._registry.database.reading() as cursor:
                    targets = [_target(each) for each in self._registry.states(cursor, self.names)]
                self._generations = {target.name: target.generation for target in targets}
                yield
            finally:
                self._threads.shutdown()
                self._registry.drop_unfinished(self.names)

    def step(self, limit: int = REBUILD_PAGE) -> bool:
        """Process the next page, or swap the tables if less than a page is left; returns whether they were swapped.

        The swap processes the rest while all other writers wait: under constant load there would be no end otherwise.
        If the old tables are locked for longer, the next step tries again.
        """
        targets = [Target(name, generation, self.position) for name, generation in self._generations.items()]
        is_near = self._log.last() - self.position < min(limit, PAGE)
        page = self._next_page(targets, limit, is_near=is_near)
        if self._written is not None:
            # raises the error of an earlier step again: without its page, no further one may be written
            self._written.result()
        if page is None:
            return self._registry.try_change(self._swap)
        self._written = self._threads.submit(self._write, page)
        if not self._registry.database.is_postgres:
            # While PostgreSQL works, the next page is read and folded. `sqlite3` would take longer then: it releases
            # the GIL for each row, and waits to get it back.
            self._written.result()
        self.position = page.upto
        return False

    def _write(self, page: FoldedPage) -> None:
        with self._registry.database.writing() as cursor:
            new = write_isolated(cursor, self._registry, page)
        for damage in new:
            damage.report()

    def _next_page(self, targets: Sequence[Target], limit: int, *, is_near: bool) -> FoldedPage | None:
        """Return what is to be written next; None if less than a page of the log is left."""
        if page := self._lobby_phase.page(targets, limit):
            return page
        # PostgreSQL leaves gaps in the positions: far from the end by position, there may still be no event left
        page = None if is_near else next_page(targets, self._log, self._folder, limit)
        if page is None:
            return self._lobby_phase.rest(targets, self._folder, limit)
        self._lobby_phase.follow(page.parts)
        return page

    def _swap(self, cursor: Cursor) -> None:
        states = self._registry.lock(cursor, self.names)
        # The lock stops updates of the old tables: the new ones now reach the same position.
        self._catch_up(cursor, max(each.position for each in states))
        for state in states:
            self._registry.swap(cursor, state)

    def _catch_up(self, cursor: Cursor, upto: int) -> None:
        while True:
            targets = [_target(each) for each in self._registry.states(cursor, self.names)]
            if min(target.position for target in targets) >= upto:
                return
            page = next_page(targets, self._log, self._folder, PAGE, upto)
            if page is None:
                return
            for damage in write_isolated(cursor, self._registry, page):
                damage.report()


def _target(state: ProjectionState) -> Target:
    """Return the generation of a projection that is being rebuilt."""
    assert state.building is not None
    return Target(state.name, state.building, state.built)
