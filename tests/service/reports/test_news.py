"""The stream of a player tells of answers to reports and appeals, and of acts about the player: each what is theirs."""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import holder, identity
from tests.service.reports.kit import WHY, Desk, report
from tests.service.server import Server
from tests.service.sse import Sent, following

KEYS = {"type", "at", "report", "act"}


def told(stream: Iterator[Sent]) -> dict[str, Any]:
    """Return the next news of a stream, which has no id."""
    last_id = ""
    for event in stream:
        if event.name == "moderation":
            assert last_id in {"", event.last_id}
            data: dict[str, Any] = event.data
            assert set(data) == KEYS
            return data
        last_id = event.last_id
    raise AssertionError


def names_of(news: dict[str, Any]) -> tuple[Any, Any, Any]:
    return news["type"], news["report"], news["act"]


def acts(who: httpx.Client) -> list[dict[str, Any]]:
    return ok(who.get("/v1/me/acts")).json()["items"]


def test_each_learns_what_concerns_them_and_nobody_else(server: Server) -> None:
    desk = Desk(server)
    ada, bo, cy = desk.table.ada, desk.table.bea, server.player("Cy")
    narrow = ok(ada.post("/v1/me/tokens", json={"label": "x", "scopes": ["games:read"]}), 201).json()["token"]
    with (
        following(ada, "/v1/me/stream") as hers,
        following(bo, "/v1/me/stream") as his,
        following(cy, "/v1/me/stream") as others,
        following(holder(server, narrow), "/v1/me/stream") as limited,
    ):
        for stream in (hers, his, others, limited):
            assert next(stream).name == "ready"
        about = desk.rude("you fool of 4711")
        made = report(bo, about)
        ok(desk.mod.post(f"/v1/moderation/players/{identity(ada)}/acts", json={"type": "warn", "reason": WHY}), 201)
        (warned,) = acts(ada)
        first = told(hers)
        assert names_of(first) == ("act.done", None, warned["number"])
        desk.decide(desk.case_of(about)["id"])
        answered = told(his)
        assert names_of(answered) == ("report.answered", made["id"], None)
        # the words are in the lists, not in the stream
        assert WHY not in json.dumps([first, answered])

        path = f"/v1/me/acts/{warned['number']}/appeals"
        ok(ada.post(path, json={"text": "I was joking"}), 201)
        body = {"outcome": "refused", "text": "It stays.", "reason": WHY}
        ok(desk.other.post(f"/v1/moderation/appeals/{warned['number']}/answers", json=body), 201)
        assert names_of(told(hers)) == ("appeal.answered", None, warned["number"])

        # the others, and a token that may not read acts, have learnt nothing until an act about Cy
        last = {"type": "warn", "reason": "for Cy"}
        ok(desk.mod.post(f"/v1/moderation/players/{identity(cy)}/acts", json=last), 201)
        assert names_of(told(others)) == ("act.done", None, acts(cy)[0]["number"])
        ok(ada.delete("/v1/me/tokens/" + token_id(ada, "x")), 204)
        assert "moderation" not in [event.name for event in limited]


def token_id(who: httpx.Client, label: str) -> str:
    """Return the id of a token of a player by its label."""
    (found,) = [each["id"] for each in ok(who.get("/v1/me/tokens")).json()["items"] if each["label"] == label]
    return found


def test_lines_have_the_news_in_an_object(server: Server) -> None:
    desk = Desk(server)
    ada = desk.table.ada
    with ada.stream("GET", "/v1/me/stream", headers={"Accept": "application/x-ndjson"}) as reply:
        lines = reply.iter_lines()
        assert json.loads(next(line for line in lines if line))["event"] == "ready"
        ok(desk.mod.post(f"/v1/moderation/players/{identity(ada)}/acts", json={"type": "warn", "reason": WHY}), 201)
        found = next(each for line in lines if line and "moderation" in (each := json.loads(line)))
        assert set(found) == {"moderation"}
        assert names_of(found["moderation"]) == ("act.done", None, acts(ada)[0]["number"])


def test_a_stream_of_a_player_with_many_acts_has_each_once(server: Server) -> None:
    desk = Desk(server)
    ada, path = desk.table.ada, f"/v1/moderation/players/{identity(desk.table.ada)}/acts"
    with following(ada, "/v1/me/stream") as hers:
        assert next(hers).name == "ready"
        for number in range(5):
            ok(desk.mod.post(path, json={"type": "warn", "reason": f"{WHY} {number}"}), 201)
        found = [told(hers)["act"] for _ in range(5)]
    assert found == sorted(each["number"] for each in acts(ada))
