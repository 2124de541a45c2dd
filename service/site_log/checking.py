"""Checks the log: its events, and the tables, which have to be what follows from them."""

from collections.abc import Iterator

from domain.ledger.integrity import DamagedLogError
from domain.transparency.site import Signed, SiteLog, follow
from domain.transparency.tiles import tiles_in
from service.core.keys.signing import is_signed_by
from service.core.store.database import Cursor
from service.site_log.rows import checkpoints_in, entries_in, events_after, state_of, stored_tile

BROKEN = "the transparency log is damaged"
"""How a reason begins if the events themselves are damaged. Otherwise `ludolog rebuild log` mends the tables."""


def problems_of(cursor: Cursor) -> Iterator[str]:
    """Yield what is wrong with the log. The cursor sees the database at one moment."""
    if not cursor.has_table("site_events"):
        return
    state, number = SiteLog(), 0
    tiles: dict[tuple[int, int], bytes] = {}
    checkpoints: list[Signed] = []
    differing: set[str] = set()
    try:
        while found := list(events_after(cursor, state.tip.version)):
            for entry in found:
                step = follow(state, entry, tiles_in(tiles), is_signed_by)
                state = step.state
                tiles.update(step.tiles)
                checkpoints += [step.checkpoint] if step.checkpoint else []
                wanted = [(about.kind, about.subject, data.decode()) for about, data in step.entries]
                if wanted and wanted != entries_in(cursor, number, len(wanted)):
                    differing.add("log_entries")
                number += len(wanted)
    except DamagedLogError as damaged:
        yield f"{BROKEN}: {damaged}"
        return
    if any(stored_tile(cursor, *place) != hashes for place, hashes in tiles.items()):
        differing.add("log_tiles")
    if checkpoints_in(cursor) != checkpoints:
        differing.add("log_checkpoints")
    if state_of(cursor) != state:
        differing.add("log_state")
    if differing:
        yield f"{', '.join(sorted(differing))} differ from the transparency log: run `ludolog rebuild log`"
