"""The report over HTTP and at the command line: who may ask, what it finds, that it is the same each time; traces."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx

from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.forge import run_ludolog
from tests.service.kit import erase, identity, problem
from tests.service.moderation.kit import acts, with_role
from tests.service.server import Server, serving
from tests.waiting import until

PERIOD = {"since": "2020-01-01T00:00:00Z", "until": "2099-01-01T00:00:00Z"}
QUICK = {"service.fair_play.feature.WRITES_EVERY": 0.2, "service.fair_play.reports.MOST_WAITING": 2}


def give_away(winner: httpx.Client, *losers: httpx.Client) -> str:
    """Play a rated game that all but one leave at once, and return its id."""
    body = {"ruleset": "giganten", "seats": 3, "rated": True, "others_left": "end"}
    game: str = ok(winner.post("/v1/games", json=body), 201).json()["id"]
    for seat, player in enumerate((winner, *losers)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(winner.post(f"/v1/games/{game}/start"))
    for loser in losers:
        ok(loser.post(f"/v1/games/{game}/resignations"), 201)
    until(lambda: ok(winner.get(f"/v1/games/{game}")).json()["status"] == "ended")
    return game


def reported(operator: httpx.Client) -> dict[str, Any]:
    """Ask for a report, and return it when it is done."""
    asked = ok(operator.post("/v1/moderation/fair-play-reports", json=PERIOD), 202).json()
    url = f"/v1/moderation/fair-play-reports/{asked['id']}"
    until(lambda: ok(operator.get(url)).json()["asked"]["state"] == "done", 60)
    return ok(operator.get(url)).json()


def rows(server: Server, table: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def test_a_pair_that_gives_games_away_is_found_and_forgotten_with_the_account(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK) as server:
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
