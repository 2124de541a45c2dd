"""Players and tokens: what is repeated, what is revoked, what happens at once; over a real socket."""

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from service.core.store.store import Store
from service.core.store.times import timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import ALL_SCOPES, INVITATION, secret_of
from service.people.tokens import Token, TokenSpec
from tests.replies import ok
from tests.service.kit import answer, first_choice, holder, next_decision, open_game, player_in_game, problem
from tests.service.server import Server


def test_one_key_makes_one_player_however_many_ask_at_once(server: Server) -> None:
    key = {"Idempotency-Key": "one key for sixteen requests, random enough"}
    clients = [server.client() for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        body = {"name": "Eve of sixteen"}
        asked = [pool.submit(client.post, "/v1/players", json=body, headers=key) for client in clients]
    replies = [future.result() for future in asked]

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.content for reply in replies}) == 1
    assert sum("idempotency-replayed" not in reply.headers for reply in replies) == 1
    eve = holder(server, replies[0].json()["token"])
    assert eve.get("/v1/me").status_code == 200


@pytest.mark.parametrize("name", ["Zoë", "👩👩👧", "میخواهم", "李", "O\u2019Neil", "🇪🇺 1", "ศิริพร"])
def test_a_name_is_written_in_any_script(server: Server, name: str) -> None:
    reply = server.client().post("/v1/players", json={"name": name})

    assert reply.status_code == 201
    assert reply.json()["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "\u3164",
            "\u0301",
            "\u200d",
            "a\u200db",
            "a\u200b",
            "\ufeffa",
            "a\u2060b",
            "\u2800",
            "a\u0000",
            "\ud7b0\u0007",
        ),
        *("a\u202eb", "\u2066a\u2069", "a\u200f", "\u061ca", "Z\u0334\u0335\u0336algo"),
    ],
)
def test_a_name_shows_something_and_hides_nothing(server: Server, name: str) -> None:
    assert problem(server.client().post("/v1/players", json={"name": name})) == (422, "invalid-name")


def test_one_key_makes_one_token_however_many_ask_at_once(player: httpx.Client) -> None:
    key = {"Idempotency-Key": "laptop"}
    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(player.post, "/v1/me/tokens", json={"label": "laptop"}, headers=key) for _ in range(16)]
    replies = [future.result() for future in asked]

    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json()["token"] for reply in replies}) == 1
    assert [token["label"] for token in ok(player.get("/v1/me/tokens")).json()["items"]] == ["sign-up", "laptop"]


def test_a_revoked_token_stays_revoked_when_its_making_is_repeated(server: Server, player: httpx.Client) -> None:
    key = {"Idempotency-Key": "laptop"}
    made = ok(player.post("/v1/me/tokens", json={"label": "laptop"}, headers=key)).json()
    laptop = holder(server, made["token"])
    assert laptop.get("/v1/me").status_code == 200
    player.delete(f"/v1/me/tokens/{made['id']}")

    again = player.post("/v1/me/tokens", json={"label": "laptop"}, headers=key)

    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert problem(laptop.get("/v1/me")) == (401, "token-needed")


def test_the_key_of_an_invitation_or_a_seat_token_belongs_to_its_game(player: httpx.Client) -> None:
    games = [open_game(player, visibility="private") for _ in range(2)]
    for game in games:
        assert player.put(f"/v1/games/{game}/seats/0").status_code == 200

    for path, name in (("invitations", "invitation"), ("seats/0/tokens", "token")):
        urls = [f"/v1/games/{game}/{path}" for game in games]
        key = {"Idempotency-Key": path.replace("/", " ")}
        first, again = ([player.post(url, json={"label": "x"}, headers=key) for url in urls] for _ in range(2))
        assert [reply.status_code for reply in (*first, *again)] == [201] * 4
        assert [reply.json()[name] for reply in first] == [reply.json()[name] for reply in again]
        assert len({reply.json()[name] for reply in first}) == 2
        assert ["Idempotency-Replayed" in reply.headers for reply in (*first, *again)] == [False] * 2 + [True] * 2
        assert problem(player.post(urls[0], json={"label": "y"}, headers=key)) == (422, "key-reused")


