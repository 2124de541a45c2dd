"""The standbys of a PostgreSQL server and the archive of its write-ahead log, as the primary knows them."""

from collections import defaultdict

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row

# a role without pg_monitor sees only that connections of other roles exist
_STANDBYS = (
    "SELECT coalesce(application_name, 'unknown') AS name, sync_state IN ('sync', 'quorum') AS is_waited_for, "
    "pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS bytes, "
    "extract(epoch FROM replay_lag)::float8 AS seconds "
    "FROM pg_stat_replication WHERE NOT pg_is_in_recovery() AND state IS DISTINCT FROM 'backup'"
)

_ARCHIVE = (
    "SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing, "
    "extract(epoch FROM now() - last_archived_time)::float8 AS age "
    "FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'"
)


class Standbys(Value, frozen=True):
    """The standbys that are connected."""

    connected: int
    synchronous: int
    """Those for which commits wait."""
    lags: dict[str, tuple[float, float]]
    """By the name of a standby, the bytes and seconds that it has yet to apply; the worst of several of one name."""


class Archive(Value, frozen=True):
    """The archive of the write-ahead log."""

    is_failing: bool
    """Whether the last attempt to archive a file has failed."""
    age: float | None
    """Seconds since the last file was archived; None: none was."""


def standbys(cursor: Cursor) -> Standbys:
    """Return the standbys of the server."""
    rows = [*cursor.all(_STANDBYS)]
    lags: defaultdict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for row in rows:
        if row["bytes"] is not None:
            lags[row["name"]] = _worst(lags[row["name"]], row)
    return Standbys(len(rows), sum(bool(row["is_waited_for"]) for row in rows), dict(lags))


def _worst(known: tuple[float, float], row: Row) -> tuple[float, float]:
    # an idle server has no lag in seconds
    return max(known[0], row["bytes"], 0.0), max(known[1], row["seconds"] or 0.0)


def archive(cursor: Cursor) -> Archive | None:
    """Return the state of the archive; None: the server has none."""
    row = cursor.one(_ARCHIVE)
    return None if row is None else Archive(row["is_failing"], row["age"])
