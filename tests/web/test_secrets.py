"""Two players and a spectator in three contexts: no secret of another in page, network or storage."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, cast

import httpx
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.test_table import signed_up, table_of, version_of

TURNS = 60
"""More decisions than it takes until both players have secrets."""

WITHIN = 20
"""Seconds that a bot has for its decision."""

STORED = """async () => [{...localStorage}, {...sessionStorage}, await indexedDB.databases(), document.cookie,
  history.state]"""

KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) => {
  const cache = await caches.open(name);
  return Promise.all((await cache.matchAll()).map((response) => response.text()));
}))).flat()"""
"""What the browser keeps for times without connection. Only persons who are signed in have it."""

_GIVEN = re.compile(r'<script type="application/json" id="given">(.*?)</script>', re.DOTALL)
"""What a page has from the beginning."""


class Recorded:
    """A page, and everything that its network brings: bodies of replies, and messages of streams."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: list[str] = []
        self._responses: list[Response] = []
        # the parameters of its commands and events are untyped dicts
        session = cast("Any", page.context.new_cdp_session(page))
        session.on("Network.eventSourceMessageReceived", self._take)
        session.send("Network.enable")
        # replies to the page before have no bodies any more
        address = page.url
        page.goto("about:blank")
        page.on("response", self._add)
        page.goto(address)

    def _take(self, event: dict[str, Any]) -> None:
        self.messages.append(event["data"])

    def _add(self, response: Response) -> None:
        self._responses.append(response)

    def urls(self) -> str:
        """Return the URLs of all requests."""
        return "\n".join(one.url for one in self._responses)

    def bodies(self) -> list[str]:
        """Return what has come. The body of a stream has no end: its messages stand for it."""
        ended = [one for one in self._responses if "event-stream" not in one.headers.get("content-type", "")]
        assert len(ended) < len(self._responses), "no stream"
        return [*self.messages, *(one.text() for one in ended)]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects in a JSON value."""
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        yield fields
        for each in fields.values():
            yield from objects(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from objects(each)


def parsed(bodies: list[str]) -> Iterator[dict[str, Any]]:
    """Yield all objects in those bodies that are JSON, and in what pages have."""
    for body in (found[1] if (found := _GIVEN.search(body)) else body for body in bodies):
        if body.startswith(("{", "[")):
            for value in values(body):
                yield from objects(value)


def values(text: str) -> Iterator[Any]:
    """Yield the JSON values of a text: one, or those of its lines."""
    at = 0
    while text[at:].strip():
        value, at = json.JSONDecoder().raw_decode(text, len(text) - len(text[at:].lstrip()))
        yield value


def salts(client: httpx.Client, game: str) -> set[str]:
    """Return the salts of the secrets that a client may see. No two secrets have the same."""
    events = ok(client.get(f"/v1/games/{game}/events?limit=500")).json()["items"]
    return {event["salt"] for event in events if "salt" in event}


def awaited(game: str, players: list[httpx.Client]) -> tuple[int, dict[str, Any]]:
    """Wait while bots decide; return the seat of a player who has a decision, and the decision."""
    while True:
        version = version_of(players[0], game)
        for seat, client in enumerate(players):
            for decision in ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]:
                if decision["seat"] == seat:
                    return seat, decision
        wait: dict[str, str | int] = {"after": version, "wait": WITHIN}
        assert ok(players[0].get(f"/v1/games/{game}/events", params=wait)).json()["items"], "no decision and no event"


def version_without_bots(game: str, players: list[httpx.Client]) -> int:
    """Return the version at which only players have decisions: bots append no events after it."""
    while True:
        awaited(game, players)
        version = version_of(players[0], game)
        asked = {
            item["seat"] for client in players for item in ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        }
        if asked <= set(range(len(players))) and version == version_of(players[0], game):
            return version


def played_on(game: str, players: list[httpx.Client]) -> None:
    """Let each player take the first choices in turns, until both have secrets that the other has not."""
    for turn in range(TURNS):
        ada, ben = (salts(client, game) for client in players)
        if ada - ben and ben - ada and turn > len(players):
            return
        seat, own = awaited(game, players)
        body = {"decision": own["id"], "command": own["choices"][turn % len(own["choices"])]["command"]}
        assert players[seat].post(f"/v1/games/{game}/commands", json=body).status_code == 201
    raise AssertionError("no secrets")


@pytest.mark.parametrize(("title", "bots"), [("siberia", {}), ("giganten", {"2": "random"})])
def test_no_page_gets_a_secret_of_another(browser: Browser, site: Server, title: str, bots: dict[str, str]) -> None:
    (ada_token, ada), (ben_token, ben) = (signed_up(site, f"{name} of {title}") for name in ("Ada", "Ben"))
    body = {"ruleset": title, "seats": 2 + len(bots), "bots": bots}
    game = ok(ada.post("/v1/games", json=body)).json()["id"]
    for seat, client in enumerate((ada, ben)):
        assert client.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    with ExitStack() as contexts:
        tokens = (ada_token, ben_token, None)
        pages = [
            Recorded(contexts.enter_context(table_of(browser, site, game, token, first_visit=True))) for token in tokens
        ]
        played_on(game, [ada, ben])
        version = version_without_bots(game, [ada, ben])
        secrets = [salts(ada, game), salts(ben, game), salts(site.client(), game)]
        for recorded in pages:
            expect(recorded.page.locator(".event .version").last).to_have_text(str(version))
        for seat, recorded in enumerate(pages):
            bodies = [*recorded.bodies(), *recorded.page.evaluate(KEPT)]
            everything = "\n".join([*bodies, recorded.page.content()])
            assert [token for token in tokens if token is not None and token in everything + recorded.urls()] == []
            stored = recorded.page.evaluate(STORED)
            assert stored == [{}, {}, [], "", None]
            if seat == len(pages) - 1:
                assert recorded.page.evaluate(KEPT) == []
            foreign = set[str]().union(*secrets) - secrets[seat]
            assert {salt for salt in foreign if salt in everything} == set()
            # what is one's own has come, by the stream as well
            own = secrets[seat] - secrets[2]
            assert bool(own) == (seat < 2)
            assert all(salt in everything for salt in own)
            assert any(salt in message for salt in own for message in recorded.messages) == bool(own)
            assert_own_only(parsed(bodies), seat if seat < 2 else None)


def assert_own_only(found: Iterator[dict[str, Any]], seat: int | None) -> None:
    """Raise AssertionError unless views and listed commands are those of a seat; None: of a spectator."""
    viewers, asked = set[str](), set[int]()
    for each in found:
        # names of the fields of views come as well
        if "viewer" in each and isinstance(each.get("version"), int):
            viewers.add(each["viewer"])
            assert all(not player.get("hand") for player in each["players"] if player["seat"] != seat)
        if each.get("choices"):
            asked.add(each["seat"])
    own = "public" if seat is None else f"seat:{seat}"
    assert own in viewers
    assert viewers <= {own, "public"}
    assert asked <= {seat}
