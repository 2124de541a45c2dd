"""Sessions of browsers: the cookie, the origin of requests, sign-in by sign-up and token, devices, sign-out."""

import httpx
import pytest

from tests.replies import ok
from tests.service.browsers import Browser, started_sessions
from tests.service.kit import erase, problem, started_game
from tests.service.server import Server
from tests.service.sse import following


def test_a_sign_up_in_the_browser_sets_a_strict_cookie_and_shows_the_token_once(server: Server) -> None:
    browser = Browser(server)

    reply = browser.sign_up("Grace")

    assert reply.status_code == 201
    cookie = reply.headers["Set-Cookie"]
    assert reply.headers["Cache-Control"] == "no-store"
    name, _, attributes = cookie.partition("=")
    assert name == f"ludolog-{server.port}"
    assert attributes.split("; ")[1:] == ["Max-Age=15552000", "Path=/", "HttpOnly", "SameSite=Strict"]
    made = reply.json()
    assert made["token"].startswith("ludolog_")
    assert made["token"] not in cookie
    assert made["player"]["name"].startswith("Grace")
    assert (made["game"], made["seat"], made["scopes"]) == (None, None, ["read", "play", "organise", "account"])
    me = ok(browser.get("/v1/me")).json()
    assert me["id"] == made["player"]["id"]
    current = ok(browser.get("/v1/sessions/current"))
    assert current.json()["session"] == {field: value for field, value in made.items() if field != "token"}
    # the token is the way back, in another browser
    other = Browser(server)
    again = other.sign_in(type="token", token=made["token"])
    assert (again.status_code, again.json()["token"], again.json()["player"]) == (201, None, made["player"])
    assert ok(other.get("/v1/me")).json()["id"] == me["id"]


def test_nobody_is_signed_in_without_a_cookie(server: Server) -> None:
    reply = server.client().get("/v1/sessions/current")

    assert (reply.status_code, reply.json()) == (200, {"session": None})
    assert ok(server.player().get("/v1/sessions/current")).json() == {"session": None}


def test_what_a_session_sees_is_private_and_varies_by_cookie(browser: Browser) -> None:
    game = started_game(browser.page)
    for path in ("/v1/me", "/v1/games", f"/v1/games/{game}/view", f"/v1/games/{game}/decisions"):
        reply = browser.get(path)
        assert "Cookie" in reply.headers["Vary"].split(", "), path
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
    own, public = (who.get(f"/v1/games/{game}/view") for who in (browser, Browser(browser.server)))
    assert (own.headers["Cache-Control"], public.headers["Cache-Control"]) == ("private, no-cache", "public, no-cache")
    assert own.headers["ETag"] != public.headers["ETag"]
    # what the browser has in its cache is not confirmed to somebody else
    signed_out = Browser(browser.server).get(f"/v1/games/{game}/view", headers={"If-None-Match": own.headers["ETag"]})
    assert signed_out.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {},
    ],
)
def test_only_own_pages_change_something_with_the_cookie(browser: Browser, headers: dict[str, str]) -> None:
    page, body = browser.elsewhere, {"ruleset": "giganten", "seats": 3}

    assert problem(page.post("/v1/games", json=body, headers=headers)) == (403, "foreign-origin")
    assert problem(page.put("/v1/me/name", json={"name": "x"}, headers=headers))[0] == 403
    assert problem(erase(page, headers))[0] == 403
    token = {"type": "token", "token": browser.token}
    assert problem(page.post("/v1/sessions", json=token, headers=headers))[0] == 403
    assert browser.get("/v1/me").status_code == 200


def test_the_fetch_metadata_of_a_browser_stand_in_for_a_missing_origin(browser: Browser) -> None:
    headers = {"Sec-Fetch-Site": "same-origin"}

    reply = browser.elsewhere.post("/v1/games", json={"ruleset": "giganten", "seats": 3}, headers=headers)

    assert reply.status_code == 201


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 401),
        ({"Sec-Fetch-Site": "same-site"}, 401),
        ({"Origin": "https://evil.example"}, 401),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 200),
    ],
)
def test_other_sites_read_what_everybody_may_read(browser: Browser, headers: dict[str, str], status: int) -> None:
    reply = browser.elsewhere.get("/v1/me", headers=headers)

    assert reply.status_code == status
    assert "Access-Control-Allow-Credentials" not in reply.headers
    assert "Set-Cookie" not in reply.headers


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({}, "it has no Origin header"),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, "its Origin is another one"),
        ({"Sec-Fetch-Site": "same-site"}, "its Sec-Fetch-Site is not same-origin"),
    ],
)
def test_a_refusal_of_another_origin_names_the_header(browser: Browser, headers: dict[str, str], reason: str) -> None:
    refused = ok(browser.elsewhere.post("/v1/games", json={"ruleset": "giganten", "seats": 3}, headers=headers), 403)
    page = browser.elsewhere.get(refused.json()["type"]).text

    assert refused.json()["detail"] == f"only pages of {browser.origin} may send this request: {reason}"
    assert "<code>Origin</code>" in page
    assert "<code>Sec-Fetch-Site</code>" in page


