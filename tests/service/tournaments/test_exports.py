"""Each table of a tournament contains what the JSON of the same knows."""

import csv
import io
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.waiting import until

NAME = "x;=cmd|'/C calc'!A{}"
DRAW = {"seed", "attempt", "edits", "cost"}
"""What a round has about its draw. No table has it."""


@pytest.fixture(scope="module")
def cup(server: Server) -> Cup:
    """A tournament of nine players at tables of four: byes, rulings of every kind about results."""
    cup = Cup(server, 0, sizes=[4], pause="P1D", format={"type": "swiss", "rounds": 3})
    for number in range(9):
        cup.sign_up(NAME.format(number))
    cup.publish_first()
    cup.play(1)
    first = cup.read()["rounds"][0]["tables"][0]
    seated = [seat["player"] for seat in first["seats"]]
    places = [{"player": player, "rank": rank, "score": 10} for rank, player in enumerate(seated[:3], 1)]
    cup.done(cup.owner, "replace_result", round=1, table=1, places=places, reason="-1;=1+1")
    cup.done(cup.owner, "publish_round", round=2)
    second = cup.playing(2)["tables"]
    cup.done(cup.owner, "forfeit_seat", round=2, table=1, player=second[0]["seats"][0]["player"], reason="Absent.")
    cup.done(cup.owner, "void_table", round=2, table=1, reason="The room was closed.")
    cup.done(cup.owner, "adjust_points", round=1, player=seated[0], points="-1/2", reason="-1;=1+1")
    cup.sit_down(second[1])
    cup.end(second[1])
    until(lambda: cup.read()["rounds"][1]["tables"][1]["result"] is not None)
    return cup


def table(cup: Cup, path: str, **params: Any) -> list[dict[str, str]]:
    """Return the lines of a table."""
    reply = cup.owner.get(f"{cup.url}/{path}", params=params)
    assert reply.status_code == 200, reply.text
    separator = ";" if params.get("spreadsheet") in {"de", "it"} else ","
    text = io.StringIO(reply.content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=separator))


def shown(value: Any) -> str:
    """Return a value of JSON as a cell."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def agree(line: Mapping[str, str], known: Mapping[str, Any]) -> None:
    """Compare a line with members of an object."""
    assert {name: line[name] for name in known} == {name: shown(value) for name, value in known.items()}


def disarmed(name: str) -> str:
    """Return a name as the tables have it."""
    return name.replace(";=", ";'=")


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("language", [None, "en", "de", "it"])
def test_pairings_have_what_the_round_has(cup: Cup, number: int, language: str | None) -> None:
    held = ok(cup.owner.get(f"{cup.url}/rounds/{number}")).json()
    own = {name: value for name, value in held.items() if name not in {"number", "tables", "byes"} | DRAW}
    asked = {} if language is None else {"spreadsheet": language}
    lines = table(cup, "pairings.csv", round=number, **asked)

    assert len(lines) == len(held["tables"]) + len(held["byes"])
    for line, one in zip(lines, held["tables"], strict=False):
        agree(line, {**own, "round": number, "table": one["number"], "game": one["game"], "bye": False})
        assert line["forfeited"].split() == one["forfeited"]
        for seat in one["seats"]:
            column = seat["seat"] + 1
            assert (line[f"player {column}"], line[f"id {column}"]) == (disarmed(seat["name"]), seat["player"])
    for line, bye in zip(lines[len(held["tables"]) :], held["byes"], strict=True):
        agree(line, {**own, "round": number, "table": None, "game": None, "bye": True, "id 1": bye["player"]})
        assert line["player 1"] == disarmed(bye["name"])


@pytest.mark.parametrize("language", [None, "en", "de", "it"])
def test_results_have_what_the_rounds_have(cup: Cup, language: str | None) -> None:
    rounds = [ok(cup.owner.get(f"{cup.url}/rounds/{number}")).json() for number in (1, 2)]
    asked = {} if language is None else {"spreadsheet": language}
    lines = iter(table(cup, "results.csv", **asked))
    origins: set[str] = set()

    for held in rounds:
        own = {name: value for name, value in held.items() if name not in {"number", "tables", "byes"} | DRAW}
        own["round"] = held["number"]
        for one in held["tables"]:
            if one["result"] is None:
                continue
            result = one["result"]
            game = {"table": one["number"], "game": one["game"], "by": result["by"], **own}
            game |= {"version": result["version"], "head": result["head"]}
            origins.add(result["by"])
            placed = [place["player"] for place in result["places"]]
            for place in result["places"]:
                forfeited = place["player"] in one["forfeited"]
                line = next(lines)
                known = {"player": place["player"], "rank": place["rank"], "score": place["score"]}
                seat = {} if place["seat"] is None else {"seat": place["seat"]}
                has_left = place["player"] in result["left"]
                agree(line, {**game, **known, **seat, "left": has_left, "forfeited": forfeited})
                assert line["name"] == disarmed(place["name"])
            # the players of a void table are in its seats
            void = [seat["player"] for seat in one["seats"]] if result["by"] == "void" else []
            for player in dict.fromkeys([*result["left"], *void]):
                if player not in placed:
                    known = {
                        "player": player,
                        "left": player in result["left"],
                        "forfeited": player in one["forfeited"],
                    }
                    agree(next(lines), {**game, **known, "rank": None, "score": None})
        for bye in held["byes"]:
            known = {"player": bye["player"], "name": disarmed(bye["name"]), "table": None, "game": None}
            agree(next(lines), {**own, **known, "by": "bye", "left": False})
            origins.add("bye")
    assert list(lines) == []
    assert origins == {"game", "ruling", "void", "bye"}


@pytest.mark.parametrize("language", [None, "en", "de", "it"])
def test_standings_have_what_their_json_has(cup: Cup, language: str | None) -> None:
    found = ok(cup.owner.get(f"{cup.url}/standings")).json()
    asked = {} if language is None else {"spreadsheet": language}
    lines = table(cup, "standings", format="csv", **asked)
    own = {name: value for name, value in found.items() if name != "rows"}
    reasons: set[str] = set()

    for line, row in zip(lines, found["rows"], strict=True):
        plain = {name: value for name, value in row.items() if name not in {"name", "points", "columns", "trace"}}
        agree(line, {**own, **plain, "name": disarmed(row["name"])})
        values = {"points": row["points"], **{column["name"]: column["value"] for column in row["columns"]}}
        for name, value in values.items():
            decimal = line[f"{name}_decimal"].replace(",", ".")
            assert line[name] == (f"'{value}" if "/" in value else value)
            assert abs(Fraction(decimal) - Fraction(value)) < Fraction(1, 10**6)
            assert ("," in line[f"{name}_decimal"]) <= (language in {"de", "it"})
        trace = json.loads(line["trace"])
        reasons |= {each["reason"] for each in trace if "reason" in each}
        assert [{**each, "reason": None} for each in trace] == [{**each, "reason": None} for each in row["trace"]]
    assert "-1;'=1+1" in reasons
    assert any("/" in row["points"] + "".join(c["value"] for c in row["columns"]) for row in found["rows"])


def test_the_dialect_alone_asks_for_a_table(cup: Cup) -> None:
    reply: httpx.Response = cup.owner.get(f"{cup.url}/standings", params={"spreadsheet": "de"})
    assert reply.status_code == 200
    assert reply.content.startswith(b"\xef\xbb\xbfrank;division;player")
    assert reply.headers["content-type"].startswith("text/csv")
    refused = cup.owner.get(f"{cup.url}/results.csv", params={"spreadsheet": "fr"})
    assert refused.status_code == 400
