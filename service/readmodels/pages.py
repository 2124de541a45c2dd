"""Pages of the log, folded by game, and the tables to which they are written."""

from collections.abc import Sequence

from domain.kernel.values import Value
from projections.following import Part
from service.readmodels.log import GameFolder, Log, lobby_parts
from service.readmodels.projection import GenerationWriter
from service.readmodels.registry import PROJECTIONS, Registry
from service.store.database import Cursor


class Target(Value, frozen=True):
    """Tables to be updated: a generation of a projection and its position."""

    name: str
    generation: int
    position: int


class FoldedPage(Value, frozen=True):
    """A page of the log, folded by game: its targets, its last position and its number of events."""

    targets: tuple[Target, ...]
    parts: tuple[Part, ...]
    upto: int
    events: int
    has_kept_changes: bool = True
    """Whether projections that keep only the last changes have rows of this page."""


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
    stop = min(stops, default=None)
    if all(PROJECTIONS[target.name].needs_only_lobby for target in behind):
        lobby, end = log.lobby_page(position, stop, limit)
        return FoldedPage(behind, tuple(lobby_parts(log, lobby)), end, end - position) if end > position else None
    page = log.page(position, stop, limit)
    if not page:
        return None
    return FoldedPage(behind, tuple(folder.parts(page)), page[-1].position, len(page))


def write(cursor: Cursor, registry: Registry, page: FoldedPage) -> None:
    """Write the rows and the position of a page. The position may be the present one."""
    for target in page.targets:
        projection = PROJECTIONS[target.name]
        if page.has_kept_changes or not projection.keeps_last_changes:
            projection.write(GenerationWriter(cursor, target.generation), page.parts)
        if page.upto > target.position:
            registry.positions.set(cursor, target.name, target.generation, page.upto)
