"""After the deletion of an account no column of the database has a text of it, or a note about it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
from psycopg.sql import SQL, Identifier

from service.talk.follower import KEPT, Feed
from service.talk.rows import Message
from tests.replies import ok
from tests.service.kit import erase, identity, problem
from tests.service.server import Server, serving
from tests.service.sse import following
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


def test_streams_send_that_the_texts_of_a_deleted_account_are_gone(server: Server) -> None:
    table = Table(server, seats=4).start()
    with following(table.bea, f"{table.url}/stream", talk="true") as stream:
        said = {table.say(table.ada, f"{SECRET} {number}")["id"] for number in range(3)}
        table.say(table.bea, "between")
        assert erase(table.ada).status_code == 204
        gone: set[str] = set()
        for event in stream:
            if event.name == "talk" and event.data["is_removed"]:
                assert (event.data["text"], event.data["player"], event.data["name"]) == (None, None, None)
                gone.add(event.data["id"])
                if gone == said:
                    break
    assert gone == said


def change(number: int, name: str, text: str | None) -> Message:
    return Message(name, "games/1", "table", 1, number, "", None, None, text, None, is_removed=text is None)


def test_what_streams_share_has_no_text_that_was_removed() -> None:
    feed = Feed(0)
    feed.add([change(number, f"{number}", SECRET) for number in range(1, 4)])
    frames = [feed.frame(each, lambda each: (each.text or "").encode(), as_sse=True) for each in feed.changes]
    assert frames == [SECRET.encode()] * 3

    feed.add([change(4, "2", None), change(5, "3", None), change(6, "1", None)])

    assert [(each.id, each.text) for each in feed.changes] == [("2", None), ("3", None), ("1", None)]
    assert SECRET.encode() not in repr(vars(feed)).encode()
    assert feed.floor == 0
    feed.add([change(number, f"{number}", "x") for number in range(7, 7 + KEPT)])
    assert (feed.floor, len(feed.changes)) == (6, KEPT)
    # a slow stream has read this one from the database
    old = change(5, "3", None)
    assert feed.frame(old, lambda _: b"old", as_sse=True) == b"old"
    assert b"old" not in repr(vars(feed)).encode()


def test_no_file_of_the_service_has_a_text_of_a_deleted_account(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        table = Table(server).start()
        for number in range(30):
            table.say(table.ada, f"{SECRET} {number} " + "long " * (3 * number))
            table.say(table.bea, f"stays {number} " + "long " * (90 - 3 * number))
            ok(table.ada.put(f"{table.url}/notes", json={"version": number % 3, "text": f"{SECRET} note {number}"}))
        note(table.ada, identity(table.bea), f"{SECRET} of Bea")
        assert any(SECRET.encode() in file.read_bytes() for file in tmp_path.iterdir())
        assert erase(table.ada).status_code == 204
    found = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    assert b"stays 29" in found["games.db"]
    assert {name for name, content in found.items() if SECRET.encode() in content} == set()
