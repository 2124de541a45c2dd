"""A service on a damaged database: it names the damage, leaves it out, and serves everything else."""

import contextlib
import json
import lzma
import random
import re
import sqlite3
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest
from psycopg.rows import dict_row

from domain.ledger.signing import Keys
from service.core.keys.signing import is_signed_by
from service.core.store.damage import Damage as Mark
from service.core.store.database import Cursor
from service.core.store.postgres_connection import EVENTS
from service.monitoring.integrity.scan import Scan
from tests.integrity.damages import DAMAGES, Rows
from tests.postgres import cluster
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import answer, first_choice, next_decision, started_game
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.waiting import until

OFTEN = {
    "service.monitoring.integrity.background.WATCH": 0.1,
    "service.monitoring.integrity.background.RECHECK": 0.2,
    "service.monitoring.integrity.background.LONGEST_RECHECK": 0.2,
    "service.monitoring.integrity.background.FIRST_CHECK": 0.2,
    "service.monitoring.integrity.background.PASS_EVERY": 0.2,
    "service.monitoring.integrity.background.PACE": 1_000_000,
}

RELEASE = Path(__file__).parents[1] / "store" / "data" / "0.2.0"


class Old(NamedTuple):
    """A database of release 0.2.0 of either kind, and what it has."""

    url: str
    key: Path
    about: dict[str, Any]
    writing: Callable[[], contextlib.AbstractContextManager[Cursor]]

    def settings(self) -> dict[str, str]:
        return {"LUDOLOG_KEY_FILE": str(self.key), "LUDOLOG_PROJECTIONS": "embedded", "LUDOLOG_METRICS": "on"}

    def run(self, *arguments: str) -> Any:
        """Run a command on it."""
        return run_ludolog(*arguments, environment={"LUDOLOG_DATABASE": self.url, **self.settings()})


@contextlib.contextmanager
def in_file(path: Path) -> Generator[Cursor]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=20)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN IMMEDIATE")
        yield Cursor(connection.cursor(), is_postgres=False)
        connection.execute("COMMIT")


@contextlib.contextmanager
def in_server(url: str) -> Generator[Cursor]:
    with psycopg.connect(url) as connection:
        yield Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Old]:
    about = json.loads((RELEASE / "about.json").read_text())[request.param]
    key = tmp_path / "key"
    key.write_bytes((RELEASE / ("games.db.key" if request.param == "sqlite" else "postgresql.key")).read_bytes())
    key.chmod(0o600)
    if request.param == "sqlite":
        file = tmp_path / "games.db"
        file.write_bytes(lzma.decompress((RELEASE / "games.db.xz").read_bytes()))
        yield Old(f"sqlite:///{file}", key, about, lambda: in_file(file))
        return
    with cluster() as postgres:
        script = postgres.folder / "dump.sql"
        script.write_bytes(lzma.decompress((RELEASE / "postgresql.sql.xz").read_bytes()))
        url = postgres.url()
        postgres.run("psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={url}", f"--file={script}")
        yield Old(url, key, about, lambda: in_server(url))


def listed(client: httpx.Client, path: str, name: str) -> set[str]:
    """Return the games of a whole list."""
    reply = client.get(path, params={"limit": 100})
    assert reply.status_code == 200, reply.text
    return {item[name] for item in reply.json()["items"]}


def health(server: Server) -> Any:
    reply = server.client().get("/health/ready")
    assert reply.status_code == 200, reply.text
    return reply.json()


def degraded(server: Server) -> Any:
    """Wait until the service names damage; return its health."""
    until(lambda: health(server)["damaged"])
    return health(server)


