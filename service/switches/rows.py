"""The SQL of switches and codes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from service.core.personal import Own, Personal, Without
from service.core.store.database import Cursor, Row
from service.switches.values import Code, Maintenance, Notice, SiteState, Window

TABLES = (
    "CREATE TABLE site_switches (name TEXT PRIMARY KEY, value TEXT NOT NULL, changed_at TEXT NOT NULL)",
    "CREATE TABLE site_maintenances (began_at TEXT PRIMARY KEY, ended_at TEXT NOT NULL)",
    """CREATE TABLE sign_up_codes (
        id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, label TEXT NOT NULL, created_at TEXT NOT NULL,
        created_by TEXT, expires_at TEXT NOT NULL, used_at TEXT, player TEXT)""",
    "CREATE INDEX sign_up_codes_of_player ON sign_up_codes (player)",
    "CREATE INDEX sign_up_codes_by_time ON sign_up_codes (created_at, id)",
)

PERSONAL: tuple[Personal, ...] = (
    Own(
        "sign_up_codes",
        "sign_up_code",
        "the code with which you signed up, and those that you made as an operator",
        ("id", "label", "created_at", "expires_at", "used_at"),
        of="(player=? OR created_by=?)",
        left_out={
            "digest": "verifies a secret",
            "created_by": "it is you, or an operator",
            "player": "it is you, or whom you invited",
        },
    ),
    Without("site_switches", "what operators have switched"),
    Without("site_maintenances", "when the site was in maintenance"),
)

KEPT_WINDOWS = 32
"""Maintenances that are known for the clocks that ran meanwhile."""


def state_in(cursor: Cursor) -> SiteState:
    """Return what is switched."""
    values: Mapping[str, Any] = {
        row["name"]: row["value"] for row in cursor.all("SELECT name, value FROM site_switches")
    }
    windows = cursor.all(
        "SELECT began_at, ended_at FROM site_maintenances ORDER BY began_at DESC LIMIT ?", (KEPT_WINDOWS,)
    )
    maintenance, notice = values.get("maintenance"), values.get("notice")
    return SiteState(
        sign_ups=values.get("sign_ups", "open"),
        maintenance=None if maintenance is None else msgspec.json.decode(maintenance, type=Maintenance),
        notice=None if notice is None else msgspec.json.decode(notice, type=Notice),
        windows=tuple(Window(row["began_at"], row["ended_at"]) for row in windows),
    )


def put_switch(cursor: Cursor, name: str, value: str | None, now: str) -> None:
    """Store a switch; None deletes it."""
    cursor.execute("DELETE FROM site_switches WHERE name=?", (name,))
    if value is not None:
        cursor.execute("INSERT INTO site_switches (name, value, changed_at) VALUES (?,?,?)", (name, value, now))


def note_window(cursor: Cursor, window: Window) -> None:
    """Store a maintenance that is over."""
    cursor.execute(
        "INSERT INTO site_maintenances (began_at, ended_at) VALUES (?,?) ON CONFLICT (began_at) DO NOTHING",
        (window.began, window.ended),
    )


def insert_code(cursor: Cursor, code: Code, digest: str) -> None:
    """Store a new code."""
    cursor.execute(
        "INSERT INTO sign_up_codes (id, digest, label, created_at, created_by, expires_at) VALUES (?,?,?,?,?,?)",
        (code.id, digest, code.label, code.created_at, code.created_by, code.expires_at),
    )


def use_code(cursor: Cursor, digest: str, player: str, now: str) -> bool:
    """Use a code up for a player; return False if it is unknown, used or expired."""
    row = cursor.one(
        "SELECT id FROM sign_up_codes WHERE digest=? AND used_at IS NULL AND expires_at > ?" + cursor.for_update,  # noqa: S608 - a constant
        (digest, now),
    )
    if row is None:
        return False
    cursor.execute("UPDATE sign_up_codes SET used_at=?, player=? WHERE id=?", (now, player, row["id"]))
    return True


def codes_in(cursor: Cursor, before: tuple[str, str] | None, limit: int) -> list[Code]:
    """Return codes, the newest first; `before`: time and id of the last one of the previous page."""
    earlier, values = ("", ()) if before is None else (" WHERE (created_at, id) < (?, ?)", before)
    statement = f"SELECT * FROM sign_up_codes{earlier} ORDER BY created_at DESC, id DESC LIMIT ?"  # noqa: S608 - constants
    return [_code(row) for row in cursor.all(statement, [*values, limit])]


def delete_code(cursor: Cursor, code: str) -> bool:
    """Delete a code that is not used; return False if there is none."""
    if cursor.one("SELECT 1 AS found FROM sign_up_codes WHERE id=? AND used_at IS NULL", (code,)) is None:
        return False
    cursor.execute("DELETE FROM sign_up_codes WHERE id=?", (code,))
    return True


def forget_codes(cursor: Cursor, player: str, _: str) -> None:
    """Delete who used and who made codes, and those of the player that are not used."""
    cursor.execute("DELETE FROM sign_up_codes WHERE created_by=? AND used_at IS NULL", (player,))
    cursor.execute("UPDATE sign_up_codes SET created_by=NULL WHERE created_by=?", (player,))
    cursor.execute("UPDATE sign_up_codes SET player=NULL, label='' WHERE player=?", (player,))


def _code(row: Row) -> Code:
    return Code(
        *(
            row["id"],
            row["label"],
            row["created_at"],
            row["created_by"],
            row["expires_at"],
            row["used_at"],
            row["player"],
        )
    )
