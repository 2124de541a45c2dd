"""The log of acts: who changed what and who signed in, under the rule of deploy/privacy.md."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.store import Store
from service.monitoring.telemetry.acts import network_digest
from service.people.accounts import Accounts
from tests.replies import ok
from tests.service.apps.kit import app_of, refreshed
from tests.service.browsers import Browser, passkey
from tests.service.kit import first_choice, identity, next_decision, started_game
from tests.service.moderation.kit import granted
from tests.service.server import Server, serving
from tests.waiting import until

TALKING = {
    "LUDOLOG_ACTS_LOG": "on",
    "LUDOLOG_LOG": "json",
    "LUDOLOG_LOG_LEVEL": "debug",
    # each request says from where it comes, as behind a proxy
    "LUDOLOG_TRUSTED_PROXIES": "127.0.0.1",
}

FIELDS = {
    *("time", "level", "logger", "message", "request_id"),
    *("account", "token", "network", "method", "path", "route", "status"),
}
"""What a line may have."""

HOME, NEXT_DOOR, ELSEWHERE = "203.0.113.7", "203.0.113.99", "198.51.100.7"
SIX, SAME_SIX = "2001:db8:1:2::5", "2001:db8:1:9::1"


def acts(server: Server) -> list[dict[str, Any]]:
    """Return the lines of the log of acts."""
    lines = [json.loads(line) for line in server.log() if line.startswith("{")]
    return [line for line in lines if line["logger"] == "service.acts"]


def away(client: httpx.Client, address: str) -> httpx.Client:
    """Return the client, whose further requests come from an address."""
    client.headers["X-Forwarded-For"] = address
    return client


def test_changes_and_sign_ins_are_lines_with_account_and_network(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **TALKING) as server:
        player = away(server.client(), HOME)
        made = ok(player.post("/v1/players", json={"name": "Marguerite"}), 201).json()
        player.headers["Authorization"] = f"Bearer {made['token']}"
        who = identity(player)
        game = started_game(player)
        command = first_choice(next_decision(player, game))
        # a hot route, which the framework does not see
        reply = ok(player.post(f"/v1/games/{game}/commands", json=command, headers={"X-Request-ID": "mine"}), 201)
        away(player, NEXT_DOOR).put("/v1/me/away", json={"until": None})
        away(player, ELSEWHERE).put("/v1/me/away", json={"until": None})
        for address in (SIX, SAME_SIX):
            away(player, address).put("/v1/me/away", json={"until": None})
        # what is refused, and what only reads
        assert player.post("/v1/games", json={}).status_code == 400
        guess = {"type": "token", "token": "ludolog_guessed"}
        own = {"Origin": server.base}
        assert away(server.client(), HOME).post("/v1/sessions", json=guess, headers=own).status_code == 401
        ok(player.get("/v1/me/games"))
        secret = made["token"]
        player.post(f"/v1/games/{secret}/start")
        # what a client writes into a head: with a route, without one, and in the place of a method
        for method, path in (("POST", "/v1/games/Marguerite/start/"), ("POST", "/Marguerite"), ("MARGUERITE", "/v1")):
            assert player.request(method, path).status_code in {404, 405}
    found = acts(server)

    assert all(line.keys() == FIELDS for line in found)
    first, opened, *_ = found
    assert (first["message"], first["route"], first["status"], first["account"]) == ("sign-in", "/v1/players", 201, who)
    assert (opened["message"], opened["method"], opened["route"], opened["status"]) == ("act", "POST", "/v1/games", 201)
    (played,) = [line for line in found if line["route"].endswith("/commands")]
    assert (played["account"], played["status"], played["request_id"]) == (who, 201, "mine")
    assert played["request_id"] == reply.headers["X-Request-ID"]
    assert played["path"] == f"/v1/games/{game}/commands"
    networks = [line["network"] for line in found if line["route"] == "/v1/me/away"]
    assert networks[0] == first["network"]
    assert len({*networks}) == 3
    assert networks[2] == networks[3]
    (refused,) = [line for line in found if line["route"] == "/v1/sessions"]
    assert (refused["message"], refused["status"], refused["account"]) == ("sign-in", 401, None)
    assert refused["network"] == first["network"]
    assert [line["status"] for line in found if line["status"] == 400] == [400]
    assert [(line["method"], line["path"], line["account"]) for line in found[-3:]] == [
        ("POST", "/v1/games/***/start", who),
        ("POST", None, who),
        ("***", None, who),
    ]
    assert found[-4]["path"] == "/v1/games/***/start"
    assert {line["network"] for line in found[-4:]} == {networks[3]}
    assert {line["method"] for line in found[:-1]} == {"POST", "PUT"}
    # neither names, addresses nor secrets
    text = server.output.read_text()
    for hidden in ("Marguerite", HOME, ELSEWHERE, "2001:db8", "203.0.113", secret, "guessed"):
        assert hidden not in text, hidden


def test_every_way_to_sign_in_names_the_account(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **TALKING) as server:
        base = f"http://localhost:{server.port}"
        browser, key = Browser(server, base, base), passkey()
        account = ok(browser.sign_up(), 201).json()["player"]
        browser.new_passkey(key)
        ok(browser.with_passkey(key), 201)
        ok(browser.sign_in(type="token", token=browser.token), 201)
        app = app_of(server, browser)
        assert refreshed(server, app.refresh).status_code == 200
        done = granted(server, "recover", account["id"])
        link = done[1].partition("#")[2]
        ok(server.client().post("/v1/recoveries", json={"secret": link}), 201)
        ended = ok(server.client().post("/v1/recoveries", json={"secret": link}), 409)
        assert ended.json()["code"] == "not-possible"
    signed_in = [(line["route"], line["account"]) for line in acts(server) if line["message"] == "sign-in"]

    assert signed_in == [
        *[("/v1/sessions", account["id"])] * 3,
        *[("/oauth/token", account["id"])] * 2,
        ("/v1/recoveries", account["id"]),
        ("/v1/recoveries", None),
    ]


def test_who_is_above_a_limit_or_suspended_is_named(tmp_path: Path) -> None:
    limits = {"LUDOLOG_RATE_LIMIT": "5"}
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **TALKING, **limits) as server:
        player, other = away(server.player(), HOME), away(server.player("Bo"), ELSEWHERE)
        who, also = identity(player), identity(other)
        granted(server, "suspend", also, "--reason", "floods")
        assert other.put("/v1/me/away", json={"until": None}).status_code == 403
        until(lambda: player.put("/v1/me/away", json={"until": None}).status_code == 429)
    refused = [(line["status"], line["account"]) for line in acts(server) if line["status"] in {403, 429}]

    assert refused == [(403, also), (429, who)]
    assert all(line["network"] for line in acts(server))


@pytest.mark.parametrize("given", [{}, {"LUDOLOG_ACTS_LOG": "off"}])
def test_without_the_setting_there_is_no_line(tmp_path: Path, given: dict[str, str]) -> None:
    settings = {"LUDOLOG_LOG": "json", "LUDOLOG_LOG_LEVEL": "debug", **given}
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **settings) as server:
        started_game(server.player())

    assert acts(server) == []
    assert "service.acts" not in server.output.read_text()


def test_the_digest_of_a_network_changes_each_day_and_with_the_database(tmp_path: Path) -> None:
    found: list[str] = []
    for name in ("one.db", "other.db"):
        with Store(f"sqlite:///{tmp_path}/{name}") as store:
            accounts = Accounts(store.database)
            found += [network_digest(accounts, HOME, day) for day in ("2026-11-29", "2026-11-30")]
            assert network_digest(accounts, NEXT_DOOR, "2026-11-29") == found[-2]

    assert len({*found}) == 4
    assert {len(digest) for digest in found} == {16}