def test_an_upgraded_database_with_a_damaged_game_serves_all_others(old: Old, tmp_path: Path) -> None:
    finished = [game["id"] for game in old.about["finished"]]
    damaged, *others = finished
    with old.writing() as cursor:
        rows = Rows(cursor, damaged)
        rows.remove(cursor, 5)

    doctor = old.run("doctor", "--json")
    fsck = old.run("fsck")
    export = old.run("export", "--out", str(tmp_path / "bundles"))

    found = {finding["found"] for finding in json.loads(doctor.stdout) if finding["verdict"] == "wrong"}
    assert doctor.returncode == 1
    assert any(f"the game {damaged} is damaged: version 5 is missing" in each for each in found), found
    assert fsck.returncode == 1
    assert f"game {damaged}: version 5 is missing" in fsck.stdout
    assert re.search(r"[\d,]+ events of \d+ games and \d+ tournaments in .* s, [\d,]+ events a second", fsck.stdout)
    assert export.returncode == 1
    assert f"{damaged} is damaged" in export.stderr
    assert "Traceback" not in export.stderr + doctor.stderr + fsck.stderr
    assert {file.stem for file in (tmp_path / "bundles").iterdir()} >= {*others}
    assert damaged not in {file.stem for file in (tmp_path / "bundles").iterdir()}

    log = tmp_path / "log"
    with serving(old.url, OFTEN, log, **old.settings()) as server:
        ada = server.client()
        ada.headers["Authorization"] = f"Bearer {old.about['players']['ada']}"
        assert listed(ada, "/v1/games", "id") >= {*others, *(game["id"] for game in old.about["running"])}
        assert damaged not in listed(ada, "/v1/games", "id")
        assert listed(ada, "/v1/results", "game") >= {*others}
        assert damaged not in listed(ada, "/v1/results", "game")
        state = degraded(server)
        assert state["status"] == "degraded"
        assert [(part["kind"], part["id"]) for part in state["damaged"]] == [("game", damaged)]
        assert set(state["lag"].values()) == {0}
        for path in ("", "/view", "/events", "/result", "/bundle", "/decisions"):
            reply = ada.get(f"/v1/games/{damaged}{path}")
            assert (reply.status_code, reply.json()["code"]) == (503, "damaged"), path
        metrics = server.client().get("/metrics").text
        assert 'ludolog_damaged{kind="game"} 1.0' in metrics
        assert f'ludolog_damaged_part{{id="{damaged}",kind="game"}} 1.0' in metrics
        assert any(damaged in line and "is damaged" in line for line in server.log())
        # everything else goes on
        game = started_game(ada)
        assert answer(ada, game, next_decision(ada, game), random.Random(1)).status_code == 201
        assert game in listed(ada, "/v1/games", "id")
        assert old.run("doctor").returncode == 1

        with old.writing() as cursor:
            rows.restore(cursor)
        until(lambda: health(server)["status"] == "ok")
        assert damaged in listed(ada, "/v1/games", "id")
        assert damaged in listed(ada, "/v1/results", "game")
        assert ok(ada.get(f"/v1/games/{damaged}/verification")).json()["valid"] is True
        assert any(f"the game {damaged} is whole again" in line for line in server.log())
    again = old.run("fsck")
    assert again.returncode == 0, again.stdout


def test_a_game_that_is_damaged_while_it_is_played_is_found_by_the_check_of_the_log(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file, OFTEN, tmp_path / "log", LUDOLOG_METRICS="on") as server:
        ada = server.player()
        damaged, other = started_game(ada), started_game(ada)
        command = first_choice(next_decision(ada, damaged))
        # the rows of the lists tell who may know of the game
        until(lambda: set(health(server)["lag"].values()) == {0})
        with in_file(file) as cursor:
            rows = Rows(cursor, damaged)
            rows.change(cursor, 2, "state", b"garbage")
        server.stop()
        server.restart()
        until(lambda: health(server)["status"] == "degraded")

        refused = ada.post(f"/v1/games/{damaged}/commands", json=command)
        assert (refused.status_code, refused.json()["code"]) == (503, "damaged")
        assert answer(ada, other, next_decision(ada, other), random.Random(1)).status_code == 201
        assert damaged not in listed(ada, "/v1/me/games", "id")
        # who is not the operator learns that there is damage, but not the names of games that may be private
        for address, is_named in ((None, True), ("203.0.113.9", False)):
            headers = {} if address is None else {"X-Forwarded-For": address}
            metrics = server.client().get("/metrics", headers=headers)
            assert metrics.status_code == 200
            assert 'ludolog_damaged{kind="game"} 1.0' in metrics.text
            assert (damaged in metrics.text) == is_named
        with in_file(file) as cursor:
            rows.restore(cursor)
        until(lambda: health(server)["status"] == "ok")
        assert answer(ada, damaged, next_decision(ada, damaged), random.Random(1)).status_code == 201


def test_a_private_game_that_cannot_be_read_is_hidden_from_strangers(tmp_path: Path) -> None:
    """Its log does not tell its owner any more, but the rows of the lists do."""
    file = tmp_path / "games.db"
    with serving(file, OFTEN, tmp_path / "log") as server:
        ada, eve = server.player(), server.player()
        opened = ada.post("/v1/games", json={"ruleset": "siberia", "seats": 2, "visibility": "private"})
        assert opened.status_code == 201, opened.text
        private, public = opened.json()["id"], started_game(ada)
        until(lambda: set(health(server)["lag"].values()) == {0})
        with in_file(file) as cursor:
            for game in (private, public):
                Rows(cursor, game).change(cursor, 1, "state", b"garbage")
        server.stop()
        server.restart()
        until(lambda: len(health(server)["damaged"]) == 2)

        for path in ("", "/view", "/events"):
            assert ok(ada.get(f"/v1/games/{private}{path}"), 503).json()["code"] == "damaged", path
            for stranger in (eve, server.client()):
                hidden = stranger.get(f"/v1/games/{private}{path}")
                assert (hidden.status_code, hidden.json()["code"]) == (404, "not-found"), path
                assert ok(stranger.get(f"/v1/games/{public}{path}"), 503).json()["code"] == "damaged", path


