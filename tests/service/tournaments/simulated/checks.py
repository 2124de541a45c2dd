"""What has to be true of a simulated tournament after its end."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from domain.ledger.signing import Keys
from domain.tournaments.proof.verify import CHECKS, verify
from domain.tournaments.ranking import standings_of
from service.core.keys.signing import is_signed_by
from service.proof.bundles import lines_in
from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import checked_bundle
from tests.service.tournaments.simulated.course import Course


class Outcome:
    """A finished tournament as one process shows it."""

    def __init__(self, course: Course, server: Server) -> None:
        self.course = course
        self.client = server.client()
        self.tournament: Any = self.get()
        self.events: list[Any] = []
        while page := self.get("/events", after=len(self.events), limit=1000)["items"]:
            self.events += page

    def get(self, path: str = "", **query: Any) -> Any:
        """Return what a path of the tournament answers."""
        reply = self.client.get(f"{self.course.url}{path}", params=query)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def of(self, kind: str) -> list[Any]:
        """Return the data of the events of a type."""
        return [e["record"]["data"] for e in self.events if e["record"]["type"] == f"tournament.{kind}"]


def check_course(found: Outcome) -> dict[str, int]:
    """Check that each step was taken once; returns the figures."""
    rounds = found.tournament["rounds"]
    numbers = [*range(1, len(found.course.plan) + 1)]
    for kind in ("round_published", "games_opened", "round_closed"):
        assert [data["round"] for data in found.of(kind)] == numbers, kind
    assert len(found.of("finished")) == 1
    assert not found.of("held")
    tables = {(held["number"], table["number"]) for held in rounds for table in held["tables"]}
    results = Counter((data["round"], data["table"]) for data in found.of("result_taken"))
    assert results == dict.fromkeys(tables, 1)
    heads = {event["record"]["version"]: event["head"] for event in found.events}
    assert [*heads] == [*range(1, found.tournament["version"] + 1)]
    assert [receipt for receipt in found.course.receipts if heads[receipt[0]] != receipt[1]] == []
    return {"rounds": len(rounds), "tables": len(tables), "results": len(results), "events": len(found.events)}


def check_players(found: Outcome) -> None:
    """Check that exactly those who had checked in were paired, each once in a round."""
    for held, came in zip(found.tournament["rounds"], found.course.came, strict=True):
        seated = [seat["player"] for table in held["tables"] for seat in table["seats"]]
        paired = Counter([*seated, *(bye["player"] for bye in held["byes"])])
        assert paired == dict.fromkeys(came, 1), held["number"]
        assert not held["byes"]


def check_games(found: Outcome) -> dict[str, int]:
    """Check that there is one game for each table, and that its result counts as it ended; returns figures."""
    listed: dict[str, str] = {}
    query: dict[str, Any] = {"tag": found.course.id.replace("-", ""), "limit": 50}
    while True:
        page = ok(found.client.get("/v1/games", params=query)).json()
        listed |= {game["id"]: game["status"] for game in page["items"]}
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    tables = [table for held in found.tournament["rounds"] for table in held["tables"]]
    assert listed == {table["game"]: "ended" for table in tables}
    by_clock = 0
    for table in tables:
        played = ok(found.client.get(f"/v1/games/{table['game']}/result")).json()
        assert table["result"]["by"] == "game"
        assert (table["result"]["version"], table["result"]["head"]) == (played["version"], played["head"])
        # a player who left the seat to a bot or to a substitute is not among the places of the table
        ranks = {place["seat"]: place["rank"] for place in played["places"]}
        shown = table["result"]["places"]
        assert sorted(shown, key=lambda p: p["rank"]) == sorted(shown, key=lambda p: ranks[p["seat"]])
        by_clock += len([1 for kind in _kinds(found, table["game"]) if kind == "clock.ran_out"])
    return {"games": len(listed), "decisions by the clock": by_clock}


def _kinds(found: Outcome, game: str) -> list[str]:
    kinds: list[str] = []
    while page := ok(found.client.get(f"/v1/games/{game}/events", params={"after": len(kinds), "limit": 1000})).json():
        if not page["items"]:
            return kinds
        kinds += [item["record"]["type"] for item in page["items"]]
    return kinds


def check_proof(found: Outcome, folder: Path) -> None:
    """Check the bundle with the command, and compute the standings after every round again, from the bundle alone."""
    bundle, report = checked_bundle(found.client, found.course.url, folder)
    assert {check["check"]: check["verdict"] for check in report["checks"]} == dict.fromkeys([*CHECKS, "log"], "passed")

    state = verify(lines_in(bundle), Keys(is_signed_by, None)).state
    assert state is not None
    for number in range(len(found.course.plan) + 1):
        computed = msgspec.to_builtins(standings_of(state, number))["rows"]
        shown = found.get("/standings", after_round=number)["rows"]
        assert [_plain(row) for row in shown] == [_plain(row) for row in computed], number
    final = [(row["player"], row["points"]) for row in found.get("/standings")["rows"]]
    assert [(row["player"], row["points"]) for row in report["standings"]["rows"]] == final


def _plain(row: Any) -> object:
    trace = [(line["round"], line["why"], line["points"], line["table"]) for line in row["trace"]]
    columns = [(column["name"], column["value"]) for column in row["columns"]]
    return row["rank"], row["player"], row["points"], columns, trace
