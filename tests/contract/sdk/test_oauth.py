"""The OAuth of the Python SDK against the service: by a code in a terminal, by a browser, refreshed and revoked."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from ludolog_client import Client, problems
from ludolog_client.errors import AuthorizationError
from ludolog_client.oauth import Grant, revoke, sign_in_by_browser, sign_in_by_device

from tests.contract.sdk.files import PYTHON
from tests.contract.sdk.games import readme_blocks
from tests.replies import ok
from tests.service.apps.kit import decided, device_decided, location_of
from tests.service.browsers import Browser
from tests.service.server import Server

SCOPES = ("games:read", "profile:read")


@pytest.fixture
def person(server: Server) -> Browser:
    """The browser of a person who is signed in."""
    browser = Browser(server)
    browser.sign_up()
    return browser


def deciding(person: Browser, decision: str = "allow", **changes: str) -> Callable[[str], None]:
    """Return what opens a page in the browser of a person, who decides; the answer may have changed parameters."""

    def open_page(page: str) -> None:
        location = httpx.URL(location_of(decided(person, dict(parse_qsl(urlsplit(page).query)), decision)))
        target = location.copy_merge_params(changes)
        # the program answers the browser once it waits for it
        threading.Thread(target=httpx.get, args=(target,), daemon=True).start()

    return open_page


def test_a_terminal_signs_in_by_a_code_as_the_readme_shows(server: Server, person: Browser) -> None:
    block = readme_blocks(PYTHON / "README.md", "python", server.base)[-1]
    program = (
        f"from ludolog_client import Client\n{block}\nprint(next(iter(client.own_games()), 'no games'), grant.scope)"
    )
    command, environment = [sys.executable, "-c", program], {**os.environ, "PYTHONPATH": str(PYTHON)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        code = re.search(r"[A-Z]{4}-[A-Z]{4}", process.stdout.readline())
        assert code is not None
        assert device_decided(person, code[0]).status_code == 201
        printed, _ = process.communicate(timeout=60)

    assert printed == "no games games:read games:play\n"


def test_a_person_who_refuses_a_device_ends_the_wait(server: Server, person: Browser) -> None:
    with pytest.raises(AuthorizationError, match="access_denied"):
        sign_in_by_device(server.base, "Clock", SCOPES, lambda _, code: device_decided(person, code, "deny"))


def signed_in(server: Server, person: Browser) -> Grant:
    return sign_in_by_browser(server.base, "Clock", SCOPES, deciding(person))


def test_a_program_signs_in_by_the_browser(server: Server, person: Browser) -> None:
    grant = signed_in(server, person)

    name = ok(person.get("/v1/me")).json()["name"]
    assert grant.scope.split() == [*SCOPES]
    with Client(server.base, grant=grant) as client:
        assert client.me()["name"] == name
        with pytest.raises(problems.ScopeMissing):
            client.change_name({"name": "Eve"})


@pytest.mark.parametrize(
    ("decision", "changes", "reason"),
    [
        ("deny", {}, "access_denied"),
        ("allow", {"iss": "https://evil.example"}, "RFC 9207"),
        ("allow", {"code": "x"}, "grant"),
    ],
    ids=["refused", "of another server", "with another code"],
)
def test_another_answer_of_the_browser_is_refused(
    server: Server, person: Browser, decision: str, changes: dict[str, str], reason: str
) -> None:
    with pytest.raises(AuthorizationError, match=reason):
        sign_in_by_browser(server.base, "Clock", SCOPES, deciding(person, decision, **changes))


def test_an_answer_with_another_state_is_ignored(server: Server, person: Browser) -> None:
    def open_page(page: str) -> None:
        asked = dict(parse_qsl(urlsplit(page).query))

        def answer() -> None:
            httpx.get(asked["redirect_uri"], params={"state": "guessed", "code": "x", "iss": server.base})
            deciding(person)(page)

        threading.Thread(target=answer, daemon=True).start()

    assert sign_in_by_browser(server.base, "Clock", SCOPES, open_page).scope.split() == [*SCOPES]


def test_a_client_refreshes_a_token_that_is_refused_and_stores_the_grant(server: Server, person: Browser) -> None:
    grant, stored = signed_in(server, person), list[Grant]()
    ended = replace(grant, access_token="ended")

    with Client(server.base, grant=ended, on_refresh=stored.append) as client:
        assert list(client.own_games()) == []
        assert client.me()["name"]

    (new,) = stored
    assert new.refresh_token != grant.refresh_token
    with Client(server.base, new.access_token) as client:
        assert client.me()["name"]


def test_a_grant_that_is_revoked_ends(server: Server, person: Browser) -> None:
    grant = signed_in(server, person)

    revoke(grant)

    with Client(server.base, grant.access_token) as client, pytest.raises(problems.TokenNeeded):
        client.me()
    with Client(server.base, grant=grant) as client, pytest.raises(AuthorizationError, match="invalid_grant"):
        client.me()


def test_a_server_that_calls_itself_otherwise_is_refused(server: Server) -> None:
    with pytest.raises(AuthorizationError, match=f"calls itself {server.base}"):
        sign_in_by_device(f"{server.base}/elsewhere/..", "Clock", SCOPES)
