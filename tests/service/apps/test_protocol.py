"""Tokens of apps by OAuth: what an app gets, and a table of what it does not get."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx
import pytest
from authlib.oauth2 import rfc8414

from service.people.credentials import SCOPES
from tests.replies import ok
from tests.service.apps.kit import (
    CLIENT,
    DEVICE_GRANT,
    MORE,
    PLAY,
    READ,
    REDIRECT,
    Pkce,
    answered,
    app_of,
    asking,
    begun,
    code_for,
    decided,
    exchange,
    location_of,
    pkce,
    posted,
    refreshed,
    refused,
)
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.server import Server


@pytest.mark.parametrize(("duration", "seconds"), [("hour", 3600), ("month", 2_592_000), ("year", 31_536_000)])
def test_an_app_gets_a_token_for_as_long_as_the_person_has_chosen(
    server: Server, browser: Browser, duration: str, seconds: int
) -> None:
    proof = pkce()
    asked = begun(browser, asking(proof, scope="profile:read games:play games:read games:read"))
    assert (asked["client"], asked["host"], asked["redirect_uri"]) == (CLIENT, "app.example", REDIRECT)
    assert (asked["scopes"], asked["missing"], asked["durations"]) == (MORE.split(), [], ["hour", "month", "year"])
    assert asked["player"] == ok(browser.get("/v1/me")).json()["id"]

    answer = answered(location_of(decided(browser, asking(proof, scope=MORE), duration=duration)))
    assert answer.keys() == {"code", "state", "iss"}
    assert (answer["state"], answer["iss"]) == ("s t&te", server.base)
    reply = exchange(server, answer["code"], proof)

    made = ok(reply).json()
    assert (reply.headers["cache-control"], reply.headers["content-type"]) == ("no-store", "application/json")
    assert made.keys() == {"access_token", "refresh_token", "token_type", "scope", "expires_in"}
    assert (made["token_type"], made["scope"], made["expires_in"]) == ("Bearer", MORE, seconds)
    assert ok(holder(server, made["access_token"]).get("/v1/me")).json()["id"] == asked["player"]


def test_a_person_who_refuses_sends_the_app_an_error(server: Server, browser: Browser) -> None:
    answer = answered(location_of(decided(browser, asking(), "deny")))

    assert answer.pop("error_description")
    assert answer == {"error": "access_denied", "state": "s t&te", "iss": server.base}
    assert ok(browser.get("/v1/me/grants")).json() == {"items": []}


def test_a_request_without_a_scope_may_only_read(server: Server, browser: Browser) -> None:
    assert begun(browser, asking(scope=None))["scopes"] == [READ]


@pytest.mark.parametrize(
    ("uri", "host"),
    [
        ("https://app.example", "app.example"),
        ("https://APP.example:8443/a?b=c&d", "app.example:8443"),
        ("http://127.0.0.1:49152/cb", "127.0.0.1:49152"),
        ("http://[::1]:1/cb", "[::1]:1"),
        ("http://localhost/cb", "localhost"),
        ("com.example.app:/cb", "com.example.app"),
        ("com.example.app://cb/x", "com.example.app"),
    ],
)
def test_an_answer_goes_to_a_secure_a_local_or_a_private_address(
    server: Server, browser: Browser, uri: str, host: str
) -> None:
    proof = pkce()
    parameters = asking(proof, redirect_uri=uri)
    assert begun(browser, parameters)["host"] == host

    location = location_of(decided(browser, parameters))
    assert location.startswith(f"{uri}{'&' if '?' in uri else '?'}code="), "the URI itself stays as it is"
    code = answered(location)["code"]
    assert exchange(server, code, proof, redirect_uri=uri).status_code == 200


UNTRUSTED = (
    "", "/callback", "callback", "http://app.example/cb", "http://127.0.0.2/cb", "http://localhost.app.example/cb",
    "https://", "https:///cb", "https://user@app.example/cb", "https://ludolog.example@app.example/cb",
    "https://app.example/cb#fragment", "https://app.example/cb#", "https://app.example\\@ludolog.example/cb",
    "https://app.example:port/cb", "https://ä.example/cb", "https://app.example/a b", "javascript:alert(1)",
    "data:text/html,x", "app:/cb", "file:///etc", "ftp.example://cb#x", f"https://app.example/{'a' * 2000}",
    "https://app.example/%zz", "https://-app.example/", "https://app.example./\r\nX: y",
)  # fmt: skip


@pytest.mark.parametrize("uri", UNTRUSTED)
def test_no_answer_goes_to_any_other_address(browser: Browser, uri: str) -> None:
    reply = browser.post("/v1/me/consents", json={"type": "app", "query": urlencode(asking(redirect_uri=uri))})

    assert problem(reply) == (400, "bad-request")


INVALID: dict[str, dict[str, str | None]] = {
    "without a challenge": {"code_challenge": None},
    "without a method, which is plain": {"code_challenge_method": None},
    "plain": {"code_challenge_method": "plain"},
    "with a short challenge": {"code_challenge": "abc"},
    "for a token without a code": {"response_type": "token"},
    "without a response type": {"response_type": None},
    "for an unknown scope": {"scope": f"{READ} everything"},
    "without a client": {"client_id": None},
    "of a client with control characters": {"client_id": "App\n"},
    "of a client that is not ASCII": {"client_id": "Äpp"},
    "of a client with a long name": {"client_id": "a" * 201},
    "with quotes": {"response_type": 'co"de'},
}


@pytest.mark.parametrize("changes", INVALID.values(), ids=INVALID)
def test_a_page_asks_for_no_consent_to_a_request(browser: Browser, changes: dict[str, str | None]) -> None:
    reply = browser.post("/v1/me/consents", json={"type": "app", "query": urlencode(asking(**changes))})

    assert problem(reply) == (400, "bad-request")


def test_a_repeated_parameter_is_refused(server: Server, browser: Browser) -> None:
    query = f"{urlencode(asking())}&redirect_uri=https%3A%2F%2Fother.example%2F"
    assert problem(browser.post("/v1/me/consents", json={"type": "app", "query": query})) == (400, "bad-request")
    form = b"grant_type=authorization_code&code=a&code=b"
    reply = server.client().post(
        "/oauth/token", content=form, headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert refused(reply) == (400, "invalid_request")


class Case(NamedTuple):
    """What an app sends in place of the right value, and the error that it gets."""

    changes: dict[str, str | None]
    error: str


REFUSED = {
    "with a wrong verifier": Case({"code_verifier": pkce().verifier}, "invalid_grant"),
    "with the challenge as verifier": Case({"code_verifier": "challenge"}, "invalid_request"),
    "without a verifier": Case({"code_verifier": None}, "invalid_request"),
    "of another client": Case({"client_id": "Board app 2"}, "invalid_grant"),
    "without a client": Case({"client_id": None}, "invalid_client"),
    "with a secret": Case({"client_secret": "x"}, "invalid_client"),
    "for a redirect URI with one character more": Case({"redirect_uri": f"{REDIRECT}/"}, "invalid_grant"),
    "for a redirect URI in another case": Case({"redirect_uri": REDIRECT.upper()}, "invalid_grant"),
    "without a redirect URI": Case({"redirect_uri": None}, "invalid_grant"),
    "without a code": Case({"code": None}, "invalid_request"),
    "with an unknown code": Case({"code": "ludolog_code_unknown"}, "invalid_grant"),
    "of an unknown kind": Case({"grant_type": "password"}, "unsupported_grant_type"),
    "of no kind": Case({"grant_type": None}, "invalid_request"),
    "as a refresh token": Case({"grant_type": "refresh_token"}, "invalid_request"),
    "as a device": Case({"grant_type": DEVICE_GRANT}, "invalid_request"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_no_token_is_given_for_a_code(server: Server, browser: Browser, case: Case) -> None:
    proof = pkce()
    code = code_for(browser, proof)

    assert refused(exchange(server, code, proof, **case.changes)) == (400, case.error)

    assert exchange(server, code, proof).status_code == 200, "the right request still has its code"


def test_a_code_that_is_used_again_ends_its_grant(server: Server) -> None:
    app = app_of(server)
    assert app.is_in_force

    assert refused(exchange(server, app.code, app.proof)) == (400, "invalid_grant")

    assert not app.is_in_force
    assert refused(refreshed(server, app.refresh)) == (400, "invalid_grant")
    assert ok(app.browser.get("/v1/me/grants")).json() == {"items": []}


def test_a_refresh_replaces_both_tokens_and_keeps_the_end(server: Server) -> None:
    app = app_of(server)
    before = app.grant

    made = ok(refreshed(server, app.refresh, scope=READ)).json()

    assert not app.is_in_force, "one access token at a time"
    assert made["scope"] == READ
    assert holder(server, made["access_token"]).get("/v1/me/games").status_code == 200
    assert made["expires_in"] <= 2_592_000
    after = app.grant
    assert (after["id"], after["expires_at"], after["scopes"]) == (before["id"], before["expires_at"], before["scopes"])


def test_a_refresh_token_that_is_used_again_ends_its_grant(server: Server) -> None:
    app = app_of(server)
    made = ok(refreshed(server, app.refresh)).json()

    assert refused(refreshed(server, app.refresh)) == (400, "invalid_grant")

    assert holder(server, made["access_token"]).get("/v1/me/games").status_code == 401
    assert refused(refreshed(server, made["refresh_token"])) == (400, "invalid_grant")


def test_a_refresh_gives_no_more_than_was_granted_and_nothing_to_another_client(server: Server) -> None:
    app = app_of(server, scope=READ)

    assert refused(refreshed(server, app.refresh, scope=PLAY)) == (400, "invalid_scope")
    assert refused(refreshed(server, app.refresh, client_id="Other")) == (400, "invalid_grant")
    assert refused(refreshed(server, app.access)) == (400, "invalid_grant")
    assert app.is_in_force
    assert refreshed(server, app.refresh).status_code == 200


@pytest.mark.parametrize("kind", ["access", "refresh"])
def test_revoking_either_token_ends_the_grant(server: Server, kind: str) -> None:
    app = app_of(server)
    token = getattr(app, kind)
    assert refused(posted(server, "/oauth/revoke", {"token": token, "client_id": "Other"})) == (400, "invalid_grant")
    assert refused(posted(server, "/oauth/revoke", {"token": token})) == (400, "invalid_client")
    assert app.is_in_force

    assert posted(server, "/oauth/revoke", {"token": token, "client_id": CLIENT}).status_code == 200

    assert not app.is_in_force
    assert refused(refreshed(server, app.refresh)) == (400, "invalid_grant")
    again = posted(server, "/oauth/revoke", {"token": token, "client_id": CLIENT, "token_type_hint": "access_token"})
    assert again.status_code == 200, "an unknown token counts as revoked (RFC 7009 2.2)"


def test_a_personal_token_is_not_revoked_as_that_of_an_app(server: Server, browser: Browser) -> None:
    reply = posted(server, "/oauth/revoke", {"token": browser.token, "client_id": CLIENT})

    assert refused(reply) == (400, "unsupported_token_type")
    assert holder(server, browser.token).get("/v1/me/games").status_code == 200


def introspected(server: Server, form: dict[str, str], **headers: str) -> dict[str, Any]:
    return ok(posted(server, "/oauth/introspect", form, **headers)).json()


def test_a_token_is_introspected_by_its_own_app_or_account(server: Server) -> None:
    app, other = app_of(server), app_of(server)
    own = {"token": app.access, "client_id": CLIENT}
    found = introspected(server, own)
    assert found["active"] is True
    assert (found["client_id"], found["token_type"], found["iss"]) == (CLIENT, "Bearer", server.base)
    assert (found["scope"], found["sub"]) == (" ".join(SCOPES), ok(app.client.get("/v1/me")).json()["id"])
    assert found["exp"] - found["iat"] == 2_592_000

    by_itself, by_account = (f"Bearer {token}" for token in (app.access, app.browser.token))
    assert introspected(server, {"token": app.access}, Authorization=by_itself)["active"]
    assert introspected(server, {"token": app.access}, Authorization=by_account)["active"]
    assert introspected(server, {"token": app.browser.token}, Authorization=by_account)["active"]
    inactive = {"active": False}
    assert introspected(server, {"token": app.browser.token}, Authorization=by_itself) == inactive
    assert introspected(server, {"token": other.access}, Authorization=by_itself) == inactive
    assert introspected(server, {"token": app.access, "client_id": "Other"}) == inactive
    assert introspected(server, {"token": "unknown", "client_id": CLIENT}) == inactive
    assert refused(posted(server, "/oauth/introspect", {"token": app.access})) == (400, "invalid_client")
    ok(posted(server, "/oauth/revoke", own))
    assert introspected(server, own) == inactive


def test_the_metadata_name_what_there_is(server: Server) -> None:
    metadata = ok(server.client().get("/.well-known/oauth-authorization-server")).json()
    assert metadata["issuer"] == server.base
    # the library wants https, which only the origin of a public site has
    public = {name: _public(value, server.base) for name, value in metadata.items()}
    checked: Any = rfc8414.AuthorizationServerMetadata(public)
    checked.validate()
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["scopes_supported"] == list(SCOPES)
    for name in ("token", "revocation", "introspection", "device_authorization"):
        path = metadata[f"{name}_endpoint"].removeprefix(server.base)
        assert refused(server.client().post(path, data={"x": "y"}))[0] == 400

    resource = ok(server.client().get("/.well-known/oauth-protected-resource")).json()
    assert (resource["resource"], resource["authorization_servers"]) == (server.base, [server.base])


def _public(value: Any, base: str) -> Any:
    return value.replace(base, "https://ludolog.example") if isinstance(value, str) else value


FORMS: dict[str, Callable[[httpx.Client], httpx.Response]] = {
    "as JSON": lambda client: client.post("/oauth/token", json={"grant_type": "refresh_token"}),
    "without a body": lambda client: client.post("/oauth/token"),
    "by GET": lambda client: client.get("/oauth/token"),
    "that is not UTF-8": lambda client: client.post("/oauth/token", content=b"code=%ff", headers=_FORM),
    "that is not ASCII": lambda client: client.post("/oauth/token", content="code=ä".encode(), headers=_FORM),
    "with a NUL": lambda client: client.post("/oauth/token", content=b"code=%00", headers=_FORM),
    "with many parameters": lambda client: client.post("/oauth/token", data={f"p{n}": "x" for n in range(100)}),
    "that is too large": lambda client: client.post("/oauth/token", data={"code": "x" * 70_000}),
    "with a foreign token": lambda client: client.post(
        "/oauth/token", data={"code": "x"}, headers={"Authorization": "Bearer unknown"}
    ),
    "with a password": lambda client: client.post("/oauth/token", data={"code": "x"}, auth=("app", "secret")),
}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_STATUS = {"by GET": 405, "that is too large": 413, "with a foreign token": 401, "with a password": 401}


@pytest.mark.parametrize("name", FORMS)
def test_the_token_endpoint_refuses_a_form(client: httpx.Client, name: str) -> None:
    status, _ = refused(FORMS[name](client))

    assert status == _STATUS.get(name, 400)


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/device"])
def test_pages_of_other_origins_may_send_to_the_endpoints_of_apps(client: httpx.Client, path: str) -> None:
    elsewhere = {"Origin": "https://app.example"}
    asked = {**elsewhere, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    assert client.options(path, headers=asked).headers["access-control-allow-origin"] == "*"
    assert client.post(path, data={"x": "y"}, headers=elsewhere).headers["access-control-allow-origin"] == "*"


class Lost(NamedTuple):
    """A browser, and a consent that its page has begun."""

    parameters: dict[str, str]
    consent: str


def lost(browser: Browser, **changes: str) -> Lost:
    parameters = asking(**changes)
    return Lost(parameters, begun(browser, parameters)["consent"])


def test_a_decision_that_is_repeated_has_the_same_answer_and_leads_to_one_token(
    server: Server, browser: Browser
) -> None:
    proof = pkce()
    parameters = asking(proof)
    consent = begun(browser, parameters)["consent"]
    first, again = (location_of(decided(browser, parameters, consent=consent)) for _ in range(2))
    assert first == again
    code = answered(first)["code"]
    assert exchange(server, code, proof).status_code == 200

    assert location_of(decided(browser, parameters, consent=consent)) == first
    assert refused(exchange(server, code, proof)) == (400, "invalid_grant")


def test_a_consent_is_bound_to_its_request_and_session(server: Server, browser: Browser) -> None:
    mine, other = lost(browser), lost(browser, scope=PLAY)
    stranger = Browser(server)
    stranger.sign_up()

    assert problem(decided(browser, other.parameters, consent=mine.consent)) == (422, "invalid-value")
    assert problem(decided(stranger, mine.parameters, consent=mine.consent)) == (422, "invalid-value")
    for value in ("x", "A" * 80, mine.consent[:-2] + "AA"):
        assert problem(decided(browser, mine.parameters, consent=value)) == (422, "invalid-value")
    assert decided(browser, mine.parameters, consent=mine.consent).status_code == 201


def test_only_the_page_of_a_person_who_is_signed_in_decides(server: Server, browser: Browser) -> None:
    parameters, consent = lost(browser)
    body = {"type": "app", "query": urlencode(parameters), "consent": consent, "decision": "allow"}
    for path in ("/v1/me/consents", "/v1/me/consents/decisions"):
        sent = {name: value for name, value in body.items() if path.endswith("decisions") or name in {"type", "query"}}
        foreign = {"Origin": "https://evil.example"}
        assert problem(browser.elsewhere.post(path, json=sent, headers=foreign)) == (403, "foreign-origin")
        assert problem(browser.elsewhere.post(path, json=sent)) == (403, "foreign-origin")
        # a form of another page
        assert problem(browser.elsewhere.post(path, data=sent, headers=foreign)) == (403, "foreign-origin")
        assert problem(server.client().post(path, json=sent)) == (401, "token-needed")
        assert problem(holder(server, browser.token).post(path, json=sent)) == (403, "scope-missing")
        app = app_of(server, browser)
        assert problem(app.client.post(path, json=sent)) == (403, "scope-missing")


def test_a_session_allows_no_more_than_it_may_do_itself(server: Server, browser: Browser) -> None:
    made = ok(browser.post("/v1/me/tokens", json={"label": "x", "scopes": [READ, "account"]}), 201).json()
    limited = Browser(server)
    ok(limited.sign_in(type="token", token=made["token"]), 201)
    parameters = asking(scope=f"{READ} {PLAY}")

    assert begun(limited, parameters)["missing"] == [PLAY]
    assert problem(decided(limited, parameters)) == (403, "scope-missing")
    assert "error=access_denied" in location_of(decided(limited, parameters, "deny"))


def test_a_grant_expires_with_the_token_that_started_the_session(server: Server, browser: Browser) -> None:
    body = {"label": "x", "expires_at": "2030-01-01T00:00:00Z"}
    made = ok(browser.post("/v1/me/tokens", json=body), 201).json()
    limited = Browser(server)
    ok(limited.sign_in(type="token", token=made["token"]), 201)

    app = app_of(server, limited, "year")

    year, at_most = 31_536_000, "2030-01-01T00:00:00.000000Z"
    assert app.grant["expires_at"] <= at_most
    assert app.grant["ends_with"] == made["id"]
    assert introspected(server, {"token": app.access, "client_id": CLIENT})["exp"] > year


def mixed_up(server: Server, browser: Browser) -> tuple[dict[str, str], Pkce]:
    """Return the answer to one request of an app, and the proof of another one."""
    first, second = pkce(), pkce()
    location_of(decided(browser, asking(first, state="first")))
    return answered(location_of(decided(browser, asking(second, state="second")))), first


def test_an_answer_names_its_request_and_its_server(server: Server, browser: Browser) -> None:
    answer, proof = mixed_up(server, browser)

    assert (answer["state"], answer["iss"]) == ("second", server.base)
    assert refused(exchange(server, answer["code"], proof)) == (400, "invalid_grant")
