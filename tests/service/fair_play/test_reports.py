"""The report over HTTP and at the command line: who may ask, what it finds, that it is the same each time; traces."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from service.core.store.store import Store
from service.fair_play.reports import FairPlayReports
from service.people.accounts import Accounts
from tests.postgres import new_database
from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.forge import run_ludolog
from tests.service.kit import decide_twice, erase, holder, identity, problem
from tests.service.moderation.kit import acts, with_role
from tests.service.server import STOP_WITHIN, Server, running, serving, serving_either
from tests.service.talk.test_messages import change
from tests.waiting import until

PERIOD = {"since": "2020-01-01T00:00:00Z", "until": "2099-01-01T00:00:00Z"}
QUICK = {"service.fair_play.feature.WRITES_EVERY": 0.2, "service.fair_play.reports.MOST_WAITING": 2}


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    with serving_either(request, tmp_path, QUICK) as running:
        yield running


def give_away(winner: httpx.Client, *losers: httpx.Client) -> str:
    """Play a rated game that all but one leave as soon as it is rated, and return its id."""
    body = {"ruleset": "giganten", "seats": 3, "rated": True, "others_left": "end"}
    game: str = ok(winner.post("/v1/games", json=body), 201).json()["id"]
    for seat, player in enumerate((winner, *losers)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(winner.post(f"/v1/games/{game}/start"))
    # without two decisions of each seat the game would not be rated
    decide_twice(game, (winner, *losers))
    for loser in losers:
        ok(loser.post(f"/v1/games/{game}/resignations"), 201)
    until(lambda: ok(winner.get(f"/v1/games/{game}")).json()["status"] == "ended")
    # reports are computed from the results, which follow the log
    until(lambda: game in {each["game"] for each in ok(winner.get("/v1/results")).json()["items"]})
    return game


def reported(operator: httpx.Client) -> dict[str, Any]:
    """Ask for a report, and return it when it is done."""
    asked = ok(operator.post("/v1/moderation/fair-play-reports", json=PERIOD), 202).json()
    url = f"/v1/moderation/fair-play-reports/{asked['id']}"
    until(lambda: ok(operator.get(url)).json()["asked"]["state"] == "done", 60)
    return ok(operator.get(url)).json()


def rows(server: Server, table: str) -> list[tuple[object, ...]]:
    statement = f"SELECT * FROM {table}"
    if not server.database.startswith("sqlite"):
        with psycopg.connect(server.database) as connection:
            return connection.execute(statement.encode()).fetchall()
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize("server", ["sqlite", "postgresql"], indirect=True)
def test_a_pair_that_gives_games_away_is_found_and_forgotten_with_the_account(server: Server) -> None:
    operator, moderator = with_role(server, "operator"), with_role(server, "moderator", "Mona")
    ada, bea, cy = (server.player(name) for name in ("Ada", "Bea", "Cy"))
    games = [give_away(ada, bea, cy) for _ in range(6)]
    who = sorted(map(identity, (ada, bea)))
    until(lambda: len(rows(server, "address_traces")) >= 3)
    assert "127.0.0.1" not in str(rows(server, "address_traces"))
    for other in (moderator, ada):
        assert problem(other.post("/v1/moderation/fair-play-reports", json=PERIOD)) == (403, "role-missing")

    whole = reported(operator)
    found = whole["found"]
    assert found["games"] == 6
    pair = next(each for each in found["pairs"] if each["players"] == who)
    assert (pair["kind"], pair["games"], pair["left_early"], pair["ids"]) == ("one_sided", 6, 6, games)
    assert {each["player"] for each in found["leavers"]} == {identity(bea), identity(cy)}
    assert {each["gained_by"] for each in found["leavers"]} == {identity(ada)}
    shared = next(each for each in found["shared"] if each["players"] == who)
    assert (shared["days"] >= 1, shared["games"]) == (True, 6)
    assert {each["name"] for each in whole["players"]} >= {"Ada", "Bea", "Cy"}
    assert [each["action"] for each in acts(operator, action="fair_play.asked")] == ["fair_play.asked"]
    # the same log, the same report, also at the command line while the service runs
    assert reported(operator)["found"] == found
    command = ("fair-play", "--since", PERIOD["since"], "--until", PERIOD["until"])
    printed = run_ludolog(*command, "--json", environment=server.environment)
    assert printed.returncode == 0, printed.stderr
    assert json.loads(printed.stdout) == found
    text = run_ludolog(*command, environment=server.environment).stdout
    assert f"leaves early: Bea ({identity(bea)}), 6 of 6 games; Ada ({identity(ada)}) won 6" in text.splitlines()

    gone = identity(bea)
    assert erase(bea).status_code == 204
    for table in ("address_traces", "browser_traces", "fair_play_reports", "fair_play_players"):
        assert gone not in str(rows(server, table))
    assert ok(operator.get("/v1/moderation/fair-play-reports")).json()["items"] == []
    assert gone not in json.dumps(reported(operator))
    refused = operator.post("/v1/moderation/fair-play-reports", json={**PERIOD, "until": PERIOD["since"]})
    assert problem(refused) == (422, "invalid-value")
    assert problem(operator.get("/v1/moderation/fair-play-reports/unknown")) == (404, "not-found")


class Jobs:
    """A second process that computes the reports of a service on PostgreSQL."""

    def __init__(self, server: Server, store: Store, operator: httpx.Client) -> None:
        self.server, self.store = server, store
        self.accounts = Accounts(store.database)
        self.reports = FairPlayReports(store.database, self.accounts)
        token = self.accounts.holder(operator.headers["Authorization"].removeprefix("Bearer "))
        assert token is not None
        self.operator = token

    def ask(self) -> str:
        """Ask for a report without telling the service, which looks for it much later."""
        return self.reports.ask(PERIOD["since"], PERIOD["until"], self.operator, None)[0].id

    def named(self) -> set[object]:
        """Return the reports and players that the rows of reports name."""
        return {each for row in rows(self.server, "fair_play_players") for each in row}


@pytest.fixture
def given(postgres_server: str, tmp_path: Path) -> Iterator[tuple[Jobs, list[httpx.Client]]]:
    """The reports about a game that two of three players have left, and these three."""
    later = QUICK | {"service.fair_play.feature.LOOKS_EVERY": 3600.0}
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with new_database(postgres_server) as database, serving(database, later, **settings) as server:
        operator = with_role(server, "operator")
        players = [server.player(name) for name in ("Ada", "Bea", "Cy")]
        for _ in range(6):
            give_away(*players)
        assert reported(operator)["found"]["leavers"] != []
        with Store(database) as store:
            yield Jobs(server, store, operator), players


def test_two_processes_that_compute_one_report_store_it_once(given: tuple[Jobs, list[httpx.Client]]) -> None:
    jobs, _ = given
    report = jobs.ask()
    is_first = True

    def taken_over() -> None:
        nonlocal is_first
        if is_first:
            is_first = False
            with jobs.store.database.writing() as cursor:
                # no sign of life for long
                cursor.execute("UPDATE fair_play_reports SET alive_at='2020' WHERE id=?", (report,))
            assert FairPlayReports(jobs.store.database, jobs.accounts).compute_next(_go_on)

    assert jobs.reports.compute_next(taken_over)
    found = jobs.reports.one(report)
    assert found is not None
    assert found.report is not None
    assert found.state == "done"
    assert {row[1] for row in rows(jobs.server, "fair_play_players") if row[0] == report} == found.report.players


def test_no_report_names_an_account_that_is_being_deleted(given: tuple[Jobs, list[httpx.Client]]) -> None:
    jobs, (_, bea, _) = given
    report, gone = jobs.ask(), identity(bea)
    is_forgotten, may_commit = threading.Event(), threading.Event()

    def before_the_commit(*_: object) -> None:
        is_forgotten.set()
        may_commit.wait(60)

    jobs.accounts.erasing.append(before_the_commit)
    erasing = threading.Thread(target=jobs.accounts.erase, args=(gone,))
    erasing.start()
    assert is_forgotten.wait(60)
    computing = threading.Thread(target=jobs.reports.compute_next, args=(_go_on,))
    computing.start()
    # without a lock it would end before the erasure
    computing.join(3)
    may_commit.set()
    erasing.join()
    computing.join()

    assert gone not in jobs.named()
    while jobs.reports.compute_next(_go_on):
        pass
    assert gone not in jobs.named()
    found = jobs.reports.one(report)
    assert found is not None
    assert (found.state, gone in str(found.report)) == ("done", False)


def _go_on() -> None:
    """Compute on."""


def test_a_report_that_is_computed_stops_with_the_process_and_is_taken_up_by_the_next(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK | {"service.fair_play.feature.RESTS": 1e6}) as server:
        operator = with_role(server, "operator")
        give_away(*(server.player(name) for name in ("Ada", "Bea", "Cy")))
        asked = ok(operator.post("/v1/moderation/fair-play-reports", json=PERIOD), 202).json()
        until(lambda: [each[5] for each in rows(server, "fair_play_reports")] == ["running"])
        assert server.stop() < STOP_WITHIN
        assert [each[5] for each in rows(server, "fair_play_reports")] == ["waiting"]
    with running(Server(tmp_path / "games.db", QUICK)) as server:
        again = holder(server, operator.headers["Authorization"].removeprefix("Bearer "))
        url = f"/v1/moderation/fair-play-reports/{asked['id']}"
        until(lambda: ok(again.get(url)).json()["asked"]["state"] == "done")


@pytest.mark.parametrize("server", ["sqlite", "postgresql"], indirect=True)
def test_a_key_that_was_forgotten_asks_for_another_report(server: Server) -> None:
    operator = with_role(server, "operator")
    keyed = {"Idempotency-Key": "report-1"}

    def ask() -> httpx.Response:
        return operator.post("/v1/moderation/fair-play-reports", json=PERIOD, headers=keyed)

    first, again = ok(ask(), 202).json()["id"], ok(ask(), 202)
    assert (again.json()["id"], again.headers["Idempotency-Replayed"]) == (first, "true")
    url = f"/v1/moderation/fair-play-reports/{first}"
    until(lambda: ok(operator.get(url)).json()["asked"]["state"] == "done")
    change(server, "UPDATE request_keys SET made_at='2020-01-01T00:00:00.000000Z'")

    other = ok(ask(), 202)
    assert other.json()["id"] != first
    assert "Idempotency-Replayed" not in other.headers


def test_accounts_that_follow_one_another_in_a_browser_are_noted(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK) as server:
        base = f"http://localhost:{server.port}"
        browser = Browser(server, base, base)
        browser.sign_up("Ada")
        first = ok(browser.get("/v1/me")).json()["id"]
        bea = server.player("Bea")
        token = bea.headers["Authorization"].removeprefix("Bearer ")
        ok(browser.post("/v1/sessions", json={"type": "token", "token": token}), 201)
        one, other = sorted((first, identity(bea)))
        until(lambda: [each[:2] for each in rows(server, "browser_traces")] == [(one, other)])


def test_without_retention_there_are_no_traces(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK, LUDOLOG_TRACES_KEPT="0") as server:
        operator, ada = with_role(server, "operator"), server.player("Ada")
        ok(ada.put("/v1/me/away", json={"until": None}))
        whole = reported(operator)
        assert isinstance(whole["found"], dict)
        assert rows(server, "address_traces") == []