def test_login_needs_an_own_page_even_without_a_cookie(server: Server) -> None:
    token = server.player().headers["Authorization"].removeprefix("Bearer ")
    client = server.client()
    body = {"type": "token", "token": token}

    assert problem(client.post("/v1/sessions", json=body)) == (403, "foreign-origin")
    foreign = {"Origin": "https://evil.example"}
    assert problem(client.post("/v1/sessions", json=body, headers=foreign)) == (403, "foreign-origin")
    assert problem(client.post("/v1/sessions/challenges", headers=foreign)) == (403, "foreign-origin")


def test_a_host_that_is_not_loopback_has_no_sessions_without_a_configured_origin(server: Server) -> None:
    headers = {"Host": "rebound.example", "Origin": "http://rebound.example"}

    reply = server.client().post("/v1/sessions", json={"type": "sign_up", "name": "Eve"}, headers=headers)

    assert problem(reply) == (403, "foreign-origin")
    assert "LUDOLOG_ORIGIN" in reply.json()["detail"]


def test_a_secret_is_good_only_where_it_belongs(browser: Browser) -> None:
    server, secret = browser.server, browser.secret
    assert secret.startswith("ludolog_session_")

    assert problem(server.client().get("/v1/me", headers={"Authorization": f"Bearer {secret}"})) == (
        401,
        "token-needed",
    )
    other = Browser(server)
    assert problem(other.sign_in(type="token", token=secret)) == (401, "token-needed")
    other.page.cookies.set(f"ludolog-{server.port}", browser.token)
    assert problem(other.get("/v1/me")) == (401, "token-needed")


def test_a_header_counts_more_than_a_cookie(browser: Browser) -> None:
    other = browser.server.player()
    headers = {"Authorization": other.headers["Authorization"], "Origin": "https://elsewhere.example"}

    assert ok(browser.page.get("/v1/me", headers=headers)).json()["id"] == ok(other.get("/v1/me")).json()["id"]
    assert browser.page.post("/v1/games", json={"ruleset": "minos", "seats": 3}, headers=headers).status_code == 201


def test_a_cookie_of_no_session_signs_out_and_is_cleared(server: Server) -> None:
    browser = Browser(server)
    name = f"ludolog-{server.port}"
    browser.page.cookies.set(name, "ludolog_session_unknown")

    assert browser.get("/v1/games").status_code == 200
    refused = browser.get("/v1/me")
    assert problem(refused) == (401, "token-needed")
    assert refused.headers["Set-Cookie"].startswith(f"{name}=; Max-Age=0; Path=/")
    assert refused.headers.get_list("Cache-Control") == ["no-store"]
    browser.page.cookies.set(name, "ludolog_session_unknown")
    current = ok(browser.get("/v1/sessions/current"))
    assert current.json() == {"session": None}
    assert current.headers["Set-Cookie"].startswith(f"{name}=; Max-Age=0")
    assert current.headers["Cache-Control"] == "no-store"
    browser.page.cookies.set(name, "ludolog_session_unknown")
    start = browser.get("/")
    assert start.status_code == 200
    assert "Max-Age=0" in start.headers["Set-Cookie"]
    assert start.headers.get_list("Cache-Control") == ["no-store"]
    browser.page.cookies.set(name, "ludolog_session_unknown")
    assert browser.sign_up().status_code == 201


def test_other_cookies_are_left_to_the_pages(browser: Browser) -> None:
    browser.page.cookies.set("lang", "de")

    page = browser.get("/about", headers={"Accept": "text/html"})

    assert 'lang="de"' in page.text
    assert "Cookie" in page.headers["Vary"].split(", ")
    assert browser.get("/v1/me").status_code == 200


