"""Positions of lists and streams, the sizes of pages, player ids without prefix, and parameters of others."""

from typing import Any

import httpx
import msgspec
import pytest

from service.core.http.request.page_parameters import PAGES
from service.tournaments.api.messages.formats import ByeEdit, SeatsEdit, SwapEdit, edits_of
from tests.replies import ok
from tests.service.kit import open_game, problem, started_game
from tests.service.server import Server
from tests.service.sse import lines_so_far, so_far
from tests.service.test_stream import finished
from tests.service.tournaments.kit import TERMS

STREAMS = ("/v1/me/stream", "/v1/games/stream", "/v1/results/stream")
NAMES = ("cursor", "after", "lastEventId")


def kinds(lines: list[Any]) -> list[str]:
    return [line["event"] for line in lines]


def id_of(item: Any) -> Any:
    return item.get("id") or item.get("head") or item.get("cursor")


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_of_rows_continues_after_each_name_of_its_position(player: httpx.Client, path: str) -> None:
    (ready,) = so_far(player, path)
    finished(player)
    expected = lines_so_far(player, path, cursor=ready.last_id)

    assert len(expected) > 1
    for name in NAMES:
        assert lines_so_far(player, path, **{name: ready.last_id}) == expected
    # a polyfill sends the address of its first request again, with the id of the last event
    last = expected[-1]["cursor"]
    assert kinds(lines_so_far(player, path, cursor=ready.last_id, lastEventId=last)) == ["ready"]
    header = {"Last-Event-ID": last, "Accept": "application/x-ndjson"}
    by_header = player.get(f"{path}?follow=false&lastEventId={ready.last_id}", headers=header)
    assert ok(by_header).text.count("\n") == 1


def test_a_stream_of_a_game_continues_after_each_name_of_its_position(player: httpx.Client) -> None:
    game = started_game(player)
    path = f"/v1/games/{game}/stream"
    versions = [line["record"]["version"] for line in lines_so_far(player, path) if "record" in line]

    for name in NAMES:
        found = lines_so_far(player, path, **{name: "3"})
        assert [line["record"]["version"] for line in found if "record" in line] == versions[3:]
    assert problem(player.get(f"{path}?lastEventId=x")) == (400, "bad-request")
    assert problem(player.get(f"{path}?lastEventId=99999")) == (416, "beyond-the-end")


def test_a_polyfill_that_reconnects_after_the_end_of_a_game_is_told_to_stop(player: httpx.Client) -> None:
    game = finished(player)
    last = ok(player.get(f"/v1/games/{game}")).json()["version"]

    assert player.get(f"/v1/games/{game}/stream?cursor=0&lastEventId={last}").status_code == 204


@pytest.mark.parametrize("path", STREAMS)
def test_two_different_positions_are_refused(player: httpx.Client, path: str) -> None:
    finished(player)
    (ready,) = so_far(player, path)

    assert problem(player.get(f"{path}?follow=false&cursor={ready.last_id}&after=MQ")) == (400, "bad-request")
    assert problem(player.get(f"{path}?follow=false&cursor=MQ%20")) == (400, "bad-request")


def test_events_continue_after_cursor_or_after_and_link_to_the_next_page(player: httpx.Client) -> None:
    game = started_game(player)
    path = f"/v1/games/{game}/events"
    items = ok(player.get(path)).json()["items"]

    for name in ("cursor", "after"):
        page = ok(player.get(f"{path}?{name}=2&limit=3"))
        assert page.json()["items"] == items[2:5]
        assert page.links["next"]["url"] == f"{path}?limit=3&cursor=5"
    assert "Link" not in ok(player.get(path)).headers
    assert problem(player.get(f"{path}?cursor=2&after=3")) == (400, "bad-request")


def test_a_limit_above_the_largest_page_counts_as_the_largest_page(player: httpx.Client) -> None:
    games = [open_game(player, visibility="private") for _ in range(3)]
    assert len(games) == 3
    for path in ("/v1/games", "/v1/me/organised", "/v1/me/tokens", "/v1/players", "/v1/results", "/v1/games/%s/events"):
        asked = path.replace("%s", games[0])
        assert [*map(id_of, ok(player.get(f"{asked}?limit=99999999")).json()["items"])] == [
            *map(id_of, ok(player.get(asked)).json()["items"])
        ]
        for wrong in ("0", "-1", "many", "1.0"):
            assert problem(player.get(f"{asked}?limit={wrong}")) == (400, "bad-request")


