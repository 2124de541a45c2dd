"""The export has everything about a person: no cell of the database that names the person is missing without reason."""

import io
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import msgspec
import psycopg
import pytest

from service.core.personal import PersonalTables
from service.features import FEATURES
from service.proof.bundles import lines_of
from tests.replies import ok
from tests.service.kit import erase, holder, identity, open_game, problem, started_game
from tests.service.meeting.kit import challenged
from tests.service.reports.kit import report
from tests.service.server import Server, serving_either
from tests.service.talk.kit import Table
from tests.service.talk.test_erased_texts import tables_with
from tests.service.tournaments.kit import Cup

TABLES = PersonalTables(tuple(each for feature in FEATURES for each in feature.personal))
GENERATION = re.compile(r"_g\d+$")
OF_THE_LIBRARY = {"sqlite_sequence"}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("export"), LUDOLOG_EXPORTS="3") as running:
        yield running


def columns_of(database: str) -> dict[str, set[str]]:
    """Return the columns of each table of a database; tables of generations by their common name."""
    found: dict[str, set[str]] = {}
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall():
                rows = connection.execute(f'PRAGMA table_info("{table}")')
                found[GENERATION.sub("", table)] = {row[1] for row in rows}
        return found
    with psycopg.connect(database) as connection:
        query = (
            "SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN pg_tables t"
            " ON t.tablename = c.table_name AND t.schemaname = c.table_schema WHERE c.table_schema = 'public'"
        )
        for table, column in connection.execute(query).fetchall():
            found.setdefault(GENERATION.sub("", table), set()).add(column)
    return found


def test_each_column_of_each_table_is_exported_or_left_out_with_a_reason(server: Server) -> None:
    found = columns_of(server.database)
    declared: dict[str, set[str]] = {each.table: set() for each in TABLES.without}
    for own in TABLES.own:
        assert own.table not in declared or declared[own.table], f"{own.table} is exported and excused"
        declared.setdefault(own.table, set()).update({*own.columns, *own.left_out})

    missing = found.keys() - declared.keys() - OF_THE_LIBRARY
    assert not missing, f"say in `personal` of a feature what these tables have of a person: {sorted(missing)}"
    for table, columns in declared.items():
        if columns:
            assert found[table] == columns, table
    assert all(each.reason for each in TABLES.without)
    files = [own.file for own in TABLES.own]
    assert sorted(set(files)) == sorted(files)


def opened(reply: httpx.Response) -> dict[str, bytes]:
    """Return the files of an export by their names."""
    assert ok(reply).headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        assert archive.testzip() is None
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


def items(files: Mapping[str, bytes], name: str) -> list[Any]:
    return msgspec.json.decode(files[f"{name}.json"], type=list[Any])


