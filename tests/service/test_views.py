"""The views of many versions in one response: the same as one `GET view?at=` for each of them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonpatch  # pyright: ignore[reportMissingTypeStubs] - it has none
import pytest

from tests.replies import ok
from tests.service.imported import Imported, serving_golden
from tests.service.kit import first_choice, next_decision, open_game, problem, started_game
from tests.service.server import Server

SHORT = {
    "giganten": "giganten-1-goblins-2006-3-random",
    "siberia": "siberia-1-money_public-False",
    "minos": "minos-1-directed-voyages",
    "minos with a clock": "minos-1-clocked-4",
}
LONG = "giganten-1-inflation-on"
VIEWERS = ["public", "seat:1", "full"]
MOST = 1000


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Imported]:
    with serving_golden(tmp_path_factory.mktemp("views"), (*SHORT.values(), LONG)) as found:
        yield found


def lines_in(response: httpx.Response) -> list[dict[str, Any]]:
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/x-ndjson"), response.text
    return [json.loads(line) for line in response.text.splitlines()]


def views_in(lines: list[dict[str, Any]]) -> Iterator[tuple[int, Any]]:
    """Return the version and the view of each line, patched by a library."""
    shown: Any = None
    for number, line in enumerate(lines):
        assert ("view" in line, "patch" in line) == (number == 0, number > 0)
        shown = jsonpatch.JsonPatch(line["patch"]).apply(shown) if number else line["view"]  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        yield line["version"], shown


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("title", SHORT)
def test_each_line_leads_to_exactly_the_view_of_its_version(imported: Imported, title: str, viewer: str) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[SHORT[title]]}"
    last = ok(client.get(url)).json()["version"]
    lines = lines_in(client.get(f"{url}/views", params={"as": viewer}))
    versions: list[int] = []
    for version, shown in views_in(lines):
        one = ok(client.get(f"{url}/view", params={"at": version, "as": viewer}))
        assert shown == one.json(), version
        versions.append(version)

    assert versions == list(range(versions[0], last + 1))
    assert client.get(f"{url}/view", params={"at": versions[0] - 1}).status_code == 409
    assert lines[-1]["scores"] == [
        place["score"]
        for place in sorted(ok(client.get(f"{url}/result")).json()["places"], key=lambda one: one["seat"])
    ]


@pytest.mark.parametrize("title", SHORT)
def test_views_with_what_stands_on_the_board_are_patched_too(imported: Imported, title: str) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[SHORT[title]]}"
    lines = lines_in(client.get(f"{url}/views", params={"pieces": "true", "as": "seat:1"}))
    plain = lines_in(client.get(f"{url}/views", params={"pieces": "false", "as": "seat:1"}))
    for (version, shown), (_, without) in zip(views_in(lines), views_in(plain), strict=True):
        if version % 5 == 0 or version == lines[-1]["version"]:
            seen = {"at": version, "as": "seat:1"}
            alone = ok(client.get(f"{url}/pieces", params=seen)).json()
            assert shown["pieces"] == {part: alone[part] for part in ("items", "closed")}
            assert shown == ok(client.get(f"{url}/view", params={**seen, "pieces": "true"})).json()
        assert {name: shown[name] for name in shown if name != "pieces"} == without, version


def test_what_stands_on_a_board_is_conditional_and_shared_like_the_view(imported: Imported) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[SHORT['minos']]}"
    names = ("Cache-Control", "Vary", "Content-Type", "Content-Encoding")
    tags: set[str] = set()
    for path, query in (("view", {}), ("view", {"pieces": "true"}), ("pieces", {})):
        for more in ({}, {"as": "public"}, {"as": "full"}, {"at": "40"}):
            reply, like = (client.get(f"{url}/{each}", params={**query, **more}) for each in (path, "view"))
            assert {name: reply.headers.get(name) for name in names} == {name: like.headers.get(name) for name in names}
            tags.add(reply.headers["ETag"])
            again = client.get(
                f"{url}/{path}", params={**query, **more}, headers={"If-None-Match": reply.headers["ETag"]}
            )
            assert (again.status_code, again.content) == (304, b"")
    # at the last version, `as=public` is the same as no viewer
    assert len(tags) == 9
    shown = ok(client.get(f"{url}/pieces", params={"at": 40, "as": "seat:1"})).json()
    assert (shown["version"], shown["viewer"]) == (40, "seat:1")
    places = set(re.findall(r'id="([^"]+)" [^>]*data-kind', ok(client.get(shown["board_url"])).text))
    assert {each["place"] for each in shown["items"]} <= places
    assert problem(client.get(f"{url}/pieces", params={"at": 1})) == (409, "not-started")
    assert problem(client.get(f"{url}/pieces", params={"at": 99999})) == (416, "beyond-the-end")
    assert problem(client.get(f"{url}/view", params={"pieces": "yes"})) == (400, "bad-request")


def test_lines_have_the_events_of_the_log_with_sentences(imported: Imported) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[SHORT['siberia']]}"
    asked = {"from": "20", "to": "120"}
    lines: list[dict[str, Any]] = []
    for viewer in VIEWERS:
        asked = {**asked, "as": viewer}
        lines = lines_in(client.get(f"{url}/views", params=asked, headers={"Accept-Language": "de"}))
        events = ok(client.get(f"{url}/events", params={"as": viewer, "after": 19, "limit": 101, "lang": "de"})).json()
        for line, event in zip(lines, events["items"], strict=True):
            record = event["record"]
            expected = {name: record[name] for name in ("type", "shape", "seat", "cause", "data")}
            expected |= {name: event[name] for name in ("secret", "text") if name in event}
            assert line["event"] == expected
            assert (line["version"], line["at"]) == (record["version"], record["at"])
    assert {line["mark"]["begins"] for line in lines if "mark" in line} == {"round", "phase", "turn"}
    plain = client.get(f"{url}/views", params=asked)
    assert all("text" not in line["event"] for line in lines_in(plain))
    assert "Content-Language" not in plain.headers
    assert "Accept-Language" in plain.headers["Vary"]


def test_a_long_game_comes_in_pages_that_join_without_gaps(imported: Imported) -> None:
    client, game = imported.server.client(), imported.games[LONG]
    found: list[dict[str, Any]] = []
    sizes: list[int] = []
    asked = f"/v1/games/{game}/views?as=full&lang=it"
    while asked:
        response = client.get(asked)
        lines = lines_in(response)
        sizes.append(len(lines))
        found += [line | {"view": view} for line, (_, view) in zip(lines, views_in(lines), strict=True)]
        link = re.fullmatch(r'<([^>]+)>; rel="next"', response.headers.get("Link", ""))
        asked = link[1] if link else ""
    last = ok(client.get(f"/v1/games/{game}")).json()["version"]

    assert sizes[0] == MOST
    assert [line["version"] for line in found] == list(range(last - len(found) + 1, last + 1))
    assert found[-1]["view"] == ok(client.get(f"/v1/games/{game}/view", params={"as": "full"})).json()
    assert all(line["event"]["text"] for line in found)


def test_a_range_is_served_as_asked_and_a_bad_one_is_refused(imported: Imported) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[LONG]}/views"
    last = ok(client.get(url.removesuffix("/views"))).json()["version"]
    one = client.get(url, params={"from": 50, "to": 50})
    exact = client.get(url, params={"from": 101, "to": 100 + MOST})
    cut = client.get(url, params={"from": 101, "to": 101 + MOST})

    assert [line["version"] for line in lines_in(one)] == [50]
    assert len(lines_in(exact)) == len(lines_in(cut)) == MOST
    assert "Link" not in one.headers
    assert "Link" not in exact.headers
    assert f"from={101 + MOST}" in cut.headers["Link"]
    assert f"to={101 + MOST}" in cut.headers["Link"]
    assert exact.headers["ETag"] != cut.headers["ETag"]
    for asked, expected in (
        ({"from": 1}, (409, "not-started")),
        ({"from": 60, "to": 59}, (400, "bad-request")),
        ({"from": last + 1}, (416, "beyond-the-end")),
        ({"to": last + 1}, (416, "beyond-the-end")),
        ({"from": 0}, (416, "beyond-the-end")),
        ({"patch": "merge"}, (400, "bad-request")),
    ):
        refused = client.get(url, params=asked)
        assert problem(refused) == expected, asked
    assert "59" in ok(client.get(url, params={"from": 60, "to": 59}), 400).json()["detail"]


def test_a_page_is_revalidated_and_compressed(imported: Imported) -> None:
    client, url = imported.server.client(), f"/v1/games/{imported.games[SHORT['minos']]}/views"
    packed = client.get(url)
    plain = client.get(url, headers={"Accept-Encoding": "identity"})
    tags = {packed.headers["ETag"], plain.headers["ETag"]}

    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert packed.content == plain.content
    assert int(packed.headers["Content-Length"]) * 5 < int(plain.headers["Content-Length"])
    assert len(tags) == 2
    assert packed.headers["Cache-Control"] == "public, no-cache"
    for tag in tags:
        again = client.get(url, headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    for query in ({"as": "full"}, {"lang": "de"}, {"from": 20}, {"to": 20}):
        assert client.get(url, params=query).headers["ETag"] not in tags
    head = client.head(url)
    assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", packed.headers["ETag"])


def test_of_a_running_game_each_sees_what_its_view_shows(server: Server) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    game = open_game(ada, 2, ruleset="siberia", bots={}, options={"money_public": False})
    url = f"/v1/games/{game}"
    for seat, player in enumerate((ada, ben)):
        assert player.put(f"{url}/seats/{seat}").status_code == 200
    assert problem(ada.get(f"{url}/views")) == (409, "not-started")
    assert ada.post(f"{url}/start").status_code == 200
    players = [ada, ben]
    for _ in range(24):
        player = players[int(ok(ada.get(url)).json()["awaiting"][0])]
        body = first_choice(next_decision(player, game))
        assert player.post(f"{url}/commands", json=body).status_code == 201
    anybody = server.client()
    shown: dict[str, list[dict[str, Any]]] = {}
    for name, client in (("ada", ada), ("ben", ben), ("anybody", anybody)):
        shown[name] = lines_in(client.get(f"{url}/views"))
        for version, view in views_in(shown[name]):
            assert view == ok(client.get(f"{url}/view", params={"at": version})).json()
        with_secret = [line["event"] for line in shown[name] if "secret" in line["event"]]
        assert [event for event in with_secret if event["data"]["seat"] != {"ada": 0, "ben": 1}.get(name)] == []
        assert bool(with_secret) == (name != "anybody")

    assert [score is None for score in shown["ada"][-1]["scores"]] == [False, True]
    assert [score is None for score in shown["anybody"][-1]["scores"]] == [True, True]
    for client, viewer in ((ada, "seat:1"), (ada, "full"), (anybody, "seat:0"), (anybody, "full")):
        assert problem(client.get(f"{url}/views", params={"as": viewer})) == (404, "not-found")
    assert ada.get(f"{url}/views").headers["Cache-Control"] == "private, no-cache"
    assert ada.get(f"{url}/views", params={"as": "public"}).content == anybody.get(f"{url}/views").content


def test_a_game_without_spectators_and_a_private_one_are_hidden(server: Server) -> None:
    ada, anybody = server.player("Ada"), server.client()
    hidden: list[dict[str, Any]] = [{"spectators": "none"}, {"visibility": "private"}]
    for wishes in hidden:
        game = started_game(ada, **wishes)
        assert ada.get(f"/v1/games/{game}/views").status_code == 200
        assert problem(anybody.get(f"/v1/games/{game}/views")) == (404, "not-found")


def test_the_lines_of_a_running_game_grow_with_it(server: Server) -> None:
    ada = server.player("Ada")
    game = started_game(ada)
    url = f"/v1/games/{game}"
    decision = next_decision(ada, game)
    before = ada.get(f"{url}/views")
    body = first_choice(decision)
    assert ada.post(f"{url}/commands", json=body).status_code == 201
    after = ada.get(f"{url}/views", headers={"If-None-Match": before.headers["ETag"]})

    assert after.status_code == 200
    assert after.text.startswith(before.text)
    assert len(after.text) > len(before.text)
