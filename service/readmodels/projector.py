"""Projects the log into tables page by page; rows and position are committed together, so each event counts once."""

from collections.abc import Sequence

from domain.kernel.values import Value
from projections.following import Part
from service.readmodels.log import PAGE, GameFolder, Log
from service.readmodels.projection import GenerationWriter
from service.readmodels.registry import PROJECTIONS, ProjectionState, Registry
from service.store.database import Cursor
from service.store.failpoints import at_point

BATCH_DELAY = 0.025
"""Seconds to wait for more commits before each transaction, so that each does not cover a single one."""


class Target(Value, frozen=True):
    """Tables to be updated: a generation of a projection and its position."""

    name: str
    generation: int
    position: int


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

    def step(self, limit: int = PAGE, upto: int | None = None) -> int:
        """Write the next page, up to a position at most; returns its number of events, 0 if there is no new one."""
        with self._registry.database.reading() as cursor:
            targets = [Target(each.name, each.generation, each.position) for each in self._registry.states(cursor)]
        page = next_page(targets, self._log, self._folder, limit, upto)
        if page is None:
            return 0
        try:
            with self._registry.database.writing() as cursor:
                self._check(cursor, page.targets)
                write(cursor, self._registry, page)
                at_point("projection")
        except WriteConflict:
            pass
        return page.events

    def _check(self, cursor: Cursor, targets: Sequence[Target]) -> None:
        """Lock the projections and raise WriteConflict if one has changed since it was read."""
        states = {each.name: each for each in self._registry.lock(cursor, [target.name for target in targets])}
        for target in targets:
            state = states[target.name]
            if (state.generation, state.position) != (target.generation, target.position):
                raise WriteConflict


class FoldedPage(Value, frozen=True):
    """A page of the log, folded by game: its targets, its last position and its number of events."""

    targets: tuple[Target, ...]
    parts: tuple[Part, ...]
    upto: int
    events: int


def next_page(
    targets: Sequence[Target], log: Log, folder: GameFolder, limit: int, upto: int | None = None
) -> FoldedPage | None:
    """Read and fold the next page of the targets with the lowest position; returns None if there is no new event.

    The page ends at the position of the next target, so that both continue together.
    """
    position = min(target.position for target in targets)
    behind = tuple(target for target in targets if target.position == position)
    stops = [target.position for target in targets if target.position > position]
    if upto is not None:
        stops.append(upto)
    page = log.page(position, min(stops, default=None), limit)
    if not page:
        return None
    return FoldedPage(behind, tuple(folder.parts(page)), page[-1].position, len(page))


def write(cursor: Cursor, registry: Registry, page: FoldedPage) -> None:
    """Write the rows and the position of a page."""
    for target in page.targets:
        PROJECTIONS[target.name].write(GenerationWriter(cursor, target.generation), page.parts)
        registry.positions.set(cursor, target.name, target.generation, page.upto)


def rebuild_target(state: ProjectionState) -> Target:
    """Return the generation of a projection that is being rebuilt."""
    assert state.building is not None
    return Target(state.name, state.building, state.built)
