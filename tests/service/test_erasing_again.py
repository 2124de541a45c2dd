"""A deletion of an account that fails after seats and roles are given up is completed by the same request again."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import erase, identity, open_game, problem, started_game
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.waiting import until

KEY = {"Idempotency-Key": "delete my account"}
REFUSING = """
CREATE TRIGGER refuse_erasure BEFORE UPDATE OF erased_at ON players BEGIN SELECT RAISE(ABORT, 'refused by a test'); END
"""
"""A fault of the database that lets every write of a deletion but the last one succeed."""

SLOW = """
CREATE TABLE numbers (number INTEGER);
INSERT INTO numbers WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 6000) SELECT n FROM up;
CREATE TRIGGER slow_erasure BEFORE UPDATE OF erased_at ON players BEGIN
  SELECT sum(one.number * other.number) FROM numbers AS one, numbers AS other;
END
"""
"""A database in which the last write of a deletion takes seconds."""

OWN = {"name": "Own", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}}


@contextmanager
def opened(server: Server) -> Generator[sqlite3.Connection]:
    """Open the database of a server."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"), isolation_level=None)) as database:
        yield database


class Leaver:
    """A person with a role in one tournament, an own tournament, a seat in a running game and a waiting game."""

    def __init__(self, server: Server) -> None:
        self.cup = Cup(server, 1)
        self.other = self.cup.owner
        self.client = server.player("Gone")
        self.id = identity(self.client)
        self.cup.done(self.cup.owner, "appoint", player=self.id, role="director")
        self.cup.done(self.client, "register")
        self.own: str = ok(self.client.post("/v1/tournaments", json=OWN)).json()["id"]
        self.running, self.waiting = started_game(self.client), open_game(self.client)

    def erase(self, **headers: str) -> httpx.Response:
        """Ask for the deletion."""
        return erase(self.client, headers)

    def has_left(self) -> bool:
        """Whether nothing waits for the person."""
        found: Any = self.cup.read()
        seat = ok(self.other.get(f"/v1/games/{self.running}")).json()["seats"][0]
        return (
            self.id not in {each["player"] for each in found["organisers"]}
            and ok(self.other.get(f"/v1/tournaments/{self.own}")).json()["status"] == "cancelled"
            and ok(self.other.get(f"/v1/games/{self.waiting}")).json()["status"] == "abandoned"
            and (seat["player"], seat["resigned"]) == ("bot:careful", True)
        )

    def acts(self) -> int:
        """Return the number of events of both tournaments."""
        return self.cup.read()["version"] + ok(self.other.get(f"/v1/tournaments/{self.own}")).json()["version"]


@pytest.mark.parametrize("headers", [{}, KEY], ids=["without a key", "with a key"])
def test_a_deletion_whose_last_step_failed_is_completed_by_the_same_request(
    server: Server, headers: dict[str, str]
) -> None:
    gone = Leaver(server)
    with opened(server) as database:
        database.execute(REFUSING)
        for _ in range(2):
            assert problem(gone.erase(**headers)) == (503, "unavailable")
            assert gone.has_left()
            assert ok(gone.client.get("/v1/me")).json()["name"].startswith("Gone")
        done = gone.acts()
        database.execute("DROP TRIGGER refuse_erasure")

    completed = gone.erase(**headers)

    assert (completed.status_code, "Idempotency-Replayed" in completed.headers) == (204, False)
    assert gone.has_left()
    assert gone.acts() == done
    assert problem(gone.client.get("/v1/me")) == (401, "token-needed")
    assert problem(gone.other.get(f"/v1/players/{gone.id}")) == (404, "not-found")
    again = gone.erase(**headers)
    assert again.status_code == (204 if headers else 401)


LIMITED = """
CREATE TRIGGER refuse_more BEFORE UPDATE OF erased_at ON players
WHEN (SELECT count(*) FROM players WHERE made_by IS NOT NULL AND erased_at IS NOT NULL) >= 35
BEGIN SELECT RAISE(ABORT, 'refused by a test'); END
"""
"""A fault that occurs after 35 guests: what the transaction of the fault has written before is not stored."""


def test_the_guests_of_an_account_are_deleted_before_it_a_few_at_a_time(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        gone, other = server.player("Gone"), server.player("Other")
        player, game = identity(gone), open_game(gone)
        seat = f"/v1/games/{game}/seats/0"
        for number in range(60):
            ok(gone.put(seat, json={"guest": f"Guest {number}"}))
            ok(gone.delete(seat))
        with opened(server) as database:
            database.execute(LIMITED)

            def left() -> int:
                row = database.execute("SELECT count(*) FROM players WHERE made_by=? AND name<>''", (player,))
                return row.fetchone()[0]

            assert left() == 60
            for _ in range(2):
                assert problem(erase(gone, KEY)) == (503, "unavailable")
                assert left() == 30
            assert ok(gone.get("/v1/me")).json()["name"].startswith("Gone")
            database.execute("DROP TRIGGER refuse_more")
            database.execute(REFUSING.replace("BEGIN", "WHEN OLD.made_by IS NULL BEGIN"))
            assert problem(erase(gone, KEY)) == (503, "unavailable")
            assert left() == 0
            assert ok(gone.get("/v1/me")).json()["name"].startswith("Gone")
            database.execute("DROP TRIGGER refuse_erasure")

        assert erase(gone, KEY).status_code == 204
        assert problem(other.get(f"/v1/players/{player}")) == (404, "not-found")


def test_a_role_that_is_given_after_the_failure_is_given_up_too(server: Server) -> None:
    gone = Leaver(server)
    with opened(server) as database:
        database.execute(REFUSING)
        assert problem(gone.erase()) == (503, "unavailable")
        database.execute("DROP TRIGGER refuse_erasure")
    gone.cup.done(gone.cup.owner, "appoint", player=gone.id, role="helper")
    assert not gone.has_left()

    assert gone.erase().status_code == 204
    assert gone.has_left()


def test_a_deletion_that_is_completed_after_its_503_is_known_by_its_key(tmp_path: Path) -> None:
    hasty = {"service.core.store.timeouts.STORE_TIMEOUT": 1.0}
    with serving(tmp_path / "games.db", hasty) as server:
        gone = server.player("Gone")
        player, cup = identity(gone), ok(gone.post("/v1/tournaments", json=OWN)).json()["id"]
        with opened(server) as database:
            database.executescript(SLOW)

        # the write goes on when the request has ended
        assert problem(erase(gone, KEY)) == (503, "unavailable")
        until(lambda: gone.get("/v1/me").status_code == 401)
        again = erase(gone, KEY)

        assert (again.status_code, again.headers.get("Idempotency-Replayed")) == (204, "true")
        other = server.player()
        assert problem(other.get(f"/v1/players/{player}")) == (404, "not-found")
        assert ok(other.get(f"/v1/tournaments/{cup}")).json()["status"] == "cancelled"
