"""Notes are for their author alone; absences are for all."""

from pathlib import Path

import pytest

from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.talk.notes import Notes, UnknownPlayerError
from service.talk.rows import TABLES
from tests.replies import ok
from tests.service.kit import holder, identity, problem
from tests.service.server import Server, serving
from tests.service.talk.kit import Table


def test_notes_about_a_game_are_read_by_their_author_only(server: Server) -> None:
    table = Table(server).start()
    url = f"{table.url}/notes"
    ok(table.ada.put(url, json={"version": 3, "text": "take the mine\r\n\nthen sell\n"}))
    found = ok(table.ada.put(url, json={"version": 1, "text": "open low"})).json()["items"]

    assert [(each["version"], each["seat"], each["text"]) for each in found] == [
        (1, 0, "open low"),
        (3, 0, "take the mine\n\nthen sell"),
    ]
    assert ok(table.bea.get(url)).json() == {"items": []}
    for other in (table.owner, table.watcher):
        assert problem(other.get(url)) == (403, "not-yours")
    assert problem(table.visitor.get(url)) == (401, "token-needed")
    made = ok(table.ada.post(f"{table.url}/seats/0/tokens", json={"label": "deputy"}), 201).json()
    assert problem(holder(server, made["token"]).get(url)) == (403, "not-yours")

    table.end()
    assert [each["version"] for each in ok(table.ada.get(url)).json()["items"]] == [1, 3]
    assert ok(table.bea.get(url)).json() == {"items": []}
    ok(table.ada.put(url, json={"version": 1, "text": " \n "}))
    assert [each["version"] for each in ok(table.ada.get(url)).json()["items"]] == [3]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"version": 100_000, "text": "x"}, (416, "beyond-the-end")),
        ({"version": 1, "text": "x" * 2001}, (400, "bad-request")),
        ({"version": 1, "text": "a\x00b"}, (422, "invalid-value")),
        ({"version": -1, "text": "x"}, (400, "bad-request")),
    ],
)
def test_a_note_that_cannot_be_kept_is_refused(server: Server, body: dict[str, object], expected: object) -> None:
    table = Table(server)

    assert problem(table.ada.put(f"{table.url}/notes", json=body)) == expected


def test_a_note_about_a_player_is_read_by_its_author_only(server: Server) -> None:
    ada, bea, eve = server.player("Ada"), server.player("Bea"), server.player("Eve")
    url = f"/v1/players/{identity(bea)}/note"
    ok(ada.put(url, json={"text": "plays fast"}))

    assert ok(ada.get(url)).json()["text"] == "plays fast"
    for other in (bea, eve):
        found = ok(other.get(url)).json()
        assert (found["text"], found["at"]) == ("", None)
    ok(ada.put(url, json={"text": ""}))
    assert ok(ada.get(url)).json()["at"] is None
    assert problem(ada.get("/v1/players/player:nobody/note")) == (404, "not-found")


def test_who_is_away_is_shown_at_the_table_and_on_the_profile(server: Server) -> None:
    table = Table(server).start()
    until = "2027-03-01T12:00:00+01:00"
    assert ok(table.ada.put("/v1/me/away", json={"until": until})).json()["until"] == "2027-03-01T11:00:00.000000Z"

    away = ok(table.visitor.get(f"{table.url}/talk")).json()["away"]
    assert away == [{"player": identity(table.ada), "until": "2027-03-01T11:00:00.000000Z"}]
    profile = ok(table.visitor.get(f"/v1/players/{identity(table.ada)}")).json()
    assert profile["away_until"] == "2027-03-01T11:00:00.000000Z"
    for wrong in ("2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "tomorrow"):
        assert problem(table.ada.put("/v1/me/away", json={"until": wrong})) == (422, "invalid-value")
    ok(table.ada.put("/v1/me/away", json={"until": None}))
    assert ok(table.visitor.get(f"{table.url}/talk")).json()["away"] == []
    assert ok(table.visitor.get(f"/v1/players/{identity(table.ada)}")).json()["away_until"] is None


def test_notes_are_in_no_other_reply(server: Server) -> None:
    table = Table(server).start()
    ada, bea = identity(table.ada), identity(table.bea)
    ok(table.ada.put(f"{table.url}/notes", json={"version": 2, "text": "xylophone"}))
    ok(table.ada.put(f"/v1/players/{bea}/note", json={"text": "xylophone"}))
    table.end()
    paths = (
        *("", "/view", "/events", "/talk", "/messages", "/bundle", "/result"),
        *("/stream?follow=false&talk=true", "/stream?follow=false&as=full"),
    )
    for who in (table.ada, table.bea, table.visitor):
        for path in (*(f"{table.url}{path}" for path in paths), f"/v1/players/{bea}", f"/v1/players/{ada}"):
            assert "xylophone" not in ok(who.get(path)).text, path


def test_no_note_is_kept_about_an_account_that_is_deleted_meanwhile(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts, notes = Accounts(store.database), Notes(store.database)
        migrate(store.database, "talk", TABLES)
        ada, bea = accounts.sign_up("Ada").token, accounts.sign_up("Bea").token
        accounts.erase(bea.player)
        with pytest.raises(UnknownPlayerError):
            notes.put_about(ada.player, bea.player, "gone", "", ada.id)
        assert notes.about(ada.player, bea.player) is None


def test_a_player_keeps_so_many_notes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.talk.notes.MOST_NOTES": 2}) as server:
        table = Table(server).start()
        for version in (1, 2, 2):
            ok(table.ada.put(f"{table.url}/notes", json={"version": version, "text": "x"}))
        refused = table.ada.put(f"{table.url}/notes", json={"version": 3, "text": "x"})
        assert problem(refused) == (409, "limit-reached")
        ok(table.ada.put(f"{table.url}/notes", json={"version": 1, "text": ""}))
        ok(table.ada.put(f"{table.url}/notes", json={"version": 3, "text": "x"}))
