"""Replicas answer reads, and no client ever sees less than it has seen."""

import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.replies import ok
from tests.service.kit import answer, first_choice, next_decision, open_game, own_decision, started_game
from tests.service.replicas.site import POSITION, Reader, Site, position_in, site
from tests.service.server import Server, serving
from tests.service.sse import following
from tests.service.test_doctor import findings
from tests.waiting import until

PATIENT = {"service.replicas.replicas.LATE_AFTER": 3_600.0}
"""A replica that lags for longer than a test still answers those who have not seen more."""

ROUNDS = int(os.environ.get("LUDOLOG_STUMBLES", "20"))
"""Commands that are sent while the replica stumbles; LUDOLOG_STUMBLES=200 is the long run."""

OPEN_END = f"$3 = '{2**63 - 1}'"
"""What is logged of a statement that reads a game to its end, as the cache of games does, and nothing else."""

LISTS = ("/v1/games", "/v1/results", "/v1/leaderboards/giganten", "/v1/me/games", "/v1/games/bundles")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two processes, a primary and a replica."""
    with site(tmp_path_factory.mktemp("site"), PATIENT) as made:
        yield made


@pytest.fixture(scope="module")
def paused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Reader, str]]:
    """The same with a paused replica, a reader who has seen no more than it has, and a game that was opened since."""
    with site(tmp_path_factory.mktemp("paused"), PATIENT) as made:
        reader = Reader(made.servers[0].player())
        open_game(reader.client)
        reader.get("/v1/games")
        made.await_current()
        made.pause()
        game = open_game(made.servers[0].player("Bob"))
        yield made, reader, game


def shown(reader: Reader, path: str = "/v1/games") -> set[str]:
    """Return the games of a list."""
    return {item["id"] for item in ok(reader.get(path)).json()["items"]}


def test_lists_come_from_the_replica_and_the_primary_is_not_asked(pair: Site) -> None:
    reader = Reader(pair.servers[0].player())
    opened = ok(reader.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201)
    assert position_in(opened) is not None
    assert opened.json()["id"] in shown(reader)
    pair.await_current()
    # a look at the replica may be due
    pair.await_used()
    before = pair.answered()
    for path in LISTS:
        reader.get(path)
    after = pair.answered()
    assert after["replicas"] - before["replicas"] == len(LISTS)
    assert after["primary"] == before["primary"]


def test_a_client_that_says_nothing_sees_all_that_was_acknowledged(pair: Site) -> None:
    writer = pair.servers[0].player()
    reader = Reader(pair.servers[1].player("Bob"))
    for _ in range(5):
        game = open_game(writer)
        reader.seen = None
        assert game in shown(reader)


def test_the_reply_to_a_change_says_a_position_that_contains_it(pair: Site) -> None:
    first = Reader(pair.servers[0].client())
    signed_up = ok(first.request("POST", "/v1/players", json={"name": "Cleo"}), 201)
    first.client.headers["Authorization"] = f"Bearer {signed_up.json()['token']}"
    for number in range(5):
        here, there = pair.servers[number % 2], pair.servers[1 - number % 2]
        writer = first.at(here)
        opened = ok(writer.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
        first.seen = writer.seen
        reader = first.at(there)
        # at the other process, whose replica may lag
        assert opened in shown(reader, "/v1/games?owner=me")
        assert ok(reader.get(f"/v1/games/{opened}")).json()["id"] == opened


def test_a_paused_replica_answers_those_who_have_seen_no_more(paused: tuple[Site, Reader, str]) -> None:
    made, reader, game = paused
    before = made.answered()
    old = reader.at(made.servers[0])
    assert game not in shown(old)
    assert made.answered()["replicas"] == before["replicas"] + 1
    # the reply says how old it is
    assert old.seen == reader.seen


@pytest.mark.parametrize("number", [0, 1])
def test_the_primary_answers_those_who_have_seen_more(paused: tuple[Site, Reader, str], number: int) -> None:
    made, reader, game = paused
    # what another process has acknowledged
    writer = Reader(made.servers[1 - number].player("Dora"))
    newer = ok(writer.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
    there = reader.at(made.servers[number])
    there.seen = writer.seen
    before = made.answered(number)
    assert {game, newer} <= shown(there)
    assert made.answered(number)["primary"] == before["primary"] + 1
    silent = Reader(there.client)
    assert {game, newer} <= shown(silent)
    assert silent.seen is not None
    assert writer.seen is not None
    assert silent.seen >= writer.seen
    until(lambda: made.lag(number) > 0)


@pytest.mark.parametrize("sent", ["", "7", "-1.2", "1.2.3", "latest", "9" * 30 + ".1", "1.1, 2.2", "\u00b2.\u00b2"])
def test_a_text_that_is_no_position_counts_as_none(paused: tuple[Site, Reader, str], sent: str) -> None:
    made, _, game = paused
    client = made.servers[0].client()
    reply = ok(client.get("/v1/games", headers=httpx.Headers({POSITION: sent}, encoding="latin-1")))
    assert game in {item["id"] for item in reply.json()["items"]}


def test_a_position_that_the_log_does_not_have_is_answered_by_the_primary(paused: tuple[Site, Reader, str]) -> None:
    made, _, game = paused
    reply = ok(made.servers[0].client().get("/v1/games", headers={POSITION: "999999999.999999999"}))
    assert game in {item["id"] for item in reply.json()["items"]}


def test_commands_and_decisions_are_not_the_business_of_a_replica(paused: tuple[Site, Reader, str]) -> None:
    made, reader, _ = paused
    player = reader.at(made.servers[0])
    old = player.seen
    game = started_game(player.client)
    before = made.answered(1)
    for _ in range(3):
        decision = next_decision(player.client, game)
        version = ok(player.client.post(f"/v1/games/{game}/commands", json=first_choice(decision)), 201)
        for path in (f"/v1/games/{game}/decisions?as=seat:0", f"/v1/games/{game}/view?as=seat:0"):
            player.seen = old
            reply = ok(player.at(made.servers[1]).get(path))
            assert reply.json()["version"] >= version.json()["receipt"]["version"]
    # not even a seat's own view of a running game
    assert made.answered(1)["replicas"] == before["replicas"]


def test_what_a_process_knows_of_a_watched_game_is_enough(paused: tuple[Site, Reader, str]) -> None:
    made, reader, _ = paused
    player = made.servers[0].player("Eve")
    game = started_game(player)
    watcher = reader.at(made.servers[0])
    # read once, with a poll
    ok(watcher.client.get(f"/v1/games/{game}/view"))
    before = made.answered()
    assert watcher.get(f"/v1/games/{game}/view").status_code == 200
    after = made.answered()
    assert after["replicas"] == before["replicas"] + 1


def test_a_list_whose_tables_are_late_says_how_far_they_go(pair: Site) -> None:
    reader = Reader(pair.servers[0].player())
    with psycopg.connect(pair.primary.url()) as holder:
        # nothing gets into the tables meanwhile
        holder.execute("SELECT name FROM projections FOR UPDATE")
        game = ok(reader.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
        for seen in (reader.seen, None):
            reader.seen = seen
            reply = ok(reader.get("/v1/games"))
            assert game not in {item["id"] for item in reply.json()["items"]}
            said = position_in(reply)
            assert said is not None
            assert game_position(pair, game) > said[0]
    until(lambda: game in shown(reader))
    assert reader.seen is not None
    assert reader.seen[0] >= game_position(pair, game)


def game_position(made: Site, game: str) -> int:
    """Return the position of the first event of a game."""
    with psycopg.connect(made.primary.url()) as connection:
        first = "SELECT MIN(notification_id) FROM ludolog_events WHERE originator_id = %s"
        found = connection.execute(first, (game,)).fetchone()
    assert found is not None
    return found[0]


def test_a_token_of_another_process_is_known(paused: tuple[Site, Reader, str]) -> None:
    made, reader, _ = paused
    for number in range(6):
        name = f"Player {number} {random.randrange(10**6)}"
        token = ok(made.servers[0].client().post("/v1/players", json={"name": name}), 201).json()["token"]
        client = made.servers[1].client()
        client.headers["Authorization"] = f"Bearer {token}"
        late = Reader(client)
        late.seen = reader.seen
        assert late.request("GET", "/v1/me/games").status_code == 200


def test_a_finished_game_is_read_from_the_replica(pair: Site) -> None:
    player = pair.servers[0].player()
    game = open_game(player)
    ok(player.put(f"/v1/games/{game}/seats/0"))
    ok(player.post(f"/v1/games/{game}/start"))
    rng = random.Random(3)
    while (decision := own_decision(player, game)) is not None:
        ok(answer(player, game, decision, rng), 201)
    pair.await_current()
    # the other process has not read it
    reader = Reader(pair.servers[1].player("Bob"))
    for path in ("", "/view?as=public", "/views", "/events", "/stream", "/result", "/bundle", "/verification"):
        before = pair.answered(1)
        reader.get(f"/v1/games/{game}{path}")
        after = pair.answered(1)
        assert after["primary"] == before["primary"], path
        assert sum(after.values()) == sum(before.values()) + 1, path
    # from the second request on, the process knows that it is over
    assert after["replicas"] > before["replicas"]


def test_the_stream_of_a_watched_game_comes_from_the_replica(pair: Site) -> None:
    players = [pair.servers[0].player(name) for name in ("Ada", "Bob", "Cleo")]
    game = open_game(players[0], len(players), bots={})
    for seat, player in enumerate(players):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(players[0].post(f"/v1/games/{game}/start"))
    pair.await_current()
    pair.await_used(1)
    rng = random.Random(4)
    with (
        pair.logged() as logged,
        following(pair.servers[1].player("Dora"), f"/v1/games/{game}/stream") as events,
    ):

        def read_from_primary() -> list[str]:
            return [each for each in logged(game) if "SELECT state" in each and OPEN_END in each]

        def play() -> None:
            version = str(_turn(players, game, rng))
            until(lambda: next(events).last_id == version)

        with pair.in_step():
            play()
            before = len(read_from_primary())
            for _ in range(8):
                play()
            assert logged(game)
            assert len(read_from_primary()) == before
        pair.pause()
        try:
            play()
        finally:
            pair.resume()
        assert len(read_from_primary()) > before


def _turn(players: Sequence[httpx.Client], game: str, rng: random.Random) -> int:
    """Let the next player decide; returns the version of the game."""
    for player in players:
        for decision in ok(player.get(f"/v1/games/{game}/decisions")).json()["items"]:
            if "choices" in decision:
                return ok(answer(player, game, decision, rng), 201).json()["receipt"]["version"]
    raise AssertionError("nobody is asked")


def test_a_reply_that_caches_keep_says_no_position(pair: Site) -> None:
    reader = Reader(pair.servers[0].player())
    game = started_game(reader.client)
    now = ok(reader.client.get(f"/v1/games/{game}/view?as=public"))
    assert position_in(now) is not None
    kept = ok(reader.client.get(f"/v1/games/{game}/view?as=public&at={now.json()['version']}"))
    assert "max-age=" in kept.headers["Cache-Control"]
    assert position_in(kept) is None


def test_no_client_reads_older_than_seen_while_the_replica_stumbles(pair: Site) -> None:
    stop = threading.Event()

    def stumble() -> None:
        rng = random.Random(5)
        while not stop.is_set():
            pair.pause()
            time.sleep(rng.uniform(0.0, 0.3))
            pair.resume()
            time.sleep(rng.uniform(0.0, 0.3))

    thread = threading.Thread(target=stumble)
    thread.start()
    try:
        failures = _played(pair)
    finally:
        stop.set()
        thread.join()
        pair.resume()
    assert not failures


def _played(pair: Site) -> list[str]:
    """Play through both processes, and read at the other one what was just done; returns what was older."""
    failures: list[str] = []
    rng = random.Random(9)
    player = Reader(pair.servers[0].player())
    game = started_game(player.client)
    highest = 0
    for number in range(ROUNDS):
        here, there = player.at(pair.servers[number % 2]), player.at(pair.servers[1 - number % 2])
        decision = own_decision(here.client, game)
        if decision is None:
            game, highest = started_game(here.client), 0
            continue
        command = rng.choice(decision["choices"])["command"]
        reply = here.request(
            "POST", f"/v1/games/{game}/commands", json={"decision": decision["id"], "command": command}
        )
        highest = max(highest, ok(reply, 201).json()["receipt"]["version"])
        there.seen = here.seen
        seen = ok(there.get(f"/v1/games/{game}")).json()["version"]
        if seen < highest:
            failures.append(f"game at {seen} after {highest}")
        asked = there.seen
        listed = ok(there.get("/v1/me/games?limit=1000"))
        position = position_in(listed)
        # tables that lag for more than a second are shown nevertheless, and the reply says how old they are
        is_current = asked is None or position is None or position[0] >= asked[0]
        if is_current and game not in {item["id"] for item in listed.json()["items"]}:
            failures.append(f"no row of {game} at {position}, asked for {asked}")
        player.seen = there.seen
    return failures


def test_the_doctor_looks_at_each_replica(pair: Site, tmp_path: Path) -> None:
    settings = {
        "LUDOLOG_DATABASE": pair.primary.url(),
        "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
        "LUDOLOG_REPLICAS": f"{pair.replica.url()} {pair.primary.url()} postgresql://u:geheim@127.0.0.1:9/ludolog",
    }
    found = findings(**settings)
    replica = found[f"replica {pair.name}"]
    assert replica["verdict"] == "ok"
    assert "a standby of this database" in replica["found"]
    assert found[f"replica {pair.primary.folder}:5432"]["verdict"] == "note"
    assert "does not answer" in found["replica 127.0.0.1:9"]["found"]
    assert "geheim" not in str(found)


def test_without_replicas_replies_say_no_position(tmp_path: Path, postgres: str) -> None:
    def heads(server: Server) -> list[httpx.Response]:
        player = server.player()
        opened = ok(player.post("/v1/games", json={"ruleset": "giganten", "seats": 3}), 201)
        return [opened, ok(player.get("/v1/games", headers={POSITION: "1.1"}))]

    with serving(tmp_path / "games.db") as server:
        assert not any(POSITION in reply.headers for reply in heads(server))
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, **settings) as server:
        assert not any(POSITION in reply.headers for reply in heads(server))
