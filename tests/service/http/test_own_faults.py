"""A request that cannot be decoded is an error of the client; stored data that cannot be decoded is an own fault."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.replies import ok
from tests.service.authority.asked import BODIES, DOCUMENT, OF_ROLES, OPERATIONS, UNKNOWN, VALUES
from tests.service.kit import open_game, problem, started_game
from tests.service.server import Server, serving

JSON = {"Content-Type": "application/json"}
UNREADABLE = {
    "nested lists": b"[" * 60_000,
    "nested objects": b'{"a":' * 10_000,
    "nested and whole": b"[" * 970 + b"]" * 970,
    "not UTF-8": b'{"a": "\xff"}',
    "a key that is not UTF-8": b'{"\xff": 1, "\xff": 2}',
    "an encoded surrogate": b'{"a": "\xed\xa0\x80"}',
}
NOT_UTF_8 = ("%FF", "%ED%A0%80", "%E2%28%A1")
HEADERS = (
    *("Authorization", "Cookie", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Accept-Language"),
    *("Ludolog-Invitation", "Content-Type", "Content-Encoding", "Origin", "Sec-Fetch-Site", "X-Forwarded-For"),
    *("X-Request-ID", "traceparent", "Accept", "Range"),
)
WITH_BODY = sorted(
    name for name, (method, path) in OPERATIONS.items() if "requestBody" in DOCUMENT["paths"][path][method]
)
READS = sorted(name for name, (method, path) in OPERATIONS.items() if method == "get" and "stream" not in path)
PASTED = {
    *("board", "jwks", "ownCalendar", "playerAtom", "playerBadge", "playerJsonFeed", "resultsAtom", "resultsJsonFeed"),
    *("tournamentAtom", "tournamentBadge", "tournamentCalendar", "tournamentJsonFeed", "oembed"),
}
"""What others fetch by an address that a person has pasted."""

WITH_PATH = sorted(name for name in READS if "{" in OPERATIONS[name][1])


class Site(NamedTuple):
    """A server with a running game and a tournament of a player."""

    player: httpx.Client
    ids: dict[str, str]

    def asked(self, operation: str, **changed: str) -> tuple[str, str]:
        """Return the method and the path of an operation."""
        method, template = OPERATIONS[operation]
        values = {**VALUES, **self.ids, **changed}
        return method, re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], UNKNOWN), template)


@pytest.fixture(scope="module")
def site(server: Server) -> Site:
    player = server.player()
    cup = ok(player.post("/v1/tournaments", json=BODIES["openTournament"])).json()["id"]
    me = ok(player.get("/v1/me")).json()["id"]
    return Site(player, {"game": started_game(player), "tournament": cup, "player": me})


@pytest.mark.parametrize("operation", WITH_BODY)
def test_a_body_that_cannot_be_decoded_is_an_error_of_the_client(site: Site, operation: str) -> None:
    method, path = site.asked(operation)

    for name, body in UNREADABLE.items():
        reply = site.player.request(method, path, content=body, headers=JSON)
        assert 400 <= problem(reply)[0] < 500, (name, reply.text)
        if reply.status_code == 400:
            assert len(reply.json()["errors"]) == 1, (name, reply.text)


@pytest.mark.parametrize("field", ["options", "bots", "clock", "name"])
@pytest.mark.parametrize("depth", [100, 900, 940, 960, 980, 1000])
def test_a_field_that_is_nested_deeply_is_an_error_of_the_client(site: Site, field: str, depth: int) -> None:
    value = b'{"first_player":' + b"[" * depth + b"]" * depth + b"}"
    terms = b'"ruleset":"minos","seats":2,"%b":%b' % (field.encode(), value)

    for path, body in (("games", b"{%b}" % terms), ("tournaments", b'{"format":{"type":"swiss"},%b}' % terms)):
        reply = site.player.post(f"/v1/{path}", content=body, headers=JSON)
        assert problem(reply) == (400, "bad-request")


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_an_uploaded_bundle_that_cannot_be_decoded_is_not_valid(site: Site, body: bytes) -> None:
    first = site.player.get(f"/v1/games/{site.ids['game']}/bundle").content.split(b"\n")[0]
    headers = {"Content-Type": "application/x-ndjson"}

    for content in (body, first + b"\n" + body + b"\n"):
        reply = site.player.post("/v1/verifications", content=content, headers=headers)
        assert reply.status_code == 200
        assert reply.json()["valid"] is False


@pytest.mark.parametrize("operation", READS)
def test_a_query_that_is_not_utf_8_is_an_error_of_the_client(site: Site, operation: str) -> None:
    method, path = site.asked(operation)

    for query in (*(f"limit={text}" for text in NOT_UTF_8), "as=%FF", "cursor=%FF", "lang=%FF", "%FF=1"):
        reply = site.player.request(method, f"{path}?{query}")
        # documents with a pasted address ignore what they do not know
        assert operation in PASTED or problem(reply) == (400, "bad-request")
        assert reply.status_code < 500, reply.text


@pytest.mark.parametrize("operation", WITH_PATH)
def test_a_path_that_is_not_utf_8_is_an_error_of_the_client(site: Site, operation: str) -> None:
    for parameter in re.findall(r"\{(\w+)\}", OPERATIONS[operation][1]):
        for text in NOT_UTF_8:
            method, path = site.asked(operation, **{parameter: text})
            # whoever has no role learns nothing about the path
            missing = {403} if operation in OF_ROLES else set[int]()
            assert problem(site.player.request(method, path))[0] in {400, 404} | missing


@pytest.mark.parametrize("operation", [*READS, "openGame", "openTournament", "makeWebhook", "command", "takeSeat"])
def test_a_header_that_is_not_utf_8_is_no_fault_of_the_service(site: Site, operation: str) -> None:
    method, path = site.asked(operation)

    for header in HEADERS:
        reply = site.player.request(method, path, headers=[(header.encode(), b'"\xff\xfe"')])
        assert reply.status_code < 500, (header, reply.text)


@pytest.fixture
def spoilt(tmp_path: Path) -> Iterator[tuple[Server, httpx.Client]]:
    """A server on a file of which the list of games can be changed, and a player with a game."""
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        player = server.player()
        open_game(player)
        yield server, player


@pytest.mark.parametrize("stored", ["[" * 100_000, b'{"a": "\xff"}'], ids=["nested", "not UTF-8"])
def test_stored_data_that_cannot_be_decoded_is_a_fault_of_the_service(
    spoilt: tuple[Server, httpx.Client], stored: str | bytes
) -> None:
    server, player = spoilt
    assert player.get("/v1/games").status_code == 200
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        names = "SELECT name FROM sqlite_master WHERE type='table' AND name LIKE 'lobby%'"
        (table,) = (name for (name,) in database.execute(names))
        database.execute(f"UPDATE {table} SET options=?", (stored,))
    database.close()

    assert problem(player.get("/v1/games")) == (500, "internal")
    assert "unexpected error" in "\n".join(server.log())
