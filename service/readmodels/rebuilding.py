"""Builds tables anew from the first event, beside those that serve, and exchanges them at the end."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from service.readmodels.following import as_built, next_page, write
from service.readmodels.log import PAGE, Folding, Log
from service.readmodels.registry import PROJECTIONS, Registry
from service.store.database import Cursor


class UnknownProjectionError(Exception):
    """There is no projection of this name; says which there are."""


def checked(names: Sequence[str]) -> tuple[str, ...]:
    """Return the projections that are meant, all if none is named; raises UnknownProjectionError."""
    for name in names:
        if name not in PROJECTIONS:
            message = f"there is no projection {name[:40]!r}; there are {', '.join(PROJECTIONS)}"
            raise UnknownProjectionError(message)
    return tuple(sorted(set(names))) or tuple(sorted(PROJECTIONS))


class Rebuild:
    """A rebuild of some projections, page by page; the old tables serve until it is done."""

    def __init__(self, registry: Registry, log: Log, names: Sequence[str]) -> None:
        self._registry = registry
        self._log = log
        self._folding = Folding(log)
        self.names = tuple(names)
        self.position = 0
        """How far the new tables have come."""

    @contextmanager
    def begun(self) -> Generator[None]:
        """Make the new tables; what is not done when the block ends is dropped. Raises RebuildRunningError."""
        with self._registry.only_builder():
            # of a rebuild that was killed
            self._registry.clean(self.names)
            self._registry.begin(self.names)
            try:
                yield
            finally:
                self._registry.clean(self.names)

    def step(self, limit: int = PAGE) -> bool:
        """Take the next page in; once there is less than one left, exchange the tables. Returns whether that was done.

        The rest is taken in while nobody else can write, or where games never rest there would be no end. It is tried
        again by the next step where somebody else reads the old tables for longer.
        """
        with self._registry.database.reading() as cursor:
            standings = self._registry.standings(cursor, self.names)
        aims = [as_built(each) for each in standings]
        is_near = self._log.last() - min(aim.position for aim in aims) < limit
        # far by the numbers, there may be nothing left all the same: PostgreSQL leaves gaps in them
        taken = None if is_near else next_page(aims, self._log, self._folding, limit)
        if taken is None:
            return self._exchange()
        with self._registry.database.writing() as cursor:
            write(cursor, self._registry, taken)
        self.position = taken.upto
        return False

    def _exchange(self) -> bool:
        return self._registry.changed(self._exchange_in)

    def _exchange_in(self, cursor: Cursor) -> None:
        standings = self._registry.lock(cursor, self.names)
        # nobody brings the old tables forward now: what they have seen meanwhile, the new ones see too
        self._catch_up(cursor, max(each.position for each in standings))
        for standing in standings:
            self._registry.exchange(cursor, standing)

    def _catch_up(self, cursor: Cursor, upto: int) -> None:
        while True:
            aims = [as_built(each) for each in self._registry.standings(cursor, self.names)]
            if min(aim.position for aim in aims) >= upto:
                return
            taken = next_page(aims, self._log, self._folding, PAGE, upto)
            if taken is None:
                return
            write(cursor, self._registry, taken)