def test_the_link_of_a_reduced_page_has_the_reduced_limit(player: httpx.Client) -> None:
    for number in range(201):
        ok(player.post("/v1/me/tokens", json={"label": f"number {number}"}), 201)
    page = ok(player.get("/v1/me/tokens?limit=1000"))

    assert len(page.json()["items"]) == 200 in PAGES
    assert "limit=200&" in page.links["next"]["url"]
    assert len(ok(player.get(page.links["next"]["url"])).json()["items"]) == 2


def test_a_player_id_may_be_without_its_prefix(server: Server) -> None:
    ada, bob = server.player(), server.player("Bob")
    full = ok(bob.get("/v1/me")).json()["id"]
    bare = full.removeprefix("player:")
    assert bare != full
    game = finished(bob)
    owner = ok(ada.get(f"/v1/games/{game}")).json()["owner"]
    assert owner == full

    for path in ("", "/games", "/ratings", "/feed.atom", "/feed.json"):
        assert ok(ada.get(f"/v1/players/{bare}{path}")).text.count(full) == ok(
            ada.get(f"/v1/players/{full}{path}")
        ).text.count(full)
    assert ok(ada.get(f"/badge/players/{bare}/giganten.svg")).text
    assert ok(ada.get(f"/players/{bare}")).text == ok(ada.get(f"/players/{full}")).text
    assert [each["id"] for each in ok(ada.get(f"/v1/players?ids={bare},{full}")).json()["items"]] == [full]
    for path in ("/v1/games?player=", "/v1/games?owner=", "/v1/results?player=", "/v1/results?owner="):
        found = ok(ada.get(path + bare)).json()["items"]
        assert found
        assert found == ok(ada.get(path + full)).json()["items"]
    for path in ("/v1/tournaments?player=", "/v1/tournaments/rounds?organiser="):
        assert ok(ada.get(path + bare)).json()["items"] == []

    reserved = ok(
        ada.post("/v1/games", json={"ruleset": "siberia", "seats": 2, "reserved": {"0": bare}, "substitutes": []})
    ).json()
    assert reserved["seats"][0]["reserved"] == full


def test_rulings_and_acts_take_a_player_id_without_its_prefix(server: Server) -> None:
    owner, ada, bob = server.player("Olive"), server.player(), server.player("Bob")
    full = ok(bob.get("/v1/me")).json()["id"]
    bare = full.removeprefix("player:")
    ruled = open_game(owner)
    ok(ada.put(f"/v1/games/{ruled}/seats/0"))
    ok(owner.post(f"/v1/games/{ruled}/start"))
    ruling = {"type": "replace_player", "seat": 0, "player": bare, "reason": "absent"}
    assert full in ok(owner.post(f"/v1/games/{ruled}/rulings", json=ruling)).text

    cup = f"/v1/tournaments/{ok(owner.post('/v1/tournaments', json=TERMS)).json()['id']}"
    for act in ({"type": "appoint", "player": bare, "role": "director"}, {"type": "invite", "player": bare}):
        assert full in ok(owner.post(f"{cup}/acts", json=act)).text
    edits = edits_of([SwapEdit((bare, "bot:random")), ByeEdit(bare), SeatsEdit(1, [bare, full])])
    shown = msgspec.to_builtins(edits)
    assert [edit.get("player") or [*edit["players"]] for edit in shown] == [[full, "bot:random"], full, [full, full]]


@pytest.mark.parametrize(
    "path",
    [
        "/badge/players/{player}/giganten.svg", "/v1/players/{player}/feed.atom", "/v1/players/{player}/feed.json",
        "/v1/results/feed.atom", "/v1/results/feed.json", "/.well-known/jwks.json",
        "/v1/rulesets/giganten/board.svg",
    ],
)  # fmt: skip
def test_a_document_with_a_pasted_address_ignores_parameters_of_others(player: httpx.Client, path: str) -> None:
    me = ok(player.get("/v1/me")).json()["id"]
    address = path.replace("{player}", me)
    added = "utm_source=x&utm_source=y&fbclid=%FF&gclid="

    plain, passed_on = ok(player.get(address)), ok(player.get(f"{address}?{added}"))

    assert passed_on.content == plain.content
    assert passed_on.headers.get("ETag") == plain.headers.get("ETag")


def test_known_parameters_of_pasted_addresses_and_all_of_the_api_stay_strict(player: httpx.Client) -> None:
    assert problem(player.get("/v1/results/feed.atom?limit=0&utm_source=x")) == (400, "bad-request")
    assert problem(player.get("/v1/results?utm_source=x")) == (400, "bad-request")
    assert problem(player.get("/v1/games?fbclid=x")) == (400, "bad-request")
