"""Projects the log into tables page by page; rows and position are committed together, so each event counts once."""

from collections.abc import Sequence

from eventsourcing.persistence import DataError, IntegrityError

from service.core.store.database import Cursor
from service.core.store.failpoints import at_point
from service.lists.isolation import write_isolated
from service.lists.log import PAGE, GameFolder, Log
from service.lists.pages import FoldedPage, Target, next_page
from service.lists.registry import Registry, refuse_later_release

BATCH_DELAY = 0.025
"""Seconds to wait for more commits before each transaction, so that each does not cover a single one."""


class WriteConflict(Exception):
    """Another process has written this page or has swapped the tables."""


class Projector:
    """Updates the current tables of all projections.

    Several processes may do this at the same time: the first one writes a page, the others get a conflict and retry.
    """

    def __init__(self, registry: Registry, log: Log) -> None:
        self._registry = registry
        self._log = log
        self._folder = GameFolder(log)
        self._late_folder: GameFolder | None = None
        """The games at the position of the tables that are behind others."""

    @property
    def is_late(self) -> bool:
        """Whether some tables were behind others at the last step, for example because their format is new."""
        return self._late_folder is not None

    def step(self, limit: int = PAGE, upto: int | None = None) -> int:
        """Write the next page, up to a position at most; returns its number of events, 0 if there is no new one.

        If tables are behind others, both get a page: the streams of the others do not wait. Raises LaterReleaseError.
        """
        targets = self._targets()
        leading = furthest(targets)
        events = self._write_page(next_page(leading, self._log, self._folder, limit, upto))
        if len(leading) == len(targets):
            self._late_folder = None
            return events
        self._late_folder = self._late_folder or GameFolder(self._log)
        # read again: the page of late tables may end where the leading ones are now, or they would never join
        return events + self._write_page(next_page(self._targets(), self._log, self._late_folder, limit, upto))

    def _targets(self) -> list[Target]:
        """Return the current tables and their positions; raises LaterReleaseError."""
        with self._registry.database.reading() as cursor:
            states = self._registry.states(cursor)
        refuse_later_release(states)
        return [Target(each.name, each.generation, each.position) for each in states]

    def _write_page(self, page: FoldedPage | None) -> int:
        """Write a page; returns its number of events. Raises DataError if the database refuses a row."""
        if page is None:
            return 0
        try:
            with self._registry.database.writing() as cursor:
                self._check(cursor, page.targets)
                new = write_isolated(cursor, self._registry, page)
                at_point("projection")
            for damage in new:
                damage.report()
        except WriteConflict:
            pass
        except (DataError, IntegrityError) as error:
            position = min(target.position for target in page.targets)
            message = f"the tables stop at position {position}, because the database refuses a row: {error}"
            raise DataError(message) from error
        return page.events

    def _check(self, cursor: Cursor, targets: Sequence[Target]) -> None:
        """Lock the projections and raise WriteConflict if one has changed since it was read."""
        states = {each.name: each for each in self._registry.lock(cursor, [target.name for target in targets])}
        for target in targets:
            state = states[target.name]
            if (state.generation, state.position) != (target.generation, target.position):
                raise WriteConflict


def furthest(targets: Sequence[Target]) -> list[Target]:
    """Return the targets with the highest position."""
    first = max(target.position for target in targets)
    return [target for target in targets if target.position == first]