def test_signing_out_ends_the_session_and_clears_the_cookie(browser: Browser) -> None:
    secret = browser.secret

    out = browser.delete("/v1/sessions/current")

    assert out.status_code == 204
    assert out.headers.get_list("Set-Cookie") == [
        f"ludolog-{browser.server.port}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
    ]
    assert dict(browser.page.cookies) == {}
    browser.page.cookies.set(f"ludolog-{browser.server.port}", secret)
    assert browser.get("/v1/me").status_code == 401
    # again, with and without the cookie
    browser.page.cookies.set(f"ludolog-{browser.server.port}", secret)
    assert browser.delete("/v1/sessions/current").status_code == 204
    assert browser.delete("/v1/sessions/current").status_code == 204
    assert problem(browser.server.player().delete("/v1/sessions/current")) == (404, "not-found")


def test_devices_are_listed_and_revoked_with_the_tokens(browser: Browser) -> None:
    phone = Browser(browser.server)
    phone.sign_in(type="token", token=browser.token, label="Phone")

    listed = {item["label"]: item for item in ok(browser.get("/v1/me/tokens")).json()["items"]}

    assert {label: (item["kind"], item["current"]) for label, item in listed.items()} == {
        "sign-up": ("token", False),
        "Firefox": ("session", True),
        "Phone": ("session", False),
    }
    assert browser.delete(f"/v1/me/tokens/{listed['Phone']['id']}").status_code == 204
    assert phone.get("/v1/me").status_code == 401
    assert browser.get("/v1/me").status_code == 200
    own = browser.delete(f"/v1/me/tokens/{listed['Firefox']['id']}")
    assert own.status_code == 204
    assert "Max-Age=0" in own.headers["Set-Cookie"]


def test_a_session_ends_with_the_token_that_started_it(server: Server, player: httpx.Client) -> None:
    made = ok(player.post("/v1/me/tokens", json={"label": "phone", "scopes": ["read"]})).json()
    browser = Browser(server)
    browser.sign_in(type="token", token=made["token"])
    assert problem(browser.put("/v1/me/name", json={"name": "Nobody"})) == (403, "scope-missing")
    assert browser.get("/v1/me").status_code == 200

    player.delete(f"/v1/me/tokens/{made['id']}")

    assert browser.get("/v1/me").status_code == 401


def test_nothing_that_a_session_makes_outlives_the_token_that_started_it(server: Server) -> None:
    end = "2099-01-01T00:00:00.000000Z"
    made = ok(server.player().post("/v1/me/tokens", json={"label": "x", "expires_at": end})).json()
    browser, free = Browser(server), Browser(server)
    browser.sign_in(type="token", token=made["token"])
    free.sign_up()

    assert ok(browser.post("/v1/me/tokens", json={"label": "y"})).json()["expires_at"] == end
    later = {"label": "y", "expires_at": "2100-01-01T00:00:00Z"}
    assert problem(browser.post("/v1/me/tokens", json=later)) == (403, "scope-missing")
    assert ok(free.post("/v1/me/tokens", json={"label": "y"})).json()["expires_at"] is None


def test_invitations_to_reserved_seats_do_not_expire_with_an_unused_session(server: Server) -> None:
    end = "2099-01-01T00:00:00.000000Z"
    made = ok(server.player().post("/v1/me/tokens", json={"label": "x", "expires_at": end})).json()
    browser, free = Browser(server), Browser(server)
    browser.sign_in(type="token", token=made["token"])
    free.sign_up()

    expiries: list[str | None] = []
    for each in (browser, free):
        body = {"ruleset": "minos", "seats": 2, "visibility": "private", "reserved": {"1": "invitation"}}
        game = ok(each.post("/v1/games", json=body)).json()
        [invitation] = ok(each.get(f"/v1/games/{game['id']}/invitations")).json()["items"]
        expiries.append(invitation["expires_at"])

    assert expiries == [end, None]


def test_a_guest_signs_in_by_the_seat_token_of_a_link(server: Server) -> None:
    owner = server.player()
    game = ok(owner.post("/v1/games", json={"ruleset": "giganten", "seats": 3})).json()["id"]
    owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"})
    made = ok(owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "link"})).json()
    browser = Browser(server)

    reply = ok(browser.sign_in(type="token", token=made["token"], label="Safari"))

    assert (reply.json()["game"], reply.json()["seat"], reply.json()["player"]["name"]) == (game, 0, "Guest")
    assert ok(browser.get("/v1/me")).json()["id"].startswith("guest:")
    assert problem(browser.get("/v1/me/tokens")) == (403, "scope-missing")
    listed = ok(owner.get(f"/v1/games/{game}/seats/0/tokens")).json()["items"]
    assert [(item["label"], item["kind"]) for item in listed] == [("link", "token"), ("Safari", "session")]
    other = Browser(server)
    other.sign_in(type="token", token=made["token"], label="Chrome")
    assert owner.delete(f"/v1/games/{game}/seats/0/tokens/{listed[1]['id']}").status_code == 204
    assert [each.get("/v1/me").status_code for each in (browser, other)] == [401, 200]
    assert owner.delete(f"/v1/games/{game}/seats/0/tokens/{made['id']}").status_code == 204
    assert other.get("/v1/me").status_code == 401


