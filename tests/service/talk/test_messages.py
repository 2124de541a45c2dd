"""Messages at a game: who writes and reads where, pages, keys, texts, settings, marks."""

import sqlite3
import uuid

import psycopg
import pytest

from tests.replies import ok
from tests.service.kit import holder, identity, problem
from tests.service.server import Server
from tests.service.talk.kit import Table
from tests.service.tournaments.kit import Cup
from tests.waiting import until


def test_players_write_at_the_table_and_everyone_who_may_watch_reads_it(server: Server) -> None:
    table = Table(server).start()
    said = table.say(table.ada, "  hello https://example.org <b>you</b> ")

    assert (said["room"], said["seat"], said["player"]) == ("table", 0, identity(table.ada))
    assert said["text"] == "hello https://example.org <b>you</b>"
    assert not said["is_removed"]
    for reader in (table.ada, table.bea, table.owner, table.watcher, table.visitor):
        assert table.read(reader) == ["hello https://example.org <b>you</b>"]


def test_players_read_the_room_of_the_spectators_after_the_end_only(server: Server) -> None:
    table = Table(server).start()
    assert table.say(table.watcher, "Ada should build")["room"] == "spectators"
    assert table.say(table.owner, "indeed")["room"] == "spectators"

    assert table.read(table.watcher, "spectators") == ["Ada should build", "indeed"]
    for player in (table.ada, table.bea):
        refused = player.get(f"{table.url}/messages", params={"room": "spectators"})
        assert problem(refused) == (403, "not-yours")
        assert ok(player.get(f"{table.url}/talk")).json()["reads"] == ["table"]
        assert ok(player.get(f"{table.url}/talk")).json()["unread"] == 0
    # otherwise a player would only have to sign out
    refused = table.visitor.get(f"{table.url}/messages", params={"room": "spectators"})
    assert problem(refused) == (401, "token-needed")

    table.end()
    for reader in (table.ada, table.bea, table.watcher, table.visitor):
        assert table.read(reader, "spectators") == ["Ada should build", "indeed"]
    assert table.say(table.ada, "thanks")["room"] == "table"


def test_a_player_with_the_token_of_another_seat_is_no_spectator(server: Server) -> None:
    table, other = Table(server).start(), Table(server)
    seat = ok(table.ada.post(f"{table.url}/seats/0/tokens", json={"label": "deputy"}), 201).json()["token"]
    deputy = holder(server, seat)

    assert table.say(deputy, "for Ada")["player"] == identity(table.ada)
    for url in (table.url, other.url):
        refused = deputy.get(f"{url}/messages", params={"room": "spectators"})
        assert problem(refused) == (403, "not-yours")
    assert problem(deputy.post(f"{other.url}/messages", json={"text": "x"})) == (403, "not-yours")


def test_a_guest_writes_as_the_seat(server: Server) -> None:
    owner = server.player("Host")
    body = {"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}}
    game = ok(owner.post("/v1/games", json=body), 201).json()["id"]
    ok(owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandma"}))
    made = ok(owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "tablet"}), 201).json()
    guest = holder(server, made["token"])

    said = ok(guest.post(f"/v1/games/{game}/messages", json={"text": "hi"}), 201).json()

    assert (said["room"], said["name"], said["seat"]) == ("table", "Grandma", 0)


def test_who_has_resigned_reads_at_the_table_until_the_end(server: Server) -> None:
    table = Table(server, seats=4).start()
    ok(table.ada.post(f"{table.url}/resignations"), 201)
    assert ok(table.bea.get(table.url)).json()["status"] == "running"

    assert problem(table.ada.post(f"{table.url}/messages", json={"text": "x"})) == (403, "not-yours")
    refused = table.ada.get(f"{table.url}/messages", params={"room": "spectators"})
    assert problem(refused) == (403, "not-yours")
    assert table.read(table.ada) == []


