"""The tables beside the log, and how a file of an earlier release gets them."""

from typing import Any

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)",
        """CREATE TABLE IF NOT EXISTS tokens (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL)""",
        "CREATE TABLE IF NOT EXISTS account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS account_secret (secret TEXT NOT NULL)",
    ),
    (
        "ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play organise'",
        "ALTER TABLE tokens ADD COLUMN game TEXT",
        "ALTER TABLE tokens ADD COLUMN seat INTEGER",
        "ALTER TABLE tokens ADD COLUMN last_used_at TEXT",
        "ALTER TABLE tokens ADD COLUMN revoked_at TEXT",
        # a key without its token could not be answered
        "DROP TABLE account_keys",
        "CREATE TABLE account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL, token TEXT NOT NULL)",
    ),
)
"""What each step does; a file says by its user_version how many of them it has."""


def migrate(cursor: Any) -> None:
    """Take the steps that the file has not taken yet, within the transaction of the cursor."""
    cursor.execute("PRAGMA user_version")
    done = int(cursor.fetchone()[0])
    for step in STEPS[done:]:
        for statement in step:
            cursor.execute(statement)
    cursor.execute(f"PRAGMA user_version = {len(STEPS)}")