def test_a_key_of_a_release_without_games_in_keys_still_gives_its_invitation(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        player = accounts.sign_up("Ada").token.player
        token = Token("old", player, "x", timestamp_now(), (), "game-1")
        name, request = f"{player} guests", '["x",[],"game-1",null]'
        secret = secret_of(INVITATION, accounts.derived("token", name))
        accounts.make_once(lambda _: token, secret, f"token {name}", request)

        old, new = (accounts.new_token(TokenSpec(player, "x", (), game), "guests") for game in ("game-1", "game-2"))

        assert (old.token, old.secret, old.replayed) == (token, secret, True)
        assert (new.token.game, new.replayed) == ("game-2", False)
        assert accounts.invitation(new.secret) == new.token != accounts.invitation(secret)


def test_two_players_of_a_game_may_use_the_same_keys(server: Server) -> None:
    ada, bo = server.player(), server.player("Bo")
    opened = ok(ada.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "bots": {"2": "random"}}))
    game = opened.json()["id"]
    ada.put(f"/v1/games/{game}/seats/0")
    bo.put(f"/v1/games/{game}/seats/1")
    ada.post(f"/v1/games/{game}/start")
    statuses: list[tuple[int, bool]] = []
    asked: set[httpx.Client] = set()
    while asked != {ada, bo}:
        for player in (ada, bo):
            decisions = ok(player.get(f"/v1/games/{game}/decisions")).json()["items"]
            own = [decision for decision in decisions if "choices" in decision]
            if own and player not in asked:
                asked.add(player)
                body = {"decision": own[0]["id"], "command": own[0]["choices"][0]["command"]}
                first = player.post(f"/v1/games/{game}/commands", json=body, headers={"Idempotency-Key": "move-1"})
                again = ok(player.get(f"/v1/games/{game}/commands/move-1"))
                statuses.append((first.status_code, first.json() == again.json()))
            elif own:
                answer(player, game, own[0], random.Random(1))

    assert statuses == [(201, True), (201, True)]


def test_the_fate_of_a_command_is_told_after_the_seat_was_given_up(server: Server) -> None:
    player, game = player_in_game(server)
    body = first_choice(next_decision(player, game))
    first = ok(player.post(f"/v1/games/{game}/commands", json=body, headers={"Idempotency-Key": "last"}))
    player.post(f"/v1/games/{game}/resignations")

    again = player.post(f"/v1/games/{game}/commands", json=body, headers={"Idempotency-Key": "last"})

    assert (again.status_code, again.json()) == (201, first.json())
    assert ok(player.get(f"/v1/games/{game}/commands/last")).json() == first.json()
    assert problem(player.get(f"/v1/games/{game}/commands/never")) == (404, "not-found")


def test_whoever_gave_up_decides_nothing_any_more(server: Server) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)
    player.post(f"/v1/games/{game}/resignations")

    assert problem(answer(player, game, decision, random.Random(1))) == (403, "not-yours")
    assert problem(player.post(f"/v1/games/{game}/resignations")) == (403, "not-yours")


def test_what_cannot_be_written_leaves_no_half_of_a_player(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store(f"sqlite:///{file}") as store:
        accounts = Accounts(store.database)
        with sqlite3.connect(file) as other:
            other.execute("CREATE TRIGGER full BEFORE INSERT ON tokens BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        with pytest.raises(Exception, match="disk full"):
            accounts.sign_up("Eve", "k" * 40)
        with sqlite3.connect(file) as other:
            assert other.execute("SELECT count(*) FROM players").fetchone() == (0,)
            other.execute("DROP TRIGGER full")
        made = accounts.sign_up("Eve", "k" * 40)
        reopened = Accounts(store.database)

    assert not made.replayed
    held = reopened.holder(made.secret)
    assert held is not None
    assert (held.player, held.scopes) == (made.token.player, ALL_SCOPES)


def test_tokens_of_an_earlier_file_are_for_everything(tmp_path: Path) -> None:
    """A file that was written before tokens had scopes."""
    file = tmp_path / "games.db"
    with Store(f"sqlite:///{file}"):
        pass
    with sqlite3.connect(file) as old:
        old.execute("CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)")
        old.execute(
            "CREATE TABLE tokens (id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, "
            "hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL)"
        )
        old.execute("CREATE TABLE account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL)")
        old.execute("INSERT INTO players VALUES ('player:a', 'Ada', '2026-01-01T00:00:00.000000Z')")
        old.execute("INSERT INTO tokens VALUES ('t', 'player:a', 'old', 'h', '2026-01-01T00:00:00.000000Z')")
    old.close()

    with Store(f"sqlite:///{file}") as store:
        (token,) = Accounts(store.database).tokens("player:a")

    assert (token.label, token.scopes, token.game) == ("old", ALL_SCOPES, None)


def test_no_key_of_a_sign_up_gives_the_token_of_somebody_else(server: Server, player: httpx.Client) -> None:
    own = ok(player.get("/v1/me")).json()["id"]
    made = ok(player.post("/v1/me/tokens", json={"label": "laptop"}, headers={"Idempotency-Key": "laptop"})).json()

    # as long as the keys of sign-ups have to be, and all that could be known of the other's request
    eve = server.client().post(
        "/v1/players", json={"name": "Eve of the laptop"}, headers={"Idempotency-Key": f"{own} laptop"}
    )

    assert eve.status_code == 201
    assert eve.json()["token"] != made["token"]
