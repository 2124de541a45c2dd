"""The tables of features: each feature has steps of its own, and the database notes how many are done."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from service.core.store.database import Cursor, Database
from service.core.store.errors import StoreError
from service.core.store.failpoints import at_point
from service.core.store.postgres_connection import MIGRATION_LOCK

Step: TypeAlias = str | Callable[[Cursor], None]
"""An SQL statement, or what changes the tables in a transaction."""

TABLE = "feature_steps"


def migrate(database: Database, feature: str, steps: Sequence[Step]) -> None:
    """Do the steps that are missing, in one transaction. If none is, nothing is written.

    A commit would wait for an absent standby. Raises StoreError for a database of a later release.
    """
    if not steps:
        return
    with database.reading() as cursor:
        if _done(cursor, feature) == len(steps):
            return
    with database.writing() as cursor:
        # of processes that start together, one migrates
        cursor.lock(MIGRATION_LOCK)
        cursor.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (feature TEXT PRIMARY KEY, done INTEGER NOT NULL)")
        done = _done(cursor, feature)
        if done > len(steps):
            message = (
                f"the database belongs to a later release of ludolog (step {done} of {feature}; this release knows "
                f"{len(steps)}): install that release, or restore a backup from before its installation"
            )
            raise StoreError(message)
        for step in steps[done:]:
            if isinstance(step, str):
                cursor.execute(step)
            else:
                step(cursor)
            at_point("migration")
        cursor.execute(
            f"INSERT INTO {TABLE} (feature, done) VALUES (?, ?) "  # noqa: S608 - a constant
            "ON CONFLICT (feature) DO UPDATE SET done = excluded.done",
            (feature, len(steps)),
        )


def _done(cursor: Cursor, feature: str) -> int:
    """Return how many steps of a feature are done."""
    if not cursor.has_table(TABLE):
        return 0
    row = cursor.one(f"SELECT done FROM {TABLE} WHERE feature = ?", (feature,))  # noqa: S608 - a constant
    return 0 if row is None else int(row["done"])
