"""The pages on which a person lets an app in: what their addresses and headers allow. `tests/web` opens them."""

from urllib.parse import urlencode

import httpx
import pytest

from tests.service.apps.kit import REDIRECT, answered, asking
from tests.service.apps.test_protocol import INVALID, UNTRUSTED
from tests.service.browsers import Browser
from tests.service.server import Server

HTML = {"Accept": "text/html"}


def page(client: httpx.Client, parameters: dict[str, str], **headers: str) -> httpx.Response:
    return client.get(f"/oauth/authorize?{urlencode(parameters)}", headers={**HTML, **headers})


@pytest.mark.parametrize("path", ["/oauth/authorize", "/device"])
def test_no_page_frames_or_reads_the_question(server: Server, browser: Browser, path: str) -> None:
    query = urlencode(asking()) if path != "/device" else "user_code=BCDF-GHJK"
    for client in (server.client(), browser.page):
        reply = client.get(f"{path}?{query}", headers={**HTML, "Origin": "https://evil.example"})
        assert reply.status_code == 200
        policy = reply.headers["content-security-policy"].split("; ")
        assert {"frame-ancestors 'none'", "default-src 'none'", "script-src 'self'"} <= set(policy)
        assert reply.headers["x-frame-options"] == "DENY"
        assert reply.headers["cache-control"] == "no-store"
        assert not [name for name in reply.headers if name.startswith("access-control-")]
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"}
        preflight = client.options(path, headers=asked)
        assert not [name for name in preflight.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("uri", UNTRUSTED)
def test_a_page_says_that_an_address_is_not_valid_and_sends_nobody_there(client: httpx.Client, uri: str) -> None:
    reply = page(client, asking(redirect_uri=uri))

    assert (reply.status_code, reply.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert "location" not in reply.headers
    assert "Back to the app" not in reply.text


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_request_is_a_page_with_a_way_back_and_no_redirect(
    server: Server, client: httpx.Client, name: str
) -> None:
    reply = page(client, asking(**INVALID[name]))

    assert reply.status_code == 400
    assert reply.headers["content-type"].startswith("text/html")
    assert "location" not in reply.headers, "or the site would be an open redirector (RFC 9700 4.11.2)"
    if name.startswith(("of a client", "without a client", "with quotes")):
        assert REDIRECT not in reply.text
        return
    start = reply.text.index(f'href="{REDIRECT}')
    location = reply.text[start + 6 : reply.text.index('"', start + 6)].replace("&amp;", "&")
    answer = answered(location)
    assert answer["error"] in {"invalid_request", "invalid_scope", "unsupported_response_type"}
    assert (answer["state"], answer["iss"]) == ("s t&te", server.base)


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        ({"response_type": "token"}, "response_type has to be code"),
        ({"scope": "everything"}, "the scopes are games:read"),
    ],
)
def test_an_invalid_request_says_what_to_send(client: httpx.Client, changes: dict[str, str], remedy: str) -> None:
    assert remedy in page(client, asking(**changes)).text


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_pages_exist_in_each_language(client: httpx.Client, language: str) -> None:
    for reply in (
        page(client, asking(), **{"Accept-Language": language}),
        page(client, {}, **{"Accept-Language": language}),
    ):
        assert reply.headers["content-language"] == language
    title = {"en": "Let an app in", "de": "Eine App zulassen", "it": "Ammetti un'app"}[language]
    assert title in page(client, asking(), **{"Accept-Language": language}).text
