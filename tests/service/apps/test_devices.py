"""Devices by RFC 8628: codes, polling, decisions, and how often a person may mistype a code."""

import re
import sqlite3
import time

import pytest

from service.apps.apps import MOST_DEVICES
from service.apps.consents import MOST_ATTEMPTS
from tests.replies import ok
from tests.service.apps.kit import CLIENT, MORE, PLAY, device_begun, device_decided, polled, posted, refused
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.server import Server, serving


def test_a_device_gets_its_codes(server: Server) -> None:
    device = device_begun(server)

    assert re.fullmatch(r"[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", device["user_code"]), "no vowels"
    assert device["verification_uri"] == f"{server.base}/device"
    assert device["verification_uri_complete"] == f"{server.base}/device?user_code={device['user_code']}"
    assert (device["expires_in"], device["interval"]) == (600, 5)


def test_a_device_polls_until_the_person_has_decided(server: Server, browser: Browser) -> None:
    device = device_begun(server, scope=MORE)
    code = device["device_code"]
    assert refused(polled(server, code)) == (400, "authorization_pending")
    assert refused(polled(server, code)) == (400, "slow_down")
    asked = {"type": "device", "user_code": device["user_code"].lower().replace("-", " ")}
    consent = ok(browser.post("/v1/me/consents", json=asked), 201).json()
    assert (consent["client"], consent["host"], consent["redirect_uri"]) == (CLIENT, None, None)
    assert consent["scopes"] == MORE.split()
    assert ok(device_decided(browser, device["user_code"], duration="month"), 201).json() == {"location": None}

    made = ok(polled(server, code)).json()

    assert (made["scope"], made["expires_in"]) == (MORE, 2_592_000)
    assert holder(server, made["access_token"]).get("/v1/me").status_code == 200
    assert refused(polled(server, code)) == (400, "invalid_grant")
    assert holder(server, made["access_token"]).get("/v1/me").status_code == 200, "a repeated poll ends nothing"


def test_a_refused_device_learns_it(server: Server, browser: Browser) -> None:
    device = device_begun(server)
    assert device_decided(browser, device["user_code"], "deny").status_code == 201

    assert refused(polled(server, device["device_code"])) == (400, "access_denied")
    begin = {"type": "device", "user_code": device["user_code"]}
    assert problem(browser.post("/v1/me/consents", json=begin)) == (404, "not-found"), "it was decided about"


def test_another_client_gets_nothing_for_a_code(server: Server, browser: Browser) -> None:
    device = device_begun(server)
    assert device_decided(browser, device["user_code"]).status_code == 201

    for changes in ({"client_id": "Other"}, {"device_code": "ludolog_device_x"}):
        assert refused(polled(server, **{"device_code": device["device_code"], **changes})) == (400, "invalid_grant")
    assert polled(server, device["device_code"]).status_code == 200


@pytest.mark.parametrize("form", [{}, {"client_id": "Ä"}, {"client_id": CLIENT, "scope": "everything"}])
def test_a_device_asks_properly(server: Server, form: dict[str, str]) -> None:
    status, _ = refused(posted(server, "/oauth/device", form))

    assert status == 400


def test_a_code_expires(server: Server, browser: Browser) -> None:
    device = device_begun(server)
    _expire(server, device["user_code"])

    assert refused(polled(server, device["device_code"])) == (400, "expired_token")
    begin = {"type": "device", "user_code": device["user_code"]}
    assert problem(browser.post("/v1/me/consents", json=begin)) == (404, "not-found")


def _expire(server: Server, user_code: str) -> None:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        past = time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime(time.time() - 5))
        database.execute("UPDATE device_codes SET expires_at=? WHERE user_code=?", (past, user_code))


def test_a_person_mistypes_a_code_a_few_times(server: Server, browser: Browser) -> None:
    device = device_begun(server)
    right = {"type": "device", "user_code": device["user_code"]}
    for number in range(MOST_ATTEMPTS):
        wrong = {"type": "device", "user_code": f"BCDF-BCD{'BCDFGHJKLM'[number]}"}
        assert problem(browser.post("/v1/me/consents", json=wrong)) == (404, "not-found")

    reply = browser.post("/v1/me/consents", json=right)

    assert problem(reply) == (429, "too-many-requests")
    other = Browser(server)
    other.sign_up()
    assert other.post("/v1/me/consents", json=right).status_code == 201, "the limit is that of a player"


def test_few_devices_of_an_address_wait_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("devices") / "games.db") as server:
        for _ in range(MOST_DEVICES):
            device_begun(server)
        reply = posted(server, "/oauth/device", {"client_id": CLIENT, "scope": PLAY})

        assert refused(reply) == (429, "temporarily_unavailable")
        assert reply.headers["retry-after"] == "60"