def test_another_sign_in_ends_the_session_of_the_browser(browser: Browser) -> None:
    secret = browser.secret
    browser.sign_up()

    assert browser.secret != secret
    former = Browser(browser.server)
    former.page.cookies.set(f"ludolog-{browser.server.port}", secret)
    assert former.get("/v1/me").status_code == 401


def test_a_session_follows_streams_until_it_ends(browser: Browser) -> None:
    with following(browser.page, "/v1/me/stream") as events:
        assert next(events).name == "ready"
        game = started_game(browser.page)
        assert next(events).data["game"] == game
        with following(browser.page, f"/v1/games/{game}/stream") as played:
            assert next(event for event in played if event.name == "awaiting").data["own"]
        browser.delete("/v1/sessions/current")
        browser.sign_in(type="token", token=browser.token)
        # the next event finds that the session has ended
        last = started_game(browser.page)
        assert last not in [event.data["game"] for event in events]


def test_a_lost_reply_to_a_sign_up_is_repeated(server: Server) -> None:
    browser, other = Browser(server), Browser(server)
    key = {"Idempotency-Key": "k" * 32}
    body = {"type": "sign_up", "name": "Once only"}

    first = ok(browser.post("/v1/sessions", json=body, headers=key))
    again = ok(other.post("/v1/sessions", json=body, headers=key))

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert browser.secret == other.secret
    assert problem(other.post("/v1/sessions", json={**body, "name": "Twice"}, headers=key)) == (422, "key-reused")
    short = {"Idempotency-Key": "short"}
    assert problem(other.post("/v1/sessions", json=body, headers=short)) == (422, "invalid-key")
    # a browser that repeats its own request stays signed in
    assert browser.post("/v1/sessions", json=body, headers=key).status_code == 201
    assert browser.get("/v1/me").status_code == 200


def test_erasing_an_account_ends_its_sessions_and_a_repetition_succeeds(browser: Browser) -> None:
    phone = Browser(browser.server)
    phone.sign_in(type="token", token=browser.token)
    secret, key = browser.secret, {"Idempotency-Key": "erase"}

    erased = erase(browser, key)

    assert erased.status_code == 204
    assert "Max-Age=0" in erased.headers["Set-Cookie"]
    assert phone.get("/v1/me").status_code == 401
    browser.page.cookies.set(f"ludolog-{browser.server.port}", secret)
    again = erase(browser, key)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")
    assert httpx.codes.is_success(again.status_code)


def test_a_webhook_of_a_session_ends_with_what_started_the_session(server: Server) -> None:
    player = server.player()
    found = started_sessions(server, player)
    by_token, by_sign_up, by_passkey = found.browsers
    hook = {"url": "https://hooks.invalid/", "types": ["game.started"]}
    ids = [ok(each.post("/v1/webhooks", json=hook)).json()["id"] for each in (by_token, by_sign_up, by_passkey)]

    def left() -> list[str]:
        both = (*ok(player.get("/v1/webhooks")).json()["items"], *ok(by_sign_up.get("/v1/webhooks")).json()["items"])
        return [each["id"] for each in both]

    for browser in (by_token, by_passkey):
        assert browser.delete("/v1/sessions/current").status_code == 204
    assert left() == ids

    assert player.delete(f"/v1/me/tokens/{found.token}").status_code == 204
    assert by_sign_up.delete(f"/v1/me/passkeys/{found.passkey}").status_code == 204
    assert left() == [ids[1]]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
         "Chrome, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
         "Safari, iPhone"),
        ("curl/8.5.0", "Browser"),
    ],
)  # fmt: skip
def test_a_session_without_a_name_has_that_of_browser_and_system(browser: Browser, agent: str, name: str) -> None:
    other = Browser(browser.server)
    other.page.headers["User-Agent"] = agent
    other.sign_in(type="token", token=browser.token)
    assert name in {item["label"] for item in ok(browser.get("/v1/me/tokens")).json()["items"]}