def test_a_private_game_is_hidden_with_its_messages(server: Server) -> None:
    owner, stranger = server.player("Owner"), server.player("Stranger")
    body = {"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}, "visibility": "private"}
    game = ok(owner.post("/v1/games", json=body), 201).json()["id"]
    said = ok(owner.post(f"/v1/games/{game}/messages", json={"text": "psst"}), 201).json()

    for path, method, sent in (
        ("messages", "GET", None), ("messages", "POST", {"text": "x"}), ("talk", "GET", None),
        ("talk", "PUT", {"talk": "off"}), ("talk/mine", "PUT", {"muted": True}),
        (f"messages/{said['id']}", "DELETE", None), ("notes", "GET", None), ("stream?talk=true", "GET", None),
    ):  # fmt: skip
        reply = stranger.request(method, f"/v1/games/{game}/{path}", json=sent)
        unknown = stranger.request(method, f"/v1/games/{uuid.uuid4()}/{path}", json=sent)
        assert problem(reply) == problem(unknown) == (404, "not-found"), path
        assert reply.json()["detail"] == unknown.json()["detail"]


def test_pages_begin_with_the_newest_and_their_cursors_say_nothing_of_the_other_room(server: Server) -> None:
    quiet, loud = Table(server).start(), Table(server).start()
    for table in (quiet, loud):
        for number in range(5):
            table.say(table.ada, f"message {number}")
            if table is loud:
                table.say(table.watcher, "between")

    def cursors(table: Table) -> list[str | None]:
        found: list[str | None] = []
        cursor: str | None = None
        texts: list[str] = []
        while True:
            asked = {"limit": "2"} | ({} if cursor is None else {"cursor": cursor})
            reply = ok(table.ada.get(f"{table.url}/messages", params=asked))
            texts += [item["text"] for item in reply.json()["items"]]
            cursor = reply.json()["next"]
            found.append(cursor)
            if cursor is None:
                assert texts == [f"message {number}" for number in reversed(range(5))]
                return found

    assert cursors(quiet) == cursors(loud)
    assert problem(quiet.ada.get(f"{quiet.url}/messages", params={"cursor": "x"})) == (400, "bad-request")


def test_players_find_no_trace_of_what_spectators_write(server: Server) -> None:
    quiet, loud = Table(server).start(), Table(server).start()
    for number in range(3):
        loud.say(loud.watcher, f"whisper {number} " + "x" * 100)
    ok(loud.watcher.put(f"{loud.url}/talk/mine", json={"muted": True}))

    def seen(table: Table) -> list[object]:
        replies = [ok(table.ada.get(f"{table.url}{path}")) for path in ("/talk", "/messages")]
        kept = ("content-length", "etag", "last-modified", "link")
        return [(reply.json(), {name: reply.headers.get(name) for name in kept}) for reply in replies]

    assert seen(quiet) == seen(loud)
    # the first message at the table looks as if there were no others
    first = {table: table.say(table.bea, "hi").keys() for table in (quiet, loud)}
    assert first[quiet] == first[loud]
    assert ok(loud.ada.get(f"{loud.url}/talk")).json()["unread"] == 1


def test_a_repeated_message_is_written_once(server: Server) -> None:
    table = Table(server).start()
    key = {"Idempotency-Key": uuid.uuid4().hex}
    first = ok(table.ada.post(f"{table.url}/messages", json={"text": "once"}, headers=key), 201)
    again = ok(table.ada.post(f"{table.url}/messages", json={"text": "once"}, headers=key), 201)

    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert table.read(table.ada) == ["once"]
    other = table.ada.post(f"{table.url}/messages", json={"text": "twice"}, headers=key)
    assert problem(other) == (422, "key-reused")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 400),
        ("x" * 501, 400),
        ("a\nb", 422),
        ("a\x07b", 422),
        ("\u202etxet", 422),
        ("  ", 422),
        ("\u200b", 422),
        ("x" * 500, 201),
        ("Fu\u0308r Elise \U0001f44d\U0001f3fd", 201),
        ("nicht\u00a0so", 201),
        ("family \U0001f468\u200d\U0001f469\u200d\U0001f467", 201),
        ("a" + "\u0301" * 4, 422),
        ("ab\u2066c", 422),
    ],
)
def test_texts_are_plain_visible_and_short(server: Server, text: str, status: int) -> None:
    table = Table(server)
    reply = table.ada.post(f"{table.url}/messages", json={"text": text})

    assert reply.status_code == status, reply.text
    if status == 201:
        assert reply.json()["text"] == text.replace("u\u0308", "\u00fc").replace("\u00a0", " ")


