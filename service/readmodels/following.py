"""Follows the log: a page at a time, rows and position in one transaction, so that each event counts exactly once."""

from collections.abc import Sequence

from domain.kernel.values import Value
from projections.following import Part
from service.readmodels.log import PAGE, Folding, Log
from service.readmodels.registry import PROJECTIONS, Registry, Standing
from service.readmodels.tables import Writing
from service.store.database import Cursor
from service.store.failpoints import at_point

GATHER = 0.025
"""Seconds that commits gather, at the least, for one transaction: log and tables do not wait for each other in turn."""


class Aim(Value, frozen=True):
    """A table to be brought forward: the generation of a projection, and how far it has come."""

    name: str
    generation: int
    position: int


class Overtaken(Exception):
    """Another process has written this page, or exchanged the tables: look again."""


class Follower:
    """Brings the tables that serve forward, page by page.

    Any number of processes may do this at once: whoever comes first writes, the others look again.
    """

    def __init__(self, registry: Registry, log: Log) -> None:
        self._registry = registry
        self._log = log
        self._folding = Folding(log)

    def step(self, limit: int = PAGE, upto: int | None = None) -> int:
        """Take the next page in, not beyond a position; returns how many events it had: 0 when there is nothing new."""
        with self._registry.database.reading() as cursor:
            aims = [Aim(each.name, each.generation, each.position) for each in self._registry.standings(cursor)]
        taken = next_page(aims, self._log, self._folding, limit, upto)
        if taken is None:
            return 0
        try:
            with self._registry.database.writing() as cursor:
                self._check(cursor, taken.aims)
                write(cursor, self._registry, taken)
                at_point("projection")
        except Overtaken:
            pass
        return taken.events

    def _check(self, cursor: Cursor, aims: Sequence[Aim]) -> None:
        standing = {each.name: each for each in self._registry.lock(cursor, [aim.name for aim in aims])}
        for aim in aims:
            now = standing[aim.name]
            if (now.generation, now.position) != (aim.generation, aim.position):
                raise Overtaken


class Taken(Value, frozen=True):
    """A page that was read and folded: for which tables, up to which position."""

    aims: tuple[Aim, ...]
    parts: tuple[Part, ...]
    upto: int
    events: int


def next_page(aims: Sequence[Aim], log: Log, folding: Folding, limit: int, upto: int | None = None) -> Taken | None:
    """Read and fold the next page for those tables that are furthest behind; None when there is nothing new.

    It ends where the next table stands, so that tables which meet go on together.
    """
    position = min(aim.position for aim in aims)
    behind = tuple(aim for aim in aims if aim.position == position)
    ahead = [aim.position for aim in aims if aim.position > position]
    stops = [*ahead, *(() if upto is None else (upto,))]
    page = log.page(position, min(stops) if stops else None, limit)
    if not page:
        return None
    return Taken(behind, tuple(folding.parts(page)), page[-1].position, len(page))


def write(cursor: Cursor, registry: Registry, taken: Taken) -> None:
    """Write a page into its tables, and their new position."""
    for aim in taken.aims:
        PROJECTIONS[aim.name].write(Writing(cursor, aim.generation), taken.parts)
        registry.positions.set(cursor, aim.name, aim.generation, taken.upto)


def as_built(standing: Standing) -> Aim:
    """Return the table of a projection that is being built."""
    assert standing.building is not None
    return Aim(standing.name, standing.building, standing.built)
