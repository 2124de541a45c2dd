"""The projection of the ends: the games of this site that are over, in the order in which the log has their ends."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from domain.kernel.values import Value
from projections.changes import LobbyChange
from projections.following import Part
from projections.rows.results import has_public_result
from service.core.store.database import Cursor
from service.lists.projection import GenerationWriter, Projection, ProjectionTable
from service.lists.set_aside import WITHHELD_GAMES

OVER = frozenset({"ended", "cancelled"})
"""The changes after which a game is over."""

TABLES = (
    ProjectionTable(
        "ends",
        "position BIGINT PRIMARY KEY, game TEXT NOT NULL, at TEXT NOT NULL, latest_at TEXT NOT NULL, "
        "is_public INTEGER NOT NULL",
        ("game", "latest_at, position"),
    ),
)
"""The end of each public game, and of each private one whose result is public.

`latest_at` is the latest time of an end and of all before it. The order of the log follows the time only nearly;
`latest_at` follows both, so each period of time is a closed span of the log.
"""


class End(NamedTuple):
    """The end of a game, at a position of the log."""

    position: int
    game: str
    at: str


class Span(Value, frozen=True):
    """The ends of a period: how many, the sum of their positions, and the first and the last of them (0: none)."""

    count: int
    total: int
    first: int
    last: int


_COLUMNS = "position, game, at, is_public, latest_at"


class _Row(NamedTuple):
    position: int
    game: str
    at: str
    is_public: int


def _ends_of(part: Part) -> Iterator[_Row]:
    game = part.after.game
    if part.after.is_foreign or not has_public_result(game):
        return
    for position, change in part.changes:
        if isinstance(change, LobbyChange) and change.kind in OVER:
            yield _Row(position, game.id, change.at, int(game.opened.visibility == "public"))


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    rows = sorted(row for part in parts for row in _ends_of(part))
    if not rows:
        return
    last = writing.one("SELECT position, latest_at FROM ends$ ORDER BY position DESC LIMIT 1")
    if last is None or last["position"] < rows[0].position:
        # written once for the page: a statement for each game takes most of the time of a rebuild
        _append(writing, rows, "" if last is None else last["latest_at"])
    else:
        # the damaged log of a game was repaired
        for row in rows:
            _insert(writing, row)


def _append(writing: GenerationWriter, rows: Sequence[_Row], latest_before: str) -> None:
    latest_at = [max(latest_before, at) for at in accumulate((row.at for row in rows), max)]
    values = [(*row, latest) for row, latest in zip(rows, latest_at, strict=True)]
    writing.insert("ends", _COLUMNS, values)


def _insert(writing: GenerationWriter, row: _Row) -> None:
    """Write an end that may be before others."""
    found = writing.one(
        "SELECT latest_at FROM ends$ WHERE position < ? ORDER BY position DESC LIMIT 1", (row.position,)
    )
    latest = row.at if found is None else max(row.at, found["latest_at"])
    writing.execute(
        "UPDATE ends$ SET latest_at = ? WHERE position > ? AND latest_at < ?", (latest, row.position, latest)
    )
    writing.insert("ends", _COLUMNS, [(*row, latest)])


ENDS = Projection("ends", 1, TABLES, _write, needs_only_lobby=True)


_SHOWN = f"game NOT IN ({WITHHELD_GAMES})"
"""The condition that a game is not withheld. The table has all: what a withheld game has changed stays changed."""


def ends_after(cursor: Cursor, position: int, limit: int) -> list[End]:
    """Return the ends of public games after a position of the log, in their order."""
    rows = cursor.all(
        f"SELECT position, game, at FROM ends WHERE position > ? AND is_public = 1 AND {_SHOWN} "  # noqa: S608 - ours
        "ORDER BY position LIMIT ?",
        (position, limit),
    )
    return [End(row["position"], row["game"], row["at"]) for row in rows]


def ends_between(cursor: Cursor, first: int, last: int, *, is_public: bool) -> list[End]:
    """Return the ends in the range [first, last] of positions, in their order; `is_public`: of public games alone."""
    public = "AND is_public = 1" if is_public else ""
    rows = cursor.all(
        f"SELECT position, game, at FROM ends WHERE position >= ? AND position <= ? {public} AND {_SHOWN} "  # noqa: S608 - ours
        "ORDER BY position",
        (first, last),
    )
    return [End(row["position"], row["game"], row["at"]) for row in rows]


def span_of(cursor: Cursor, since: str, until: str) -> Span:
    """Return the ends of a period of time `[since, until)`."""
    row = cursor.one(
        "SELECT COUNT(*) AS count, COALESCE(SUM(position), 0) AS total, COALESCE(MIN(position), 0) AS first, "  # noqa: S608 - ours
        f"COALESCE(MAX(position), 0) AS last FROM ends WHERE latest_at >= ? AND latest_at < ? AND {_SHOWN}",
        (since, until),
    )
    assert row is not None
    return Span(row["count"], int(row["total"]), row["first"], row["last"])


def withheld_between(cursor: Cursor, since: str, until: str) -> list[str]:
    """Return the games that ended in a period of time `[since, until)` and are withheld, in order of their ids."""
    rows = cursor.all(
        f"SELECT game FROM ends WHERE latest_at >= ? AND latest_at < ? AND NOT ({_SHOWN}) ORDER BY game",  # noqa: S608 - ours
        (since, until),
    )
    return [row["game"] for row in rows]


def last_time_before(cursor: Cursor, until: str) -> str | None:
    """Return the time to whose period the last end before a time belongs; None: there is none."""
    row = cursor.one(
        f"SELECT latest_at FROM ends WHERE latest_at < ? AND {_SHOWN} ORDER BY latest_at DESC, position DESC LIMIT 1",  # noqa: S608 - ours
        (until,),
    )
    return None if row is None else row["latest_at"]