def test_what_programs_add_to_a_text_is_removed(server: Server) -> None:
    table = Table(server)
    sent = {
        "press 1\ufe0f\u20e3 \u2194\ufe0f \u2764\ufe0f \u2764\ufe0e": "press 1\u20e3 \u2194 \u2764\ufe0f \u2764",
        "\ufeffcopy\u00ading \u200eit\u200b": "copying it",
        "hidden\U000e0068\U000e0069": "hidden",
    }
    for text, stored in sent.items():
        assert table.say(table.ada, text)["text"] == stored
    assert problem(table.ada.post(f"{table.url}/messages", json={"text": "\u200e\ufeff"})) == (422, "invalid-value")


def test_a_key_that_was_forgotten_writes_another_message(server: Server) -> None:
    table = Table(server).start()
    key = {"Idempotency-Key": "the-same-for-ever"}
    first = table.say(table.ada, "one", **key)
    change(server, "UPDATE request_keys SET made_at='2020-01-01T00:00:00.000000Z'")

    assert table.say(table.ada, "two", **key)["id"] != first["id"]
    assert table.read(table.ada) == ["one", "two"]


def test_no_message_is_earlier_than_the_one_before_it(server: Server) -> None:
    table = Table(server).start()
    # the clock of another process is ahead
    change(
        server,
        "UPDATE talk_messages SET at='2090-01-01T00:00:00.000000Z' WHERE id=?",
        table.say(table.ada, "one")["id"],
    )
    ok(table.bea.put(f"{table.url}/talk/mine", json={"read_at": "2090-01-01T00:00:00Z"}))

    assert table.say(table.ada, "two")["at"] == "2090-01-01T00:00:00.000000Z"
    assert table.say(table.watcher, "three")["at"] < "2090"
    assert ok(table.bea.get(f"{table.url}/talk")).json()["unread"] == 2


def change(server: Server, statement: str, *values: str) -> None:
    """Change rows of the database of a server."""
    if server.database.startswith("sqlite"):
        with sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=20) as connection:
            assert connection.execute(statement, values).rowcount
        connection.close()
    else:
        with psycopg.connect(server.database) as connection:
            assert connection.execute(statement.replace("?", "%s").encode(), values).rowcount


def test_authors_remove_their_messages_and_the_place_stays(server: Server) -> None:
    table = Table(server).start()
    said = table.say(table.ada, "never mind")
    for other in (table.bea, table.owner):
        assert problem(other.delete(f"{table.url}/messages/{said['id']}")) == (404, "not-found")
    for _ in range(2):
        ok(table.ada.delete(f"{table.url}/messages/{said['id']}"), 204)

    (item,) = ok(table.bea.get(f"{table.url}/messages")).json()["items"]
    assert (item["text"], item["is_removed"], item["id"]) == (None, True, said["id"])


