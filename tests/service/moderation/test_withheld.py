"""Games that a court order has removed from public view: what each route shows of them, and to whom."""

import csv
import io
import json
import re
from pathlib import Path

import httpx

from domain.kernel.values import NO_GAME
from tests.replies import ok
from tests.service.kit import identity
from tests.service.moderation.kit import with_role
from tests.service.moderation.test_games import act, rated_game
from tests.service.server import Server
from tests.service.tournaments.kit import Cup, checked_bundle
from tests.waiting import until

_DOCUMENT = Path(__file__).parents[3] / "openapi" / "openapi.json"

_PARTS = {"seat": "0", "level": "glance", "key": "none"}
"""The values of further parts of addresses."""

_PAGES = ("/games/{game}", "/embed/games/{game}", "/embed/games/{game}/picture.svg", "/embed/games/{game}/picture.png")


def addresses_of(game: str) -> list[str]:
    """Return every address of the document by which something of a game is read, and its pages."""
    paths = json.loads(_DOCUMENT.read_bytes())["paths"]
    of_game = [path for path, methods in paths.items() if "{game}" in path and "get" in methods]
    assert len(of_game) > 15
    filled = (path.replace("{game}", game) for path in (*of_game, *_PAGES) if "/moderation/" not in path)
    found = [re.sub(r"{(\w+)}", lambda found: _PARTS.get(found[1], "none"), path) for path in filled]
    return [*found, f"/v1/games/{game}/view?as=public", f"/v1/games/{game}/events?as=full"]


def read(who: httpx.Client, path: str) -> httpx.Response:
    """Return what an address answers. Streams end at once."""
    return who.get(f"{path}?follow=false" if path.endswith("/stream") else path)


def test_no_route_lets_a_shared_cache_keep_a_withheld_game(server: Server) -> None:
    operator, ada, bea, visitor = with_role(server, "operator"), server.player("Ada"), server.player(), server.client()
    game = rated_game(ada, bea)
    ok(ada.put(f"/v1/games/{game}/analysis/glance"), 200, 202)
    until(lambda: visitor.get(f"/v1/games/{game}/analysis/glance").status_code == 200)
    paths = addresses_of(game)
    kept = {path for path in paths if "public" in read(ada, path).headers.get("Cache-Control", "")}
    # these are what the test is about
    shared = ("", "/view?as=public", "/bundle", "/verification", "/result", "/analysis", "/analysis/glance")
    assert {f"/v1/games/{game}{path}" for path in shared} <= kept

    act(operator, game, "withhold")
    for path in paths:
        for who in (ada, operator, visitor):
            reply = read(who, path)
            is_page = path == f"/games/{game}"
            assert is_page or "public" not in reply.headers.get("Cache-Control", ""), path
            assert who is not visitor or is_page or reply.status_code in {401, 404, 451}, (path, reply.status_code)
    assert ok(ada.get(f"/v1/games/{game}/analysis")).json()
    assert ok(ada.get(f"/v1/games/{game}/analysis/glance")).json()

    act(operator, game, "show")
    assert kept == {path for path in paths if "public" in read(ada, path).headers.get("Cache-Control", "")}


def test_a_rating_history_does_not_name_a_withheld_game(server: Server) -> None:
    operator, ada, bea, visitor = with_role(server, "operator"), server.player("Ada"), server.player(), server.client()
    first, second = rated_game(ada, bea), rated_game(bea, ada)
    path = f"/v1/players/{identity(ada)}/ratings"
    until(lambda: len(ok(visitor.get(path)).json()["items"]) == 2)
    before = ok(visitor.get(path)).json()["items"]
    assert [(each["game"], each["withheld"]) for each in before] == [(first, False), (second, False)]

    act(operator, first, "withhold")

    reply = ok(visitor.get(path))
    found = reply.json()["items"]
    assert [(each["game"], each["withheld"]) for each in found] == [(NO_GAME, True), (second, False)]
    # the ratings are what they were
    assert [each["rating"] for each in found] == [each["rating"] for each in before]
    for form in ("text/csv", "application/x-ndjson"):
        assert first not in ok(visitor.get(path, headers={"Accept": form})).text
    act(operator, first, "show")
    assert ok(visitor.get(path)).json()["items"] == before


def test_a_tournament_keeps_its_results_and_does_not_name_a_withheld_game(server: Server, tmp_path: Path) -> None:
    operator, visitor = with_role(server, "operator"), server.client()
    cup = Cup(server, 4, sizes=[4], format={"type": "swiss", "rounds": 1}, pause="PT0S")
    cup.publish_first()
    cup.play(1)
    cup.until(lambda found: found["status"] == "ended")
    (table,) = cup.read()["rounds"][0]["tables"]
    game = table["game"]
    paths = ("", "/rounds/1", "/pairings.csv", "/results.csv", "/events", "/bundle", "/standings")
    tags = {path: ok(visitor.get(cup.url + path)).headers["ETag"] for path in paths}
    assert all(game in ok(visitor.get(cup.url + path)).text for path in paths[:-1])
    standings = ok(visitor.get(f"{cup.url}/standings")).json()

    act(operator, game, "withhold")

    for path in paths:
        for who in (visitor, cup.owner):
            reply = who.get(cup.url + path, headers={"If-None-Match": tags[path]})
            # the standings name no game
            assert reply.status_code == (304 if path == "/standings" else 200), path
            assert game not in reply.text, path
    (shown,) = cup.read()["rounds"][0]["tables"]
    result = {**table["result"], "version": None, "head": None}
    assert shown == {**table, "game": NO_GAME, "withheld": True, "result": result}
    assert ok(visitor.get(f"{cup.url}/standings")).json() == standings
    for kind in ("pairings", "results"):
        lines = [*csv.DictReader(io.StringIO(ok(visitor.get(f"{cup.url}/{kind}.csv")).text))]
        # a spreadsheet program could take so many digits for a number or a date
        assert {(line["game"], line["withheld"]) for line in lines} == {(f"'{NO_GAME}", "true")}
    _, report = checked_bundle(visitor, cup.url, tmp_path)
    assert report["valid"]
    (check,) = [each for each in report["checks"] if each["verdict"] != "passed"]
    assert check["check"] == "certificates"
    assert "withheld from public view" in check["reason"]

    act(operator, game, "show")
    assert cup.read()["rounds"][0]["tables"] == [table]
    assert ok(visitor.get(f"{cup.url}/bundle")).headers["ETag"] == tags["/bundle"]