def test_an_export_has_what_the_person_has_done_and_nothing_of_others(server: Server) -> None:
    table = Table(server).start()
    ada, bea = table.ada, table.bea
    player = identity(ada)
    ok(ada.put("/v1/me/name", json={"name": f"Ada {player[-8:]}"}))
    table.say(ada, "a text of Ada")
    said = table.say(bea, "a text of Bea")
    subject = {"type": "message", "game": table.game, "message": said["id"]}
    reported = report(ada, subject, text="a report by Ada")
    asked = challenged(ada, bea)
    enemy = identity(server.player("Cleo"))
    ok(ada.put(f"/v1/me/blocks/{enemy}"))
    ok(bea.put(f"/v1/me/blocks/{enemy}"))
    ok(ada.put(f"{table.url}/notes", json={"version": 1, "text": "a note of Ada"}))
    ok(bea.put(f"{table.url}/notes", json={"version": 1, "text": "a note of Bea"}))
    ok(bea.put(f"/v1/players/{player}/note", json={"text": "Bea about Ada"}))
    ok(ada.post("/v1/webhooks", json={"url": "https://example.com/hook", "types": ["game.started"]}), 201)
    own = started_game(ada)
    abandoned = open_game(ada)
    ok(ada.delete(f"/v1/games/{abandoned}"), 204)
    hidden = open_game(bea, visibility="private")

    files = opened(ada.get("/v1/me/export"))

    assert [each["id"] for each in items(files, "account")] == [player]
    assert items(files, "former_names")[0]["name"].startswith("Ada")
    assert [each["label"] for each in items(files, "tokens")] == ["sign-up"]
    assert [each["text"] for each in items(files, "messages")] == ["a text of Ada"]
    assert [each["text"] for each in items(files, "game_notes")] == ["a note of Ada"]
    assert [each["url"] for each in items(files, "notifications")] == ["https://example.com/hook"]
    assert [(each["id"], each["text"]) for each in items(files, "reports")] == [(reported["id"], "a report by Ada")]
    assert [(each["message"], each["state"]) for each in items(files, "report_answers")] == [(said["id"], "open")]
    assert [each["id"] for each in items(files, "challenges")] == [asked["id"]]
    assert {each["player"] for each in items(files, "challenged_players")} == {player, identity(bea)}
    assert [each["blocked"] for each in items(files, "blocks")] == [enemy]
    assert len(items(files, "exports")) == 1
    everything = b"\n".join(files.values())
    assert all(text not in everything for text in (b"of Bea", b"Bea about", hidden.encode(), b'hash":'))
    # the secret of the token is not there
    assert ada.headers["Authorization"].removeprefix("Bearer ").encode() not in everything

    games = {each["game"]: each for each in items(files, "games")}
    assert games.keys() == {table.game, own, abandoned}
    assert (games[table.game]["viewer"], games[table.game]["seat"]) == ("seat:0", 0)
    assert games[abandoned]["viewer"] == "full"
    # what a player may see of a running game is what the bundle of the seat shows
    seen = ok(ada.get(f"{table.url}/bundle", params={"as": "seat:0"})).content
    events = [*lines_of(io.BytesIO(files[games[table.game]["file"]]))]
    assert events[:3] == [*lines_of(io.BytesIO(seen))][:3]
    assert msgspec.json.decode(events[0])["viewer"] == "seat:0"
    # each file is named in the README
    readme = files["README.md"].decode()
    assert all(f"| {name} |" in readme or "/" in name for name in files.keys() - {"README.md"})
    assert all(f"`{each.table}`" in readme for each in TABLES.without)


def test_every_cell_with_the_id_of_a_person_is_exported_or_excused(server: Server) -> None:
    cup = Cup(server, 1)
    client = cup.owner
    player = identity(client)
    table = started_game(client)
    ok(client.post(f"/v1/games/{table}/messages", json={"text": "hello"}), 201)
    exported = {own.table for own in TABLES.own}
    excused = {each.table for each in TABLES.without}

    files = opened(client.get("/v1/me/export"))

    assert {GENERATION.sub("", name) for name in tables_with(server, player)} <= exported | excused
    assert any(name.startswith("tournaments/") for name in files)
    assert {each["role"] for each in items(files, "tournaments")} >= {"director"} or items(files, "tournaments")


def test_who_may_export_and_how_often(server: Server) -> None:
    ada = server.player("Ada")
    reader = ok(ada.post("/v1/me/tokens", json={"label": "r", "scopes": ["read", "play", "organise"]}), 201).json()
    assert problem(holder(server, reader["token"]).get("/v1/me/export")) == (403, "scope-missing")
    assert problem(server.client().get("/v1/me/export")) == (401, "token-needed")
    # HEAD neither makes nor counts one
    assert ok(ada.head("/v1/me/export")).headers["content-disposition"].startswith("attachment")
    assert items(opened(ada.get("/v1/me/export")), "exports") != []
    with ada.stream("GET", "/v1/me/export") as first:
        assert first.status_code == 200
        first.read()
    assert len(items(opened(ada.get("/v1/me/export")), "exports")) == 3
    # three a day, as this server allows
    refused = ada.get("/v1/me/export")
    assert problem(refused) == (429, "too-many-requests")
    assert 86_000 < int(refused.headers["retry-after"]) <= 86_400

    player = identity(ada)
    assert erase(ada).status_code == 204
    assert "exports" not in tables_with(server, player)
    assert problem(ada.get("/v1/me/export")) == (401, "token-needed")