def test_who_may_write_is_set_by_the_owner_and_players_and_shown(server: Server) -> None:
    table = Table(server).start()
    assert ok(table.visitor.get(f"{table.url}/talk")).json()["talk"] == "all"
    assert problem(table.watcher.put(f"{table.url}/talk", json={"talk": "off"})) == (403, "not-yours")

    assert ok(table.bea.put(f"{table.url}/talk", json={"talk": "players"})).json()["own"] == "players"
    assert problem(table.watcher.post(f"{table.url}/messages", json={"text": "x"})) == (409, "not-possible")
    table.say(table.ada, "we may")
    ok(table.owner.put(f"{table.url}/talk", json={"talk": "off"}))
    ok(table.owner.put(f"{table.url}/talk", json={"talk": "off"}))
    assert problem(table.ada.post(f"{table.url}/messages", json={"text": "x"})) == (409, "not-possible")

    items = ok(table.visitor.get(f"{table.url}/messages")).json()["items"]
    shown = [(each["talk"], each["player"]) for each in items if each["talk"]]
    assert shown == [("off", identity(table.owner)), ("players", identity(table.bea))]
    # nobody takes back what was done
    assert problem(table.bea.delete(f"{table.url}/messages/{items[-1]['id']}")) == (404, "not-found")


def test_what_is_muted_and_read_holds_on_all_devices(server: Server) -> None:
    table = Table(server).start()
    said = [table.say(table.ada, text) for text in ("one", "two", "three")]
    other_device = holder(server, table.bea.headers["Authorization"].removeprefix("Bearer "))
    assert ok(table.bea.get(f"{table.url}/talk")).json()["unread"] == 3
    assert ok(table.ada.get(f"{table.url}/talk")).json()["unread"] == 0

    ok(table.bea.put(f"{table.url}/talk/mine", json={"read_at": said[1]["at"], "muted": True}))
    # what was read stays read
    ok(table.bea.put(f"{table.url}/talk/mine", json={"read_at": said[0]["at"]}))
    found = ok(other_device.get(f"{table.url}/talk")).json()

    assert (found["unread"], found["muted"]) == (1, True)
    assert not ok(table.ada.get(f"{table.url}/talk")).json()["muted"]


def test_a_tournament_has_rooms_of_its_own_and_limits_its_games(server: Server) -> None:
    cup = Cup(server, 8)
    cup.publish_first()
    found = cup.until(lambda found: found["rounds"] and found["rounds"][0]["tables"][0]["game"])
    game = found["rounds"][0]["tables"][0]["game"]
    player, watcher = next(iter(cup.players.values())), server.player("Watcher")
    url = f"{cup.url}/messages"
    assert ok(player.post(url, json={"text": "good luck"}), 201).json()["room"] == "table"
    assert ok(cup.owner.post(url, json={"text": "welcome"}), 201).json()["room"] == "table"
    assert ok(watcher.post(url, json={"text": "go"}), 201).json()["room"] == "spectators"
    assert len(ok(server.client().get(url)).json()["items"]) == 2
    for who in (player, cup.owner):
        assert problem(who.get(url, params={"room": "spectators"})) == (403, "not-yours")
    rude = list(cup.players)[-1]
    cup.done(cup.owner, "disqualify", player=rude, reason="Insults.")
    assert problem(cup.players[rude].post(url, json={"text": "x"})) == (403, "not-yours")
    assert problem(cup.players[rude].get(url, params={"room": "spectators"})) == (403, "not-yours")
    assert problem(player.put(f"{cup.url}/talk", json={"talk": "off"})) == (403, "not-yours")

    ok(cup.owner.put(f"{cup.url}/talk", json={"talk": "all", "games": "players"}))
    until(lambda: watcher.get(f"/v1/games/{game}").status_code == 200)
    assert ok(watcher.get(f"/v1/games/{game}/talk")).json()["talk"] == "players"
    assert problem(watcher.post(f"/v1/games/{game}/messages", json={"text": "x"})) == (409, "not-possible")
    reserved = ok(watcher.get(f"/v1/games/{game}")).json()["seats"][0]["reserved"]
    sitter = cup.players[reserved]
    ok(sitter.put(f"/v1/games/{game}/seats/0"))
    assert problem(sitter.put(f"/v1/games/{game}/talk", json={"talk": "all"})) == (409, "not-possible")
    assert ok(sitter.put(f"/v1/games/{game}/talk", json={"talk": "off"})).json()["talk"] == "off"
