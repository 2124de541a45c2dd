"""Requests of apps that mix what belongs apart: grants and codes of other kinds, decisions that were made already."""

import sqlite3
from pathlib import Path

import httpx
import pytest

from service.core.store.store import Store
from service.people.accounts import Accounts
from tests.replies import ok
from tests.service.apps.kit import (
    app_of,
    asking,
    begun,
    code_for,
    device_begun,
    device_decided,
    exchange,
    pkce,
    refreshed,
    refused,
)
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.server import Server, serving


@pytest.fixture
def person(server: Server) -> Browser:
    browser = Browser(server)
    browser.sign_up()
    return browser


def test_a_device_code_beside_another_code_changes_nothing(server: Server, person: Browser) -> None:
    proof = pkce()
    code = code_for(person, proof)

    made = ok(exchange(server, code, proof, device_code="x")).json()
    again = exchange(server, code, proof, device_code=device_begun(server)["device_code"])

    assert refused(again) == (400, "invalid_grant")
    # the reuse of the code has ended its grant
    assert refused(refreshed(server, made["refresh_token"]))[0] == 400


@pytest.mark.parametrize("uri", ["HTTPS://app.example/cb", "Https://app.example/cb", "HTTP://127.0.0.1:8080/cb"])
def test_a_redirect_uri_has_a_scheme_in_small_letters(person: Browser, uri: str) -> None:
    refusal = person.get("/oauth/authorize", params=asking(redirect_uri=uri))

    assert refusal.status_code == 400


def decide(browser: Browser, asked: dict[str, str], consent: str, decision: str) -> httpx.Response:
    query = str(httpx.QueryParams(asked))
    body = {"type": "app", "query": query, "consent": consent, "decision": decision, "duration": "hour"}
    return browser.post("/v1/me/consents/decisions", json=body)


@pytest.mark.parametrize(("first", "second"), [("allow", "deny"), ("deny", "allow")])
def test_a_person_decides_once_about_a_request(person: Browser, first: str, second: str) -> None:
    asked = asking()
    consent = begun(person, asked)["consent"]
    done = ok(decide(person, asked, consent, first))

    assert ok(decide(person, asked, consent, first)).json() == done.json()
    assert problem(decide(person, asked, consent, second))[0] == 422


def test_wrong_user_codes_count_where_a_person_decides(server: Server, person: Browser) -> None:
    body = {"type": "device", "consent": "x", "decision": "allow", "duration": "hour"}
    codes = ["BCDF-GHJK"] * 12
    replies = [person.post("/v1/me/consents/decisions", json={**body, "user_code": code}) for code in codes]

    assert [reply.status_code for reply in replies] == [404] * 10 + [429] * 2
    assert device_begun(server)["user_code"]


def test_the_second_person_does_not_decide_about_a_device(server: Server, person: Browser) -> None:
    other = Browser(server)
    other.sign_up()
    code = device_begun(server)["user_code"]
    ok(device_decided(person, code, "deny"))

    assert problem(other.post("/v1/me/consents", json={"type": "device", "user_code": code})) == (404, "not-found")


def test_the_token_of_an_app_ends_only_with_its_grant(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        app = app_of(server)
        with sqlite3.connect(tmp_path / "games.db") as database:
            (row,) = database.execute("SELECT id FROM tokens WHERE grant_id IS NOT NULL")

        refusal = holder(server, app.browser.token).delete(f"/v1/me/tokens/{row[0]}")

        assert problem(refusal) == (404, "not-found")
        assert app.is_in_force


def test_an_app_does_not_revoke_one_that_may_do_more(server: Server, person: Browser) -> None:
    larger = app_of(server, person)
    grant = larger.grant["id"]
    smaller = app_of(server, person, scope="account")

    assert problem(smaller.client.delete(f"/v1/me/grants/{grant}")) == (403, "scope-missing")
    assert larger.is_in_force


def test_a_sign_up_of_a_process_of_0_2_0_has_all_scopes(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        made = Accounts(store.database).sign_up("Ada")
        with store.database.writing() as cursor:
            cursor.execute("UPDATE tokens SET scopes='read play organise'")

        held = Accounts(store.database).holder(made.secret)

    assert held is not None
    assert held.allows("account")
