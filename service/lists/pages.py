"""Pages of the log, folded by game, and the tables to which they are written."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from domain.kernel.values import Value
from projections.following import Part
from service.core.store.database import Cursor
from service.lists.log import GameFolder, Log, Parts, lobby_parts
from service.lists.projection import GenerationWriter
from service.lists.registry import PROJECTIONS, Registry


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
    damaged: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    """Games without a part, because their logs are damaged, each with the reason."""
    unfolded: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    """Games without a part, because this release cannot fold their whole logs, each with the reason."""
    unknown: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    """What is known of damaged rows that name no game, by `position N`."""

    @classmethod
    def of(
        cls, targets: Sequence[Target], parts: Parts, upto: int, events: int, *, has_kept_changes: bool = True
    ) -> Self:
        """Return the page with these parts."""
        return cls(
            tuple(targets),
            tuple(parts),
            upto,
            events,
            has_kept_changes,
            damaged=parts.damaged,
            unfolded=parts.unfolded,
            unknown=parts.unknown,
        )

    def without(self, damaged: Mapping[str, str]) -> Self:
        """Return the page without the parts of further damaged games."""
        parts = tuple(part for part in self.parts if part.after.game.id not in damaged)
        return replace(self, parts=parts, damaged={**self.damaged, **damaged})


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
        return FoldedPage.of(behind, lobby_parts(log, lobby), end, end - position) if end > position else None
    page = log.page(position, stop, limit)
    if page.end is None:
        return None
    return FoldedPage.of(behind, folder.parts(page), page.end, len(page) + len(page.damaged))


def write(cursor: Cursor, registry: Registry, page: FoldedPage) -> None:
    """Write the rows and the position of a page. The position may be the present one."""
    for target in page.targets:
        write_rows(cursor, page, target)
        if page.upto > target.position:
            registry.positions.set(cursor, target.name, target.generation, page.upto)


def write_rows(cursor: Cursor, page: FoldedPage, target: Target) -> None:
    """Write the rows of a page to the tables of a target."""
    projection = PROJECTIONS[target.name]
    if page.has_kept_changes or not projection.keeps_last_changes:
        projection.write(GenerationWriter(cursor, target.generation), page.parts)
