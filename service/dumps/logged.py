"""What the transparency log of the site has of the games of a dump."""

from domain.proof.bundle import LogSection
from service.core.store.database import Cursor
from service.lists.tables.ends import Span
from service.site_log.reading import ENDINGS, section_of
from service.site_log.rows import checkpoint_after, state_of


def has_log(cursor: Cursor) -> bool:
    """Return whether the database has the tables of the log."""
    return cursor.has_table("log_state")


def proofs_of(cursor: Cursor, game: str) -> LogSection | None:
    """Return the proofs of a game that is over; None: the log does not have it, or no checkpoint covers it yet."""
    return section_of(cursor, game) if has_log(cursor) else None


def checkpoint_of(cursor: Cursor, span: Span) -> str | None:
    """Return the first checkpoint that covers all ends of a span, a signed note; None: there is none yet."""
    if not has_log(cursor) or (number := _last_entry(cursor, span)) is None:
        return None
    signed = checkpoint_after(cursor, number)
    return None if signed is None else str(signed.note(state_of(cursor).origin))


def is_covered(cursor: Cursor, span: Span) -> bool:
    """Return whether a checkpoint covers all ends of a span, so that the proofs of their games do not change."""
    if not has_log(cursor):
        return True
    number = _last_entry(cursor, span)
    return state_of(cursor).games >= span.last and (number is None or checkpoint_after(cursor, number) is not None)


def unlogged_in(cursor: Cursor, span: Span) -> list[str]:
    """Return the games of a span that were damaged when the log came to them, and have no entries yet."""
    if not has_log(cursor):
        return []
    rows = cursor.all(
        "SELECT e.game FROM log_skipped s JOIN ends e ON e.game = s.subject "
        "WHERE s.kind = 'game' AND e.position >= ? AND e.position <= ? ORDER BY e.game",
        (span.first, span.last),
    )
    return [row["game"] for row in rows]


def _last_entry(cursor: Cursor, span: Span) -> int | None:
    """Return the number of the last entry about an end of a span; None: the log has none of them."""
    row = cursor.one(
        "SELECT MAX(l.number) AS number FROM ends e JOIN log_entries l ON l.subject = e.game "
        "WHERE e.position >= ? AND e.position <= ? AND l.kind IN (?,?)",
        (span.first, span.last, *ENDINGS),
    )
    return None if row is None else row["number"]
