"""After the deletion of an account no column of the database has a text of it, or a note about it."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
from psycopg.sql import SQL, Identifier

from tests.replies import ok
from tests.service.kit import erase, identity, problem
from tests.service.server import Server
from tests.service.talk.kit import Table

SECRET = "xylophone-of-ada"


def cells(database: str) -> Iterator[tuple[str, Any]]:
    """Return each value of each table of a database, with the name of the table."""
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            for table in tables:
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    yield from ((table, value) for value in row)
        return
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname='public'").fetchall()
        for (table,) in found:
            for row in connection.execute(SQL("SELECT * FROM {}").format(Identifier(table))).fetchall():
                yield from ((table, value) for value in row)


def tables_with(server: Server, text: str) -> set[str]:
    """Return the tables of which a value contains a text."""
    needle = text.encode()
    return {table for table, value in cells(server.database) if needle in _bytes_of(value)}


def _bytes_of(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def note(who: httpx.Client, about: str, text: str) -> None:
    ok(who.put(f"/v1/players/{about}/note", json={"text": text}))


def test_no_text_of_a_deleted_account_remains(server: Server) -> None:
    table = Table(server).start()
    ada = identity(table.ada)
    said = table.say(table.ada, SECRET, **{"Idempotency-Key": "a-key-of-mine"})
    ok(table.ada.delete(f"{table.url}/messages/{table.say(table.ada, SECRET + ' removed')['id']}"), 204)
    ok(table.ada.put(f"{table.url}/talk", json={"talk": "players"}))
    ok(table.ada.put(f"{table.url}/notes", json={"version": 1, "text": f"{SECRET} note"}))
    ok(table.ada.put(f"{table.url}/talk/mine", json={"muted": True}))
    ok(table.ada.put("/v1/me/away", json={"until": "2027-01-01T00:00:00Z"}))
    note(table.ada, identity(table.bea), f"{SECRET} of Bea")
    note(table.bea, ada, f"{SECRET} of Ada")
    note(table.bea, identity(table.watcher), "kept")
    table.say(table.bea, "stays")
    assert tables_with(server, SECRET) == {"talk_messages", "game_notes", "player_notes"}

    assert erase(table.ada).status_code == 204

    assert tables_with(server, SECRET) == set()
    # the id stays in the log of the games, and in no table of talk
    assert {name for name in tables_with(server, ada) if name.startswith("talk") or "note" in name} == set()
    assert "absences" not in tables_with(server, ada)
    assert tables_with(server, "kept") == {"player_notes"}
    items = ok(table.bea.get(f"{table.url}/messages")).json()["items"]
    assert [(each["text"], each["player"], each["is_removed"], each["talk"]) for each in items] == [
        ("stays", identity(table.bea), False, None),
        (None, None, False, "players"),
        (None, None, True, None),
        (None, None, True, None),
    ]
    assert items[-1]["id"] == said["id"]
    assert problem(table.ada.post(f"{table.url}/messages", json={"text": "ghost"})) == (401, "token-needed")