def test_a_damaged_tournament_is_named_and_left_out_and_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file, OFTEN, tmp_path / "log") as server:
        damaged, other = Cup(server, 4, name="Broken Cup"), Cup(server, 8, name="Sound Cup")
        damaged.register_all()
        with in_file(file) as cursor:
            cursor.execute(
                "UPDATE tournament_events SET entry = 'garbage' WHERE tournament = ? AND version = 2", (damaged.id,)
            )
        server.stop()
        server.restart()
        state = degraded(server)

        assert [(part["kind"], part["id"]) for part in state["damaged"]] == [("tournament", damaged.id)]
        assert listed(damaged.owner, "/v1/tournaments", "id") == {other.id}
        reply = damaged.owner.get(damaged.url)
        assert (reply.status_code, reply.json()["code"]) == (503, "damaged")
        other.publish_first()
        first, second = other.playing(1)["tables"]
        with in_file(file) as cursor:
            Rows(cursor, first["game"]).change(cursor, 1, "state", b"garbage")
        server.stop()
        server.restart()
        until(lambda: ("game", first["game"]) in {(part["kind"], part["id"]) for part in health(server)["damaged"]})
        # a round goes on although one of its games cannot be read
        other.sit_down(second)
        other.end(second)
        other.until(lambda found: found["rounds"][0]["tables"][1]["result"] is not None)
    done = run_ludolog("fsck", environment={"LUDOLOG_DATABASE": f"sqlite:///{file}"})
    assert done.returncode == 1
    assert f"tournament {damaged.id}: version 2 cannot be decoded" in done.stdout


def test_a_tournament_whose_rows_differ_from_its_log_is_named_and_goes_on(tmp_path: Path) -> None:
    """Earlier releases wrote other rows."""
    file = tmp_path / "games.db"
    with serving(file, OFTEN, tmp_path / "log") as server:
        cup = Cup(server, 4)
        cup.publish_first()
        with in_file(file) as cursor:
            rows = [tuple(row) for row in cursor.all("SELECT game, tournament, state FROM tournament_games")]
            assert rows
            cursor.execute("DELETE FROM tournament_games WHERE tournament = ?", (cup.id,))
        server.stop()
        server.restart()
        state = degraded(server)

        assert [(part["kind"], part["id"]) for part in state["damaged"]] == [("table", f"tournament {cup.id}")]
        assert "games" in state["damaged"][0]["reason"]
        assert cup.owner.get(cup.url).status_code == 200
        assert listed(cup.owner, "/v1/tournaments", "id") == {cup.id}
        with in_file(file) as cursor:
            cursor.execute_many("INSERT INTO tournament_games (game, tournament, state) VALUES (?,?,?)", rows)
        until(lambda: health(server)["status"] == "ok")


def test_a_game_that_differs_from_its_result_stays_marked_until_the_tournament_agrees(tmp_path: Path) -> None:
    """The log of the game is whole by itself."""
    file = tmp_path / "games.db"
    with serving(file) as server:
        cup = Cup(server, 4)
        cup.publish_first()
        table = cup.playing(1)["tables"][0]
        cup.sit_down(table)
        cup.end(table)
        cup.until(lambda found: found["rounds"][0]["tables"][0]["result"] is not None)
    game, scan = table["game"], Scan(lambda: in_file(file), lambda: Keys(is_signed_by, {}))
    (rewrite,) = [each for each in DAMAGES if each.name == "a changed row with a new chain"]
    with in_file(file) as cursor:
        rows = Rows(cursor, game)
        rewrite.do(cursor, rows)

    (found,) = scan.tournament(cup.id).problems
    mark = Mark("game", game, found.reason, "")
    assert (found.kind, found.id) == ("game", game)
    assert "game" not in {each.kind for each in scan.game(game).problems}
    assert "game" in {each.kind for each in scan.check_marked(mark).problems}
    with in_file(file) as cursor:
        rows.restore(cursor)
    assert "game" not in {each.kind for each in scan.check_marked(mark).problems}


def test_fsck_reads_beside_a_service_and_continues_where_it_was_interrupted(old: Old) -> None:
    with serving(old.url, **old.settings()):
        whole = old.run("fsck", "--json")
        *problems, figures = map(json.loads, whole.stdout.splitlines())
        assert (whole.returncode, problems) == (0, [])
        middle = sorted(game["id"] for game in [*old.about["finished"], *old.about["running"]])[2]
        rest = json.loads(old.run("fsck", "--json", "--after", f"game:{middle}").stdout.splitlines()[-1])

    assert figures["events_per_second"] > 0
    assert 0 < rest["games"] < figures["games"]
    assert rest["events"] < figures["events"]
    refused = old.run("fsck", "--after", "nowhere")
    assert refused.returncode == 2
    assert "it has the form game:ID" in refused.stderr


def test_fsck_names_positions_without_events_and_games_without_a_log(old: Old) -> None:
    with serving(old.url, **old.settings()) as server:
        assert server.client().get("/v1/games").status_code == 200
        until(lambda: set(health(server)["lag"].values()) == {0})
    gone = old.about["finished"][0]["id"]
    with old.writing() as cursor:
        cursor.execute(
            f"DELETE FROM {EVENTS if cursor.is_postgres else 'stored_events'} WHERE originator_id = ?", (gone,)
        )
        is_postgres = cursor.is_postgres
    done = old.run("fsck")

    assert done.returncode == 1
    assert f"table {gone}: lobby has a game of which the log has no event" in done.stdout
    assert is_postgres or "no events have these positions: rows are missing" in done.stdout
