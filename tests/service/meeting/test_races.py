"""The deletion of an account at the same moment leaves no row about it. PostgreSQL has several writers at a time."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from service.meeting.rows import MEETING_LOCK
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.meeting.kit import ended_game, pair
from tests.service.server import Server, serving
from tests.service.talk.test_erased_texts import tables_with
from tests.waiting import until

ERASED = "UPDATE players SET name='', name_folded=NULL, name_shape=NULL, erased_at='2026-01-01' WHERE id=%s"


@pytest.fixture(scope="module")
def server(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with new_database(postgres_server) as database, serving(database, **settings) as running:
        yield running


@contextmanager
def erasing(server: Server, player: str) -> Generator[Callable[[Future[httpx.Response]], None]]:
    """Delete an account as another process does, and commit once a request waits for it, or is done."""
    with psycopg.connect(server.database) as one, psycopg.connect(server.database, autocommit=True) as other:
        one.execute("SELECT 1 FROM players WHERE id=%s FOR UPDATE", (player,))
        one.execute(ERASED, (player,))
        one.execute("SELECT pg_advisory_xact_lock(%s)", (MEETING_LOCK,))

        def committed(request: Future[httpx.Response]) -> None:
            found = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname=current_database() AND wait_event_type='Lock'"

            def waits() -> bool:
                row = other.execute(found).fetchone()
                return request.done() or (row is not None and row[0] > 0)

            until(waits)
            one.commit()

        yield committed


def test_a_challenge_to_a_player_who_leaves(server: Server) -> None:
    ada, bea = pair(server)
    body = {"players": [identity(bea)], "ruleset": "minos"}
    with ThreadPoolExecutor(1) as workers, erasing(server, identity(bea)) as committed:
        asked = workers.submit(ada.post, "/v1/challenges", json=body)
        committed(asked)
        assert problem(asked.result()) == (409, "not-possible")
    assert "meeting_players" not in tables_with(server, identity(bea))


def test_a_rematch_with_a_player_who_leaves(server: Server) -> None:
    ada, bea = pair(server)
    game = ended_game(ada, bea)
    with ThreadPoolExecutor(1) as workers, erasing(server, identity(bea)) as committed:
        asked = workers.submit(ada.post, f"/v1/games/{game}/rematches")
        committed(asked)
        assert problem(asked.result()) == (409, "not-possible")
    assert not {"meetings", "meeting_players"} & tables_with(server, identity(bea))


def test_a_block_of_a_player_who_leaves(server: Server) -> None:
    ada, bea = pair(server)
    with ThreadPoolExecutor(1) as workers, erasing(server, identity(bea)) as committed:
        asked = workers.submit(ada.put, f"/v1/me/blocks/{identity(bea)}")
        committed(asked)
        ok(asked.result())
    assert "blocks" not in tables_with(server, identity(bea))


def test_two_players_block_each_other_at_once(server: Server) -> None:
    ada, bea = pair(server)
    with ThreadPoolExecutor(2) as workers:
        for _ in range(10):
            asked = [
                workers.submit(one.put, f"/v1/me/blocks/{identity(other)}") for one, other in ((ada, bea), (bea, ada))
            ]
            assert [each.result().status_code for each in asked] == [200, 200]
            for one, other in ((ada, bea), (bea, ada)):
                ok(one.delete(f"/v1/me/blocks/{identity(other)}"), 204)


def test_a_forgotten_key_makes_another_challenge(server: Server) -> None:
    ada, bea, cy = *pair(server), server.player("Cy")

    def asked(who: httpx.Client) -> tuple[str, bool]:
        """Return the id of the challenge, and whether an earlier request had made it."""
        body = {"players": [identity(who)], "ruleset": "minos"}
        reply = ok(ada.post("/v1/challenges", json=body, headers={"Idempotency-Key": "again"}), 201)
        return reply.json()["id"], "Idempotency-Replayed" in reply.headers

    first, _ = asked(bea)
    with psycopg.connect(server.database) as database:
        database.execute("UPDATE request_keys SET made_at='2020-01-01T00:00:00.000000Z'")

    second, _ = asked(cy)

    assert second != first
    assert asked(cy) == (second, True)


def test_a_challenge_that_cannot_be_opened_does_not_stop_the_others(server: Server) -> None:
    ada, bea, cy = *pair(server), server.player("Cy")
    ids = [
        ok(ada.post("/v1/challenges", json={"players": [identity(who)], "ruleset": "minos"}), 201).json()["id"]
        for who in (bea, cy)
    ]
    # what an error of another release would leave behind; the processes of both have died
    seating = f'["{identity(ada)}","{identity(cy)}"]'
    with psycopg.connect(server.database) as database:
        for challenge, seats in zip(ids, (None, seating), strict=True):
            database.execute("UPDATE meetings SET state='accepted', seating=%s WHERE id=%s", (seats, challenge))

    def states() -> list[str]:
        return [ok(ada.get(f"/v1/challenges/{each}")).json()["state"] for each in ids]

    until(lambda: states() == ["failed", "started"])
