"""Passkeys over HTTP, with a software authenticator that signs as a real one does."""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from openapi.authenticator import Passkey, base64url, bytes_of
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.kit import erase, holder, problem
from tests.service.server import Server, running, serving

REFUSED = (422, "passkey-refused")


def browser_on(server: Server) -> Browser:
    """Return a browser that opens the service under a name, as passkeys need it."""
    base = f"http://localhost:{server.port}"
    return Browser(server, base, base)


@pytest.fixture
def browser(server: Server) -> Browser:
    """A browser in which a new player has signed up."""
    made = browser_on(server)
    made.sign_up()
    return made


@pytest.fixture
def phone(browser: Browser) -> Passkey:
    """A passkey of the player."""
    made = passkey()
    reply = browser.new_passkey(made)
    assert reply.status_code == 201, reply.text
    return made


def changed(credential: dict[str, Any], **response: Any) -> dict[str, Any]:
    """Return the answer of an authenticator with other fields."""
    return {**credential, "response": {**credential["response"], **response}}


def test_a_player_signs_in_with_a_passkey_and_no_name(browser: Browser, phone: Passkey) -> None:
    other = browser_on(browser.server)

    reply = other.with_passkey(phone)

    assert reply.status_code == 201, reply.text
    assert reply.json()["player"]["id"] == ok(browser.get("/v1/me")).json()["id"] == phone.user.decode()
    assert reply.json()["token"] is None
    assert other.put("/v1/me/name", json={"name": f"Ada {reply.json()['id']}"[:40]}).status_code == 200
    (listed,) = ok(browser.get("/v1/me/passkeys")).json()["items"]
    assert (listed["label"], listed["scopes"]) == ("Phone", ["read", "play", "organise", "account"])
    assert listed["last_used_at"] is not None
    assert listed["expires_at"] is None


def test_the_options_are_those_of_discoverable_passkeys(browser: Browser, phone: Passkey) -> None:
    begun = ok(browser.post("/v1/me/passkeys/registrations"))
    assert begun.headers["Cache-Control"] == "no-store"
    options = begun.json()["options"]

    assert options["rp"] == {"id": "localhost", "name": "Ludolog"}
    assert bytes_of(options["user"]["id"]).decode() == ok(browser.get("/v1/me")).json()["id"]
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    assert options["attestation"] == "none"
    assert [each["id"] for each in options["excludeCredentials"]] == [base64url(phone.credential)]
    assert [each["alg"] for each in options["pubKeyCredParams"]] == [-7, -8, -257]
    asked = ok(browser.post("/v1/sessions/challenges")).json()["options"]
    assert (asked["rpId"], asked["allowCredentials"], asked["timeout"]) == ("localhost", [], 300_000)
    assert asked["challenge"] != options["challenge"]


@pytest.mark.parametrize("counts", [True, False])
def test_an_ed25519_key_signs_in_again_and_again(browser: Browser, counts: bool) -> None:
    key = Passkey(b"e" * 16 + base64url(bytes([counts])).encode(), ed25519.Ed25519PrivateKey.generate(), counts=counts)
    assert browser.new_passkey(key).status_code == 201

    assert [browser_on(browser.server).with_passkey(key).status_code for _ in range(3)] == [201] * 3


def test_a_counter_that_goes_back_is_refused(browser: Browser, phone: Passkey) -> None:
    copied = dataclasses.replace(phone)
    copied.user, copied.rp_id = phone.user, phone.rp_id
    for _ in range(2):
        assert browser_on(browser.server).with_passkey(phone).status_code == 201

    reply = browser_on(browser.server).with_passkey(copied)

    assert problem(reply) == REFUSED
    assert "with another passkey or with your token" in reply.json()["detail"]


@pytest.mark.parametrize("counts_on", [0, 1, 2], ids=["zero", "back", "still"])
def test_a_synchronised_passkey_whose_counter_does_not_increase_signs_in_and_is_reported(
    browser: Browser, counts_on: int
) -> None:
    key = dataclasses.replace(passkey(), is_synchronised=True)
    assert browser.new_passkey(key).status_code == 201
    for _ in range(2):
        assert browser_on(browser.server).with_passkey(key).status_code == 201
    (listed,) = ok(browser.get("/v1/me/passkeys")).json()["items"]
    assert listed["uncounted_at"] is None

    key.count, key.counts = counts_on, False
    replies = [browser_on(browser.server).with_passkey(key) for _ in range(2)]

    assert [reply.status_code for reply in replies] == [201, 201], replies[0].text
    (listed,) = ok(browser.get("/v1/me/passkeys")).json()["items"]
    assert listed["uncounted_at"] is not None
    assert listed["uncounted_at"] <= listed["last_used_at"]


def test_a_passkey_of_one_device_whose_counter_stands_still_is_refused_with_the_way_out(
    browser: Browser, phone: Passkey
) -> None:
    assert browser_on(browser.server).with_passkey(phone).status_code == 201

    for count in (phone.count, 0):
        phone.count, phone.counts = count, False
        reply = browser_on(browser.server).with_passkey(phone)

        assert problem(reply) == REFUSED
        detail = reply.json()["detail"]
        assert "with another passkey or with your token" in detail
        assert "delete this passkey" in detail
    assert ok(browser.get("/v1/me/passkeys")).json()["items"][0]["uncounted_at"] is None


def test_a_refusal_is_in_words_for_people_and_quotes_nothing_of_the_library(browser: Browser, phone: Passkey) -> None:
    """The library says `Unexpected RP ID hash`, `Could not verify authentication signature` and the like."""
    other = browser_on(browser.server)
    asked = ok(other.post("/v1/sessions/challenges")).json()["options"]
    elsewhere = phone.get(asked, "https://evil.example")
    forged = phone.get(asked, browser.origin)
    phone.rp_id = "evil.example"
    of_another_site = phone.get(asked, browser.origin)
    broken = changed(forged, authenticatorData="AAAA")

    for credential in (elsewhere, of_another_site, broken, changed(forged, signature="AAAA")):
        reply = other.sign_in(type="passkey", credential=credential)

        assert problem(reply) == REFUSED
        detail = reply.json()["detail"]
        assert not any(word in detail for word in ("RP ID", "Unexpected", "origin", "evil", "CBOR", "sign count")), (
            detail
        )
        assert "Try again; if it fails again, use another passkey or your token" in detail


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost", "http://localhost:1", "null", ""])
def test_a_signature_for_another_origin_is_refused(browser: Browser, phone: Passkey, origin: str) -> None:
    other, new = browser_on(browser.server), passkey()
    asked = ok(other.post("/v1/sessions/challenges")).json()["options"]
    created = ok(browser.post("/v1/me/passkeys/registrations")).json()["options"]

    signed = other.sign_in(type="passkey", credential=phone.get(asked, origin))
    made = browser.post("/v1/me/passkeys", json={"label": "x", "credential": new.create(created, origin)})

    assert problem(signed) == problem(made) == REFUSED


def test_a_signature_for_another_site_is_refused(browser: Browser, phone: Passkey) -> None:
    other = browser_on(browser.server)
    phone.rp_id = "evil.example"

    assert problem(other.with_passkey(phone)) == REFUSED


def test_a_challenge_is_good_once_for_its_purpose_and_player(browser: Browser, phone: Passkey) -> None:
    server = browser.server
    stranger = browser_on(server)
    stranger.sign_up()
    sign_in = ok(browser.post("/v1/sessions/challenges")).json()["options"]
    create = ok(browser.post("/v1/me/passkeys/registrations")).json()["options"]
    of_stranger = ok(stranger.post("/v1/me/passkeys/registrations")).json()["options"]

    def signed(challenge: str) -> tuple[int, str] | int:
        reply = browser_on(server).sign_in(type="passkey", credential=phone.get({"challenge": challenge}, base))
        return reply.status_code if reply.is_success else problem(reply)

    def made(challenge: str) -> tuple[int, str] | int:
        credential = passkey().create({**create, "challenge": challenge}, base)
        reply = browser.post("/v1/me/passkeys", json={"label": "x", "credential": credential})
        return reply.status_code if reply.is_success else problem(reply)

    base = browser.origin
    for text in ("", "AAAA", base64url(bytes(56)), sign_in["challenge"][:-4] + "AAAA"):
        assert signed(text) == REFUSED
        assert made(text) == REFUSED
    assert signed(create["challenge"]) == REFUSED
    assert made(sign_in["challenge"]) == REFUSED
    assert made(of_stranger["challenge"]) == REFUSED
    assert (signed(sign_in["challenge"]), signed(sign_in["challenge"])) == (201, REFUSED)
    assert (made(create["challenge"]), made(create["challenge"])) == (201, REFUSED)


def test_a_recorded_sign_in_is_worth_nothing(browser: Browser, phone: Passkey) -> None:
    other = browser_on(browser.server)
    asked = ok(other.post("/v1/sessions/challenges")).json()["options"]
    credential = phone.get(asked, other.origin)
    assert other.sign_in(type="passkey", credential=credential).status_code == 201

    assert problem(browser_on(browser.server).sign_in(type="passkey", credential=credential)) == REFUSED


def test_a_lost_reply_to_a_sign_in_is_repeated_with_its_key(browser: Browser, phone: Passkey) -> None:
    other = browser_on(browser.server)
    asked = ok(other.post("/v1/sessions/challenges")).json()["options"]
    body = {"type": "passkey", "credential": phone.get(asked, other.origin)}
    key = {"Idempotency-Key": "passkey-" + phone.credential.hex()}

    first, again = (ok(other.post("/v1/sessions", json=body, headers=key)) for _ in range(2))

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_passkey_of_another_player_is_refused(browser: Browser, phone: Passkey) -> None:
    stranger = browser_on(browser.server)
    stranger.sign_up()
    theirs = passkey()
    stranger.new_passkey(theirs)
    (own,) = ok(browser.get("/v1/me/passkeys")).json()["items"]

    # registered twice, deleted by another player, presented with the handle of another player, signed by another key
    assert problem(stranger.new_passkey(phone)) == REFUSED
    assert problem(stranger.delete(f"/v1/me/passkeys/{own['id']}")) == (404, "not-found")
    phone.user = theirs.user
    assert problem(browser_on(browser.server).with_passkey(phone)) == REFUSED
    theirs.credential = phone.credential
    theirs.user = ok(browser.get("/v1/me")).json()["id"].encode()
    theirs.count = 100
    assert problem(browser_on(browser.server).with_passkey(theirs)) == REFUSED


def test_a_deleted_passkey_ends_the_sessions_it_started(browser: Browser, phone: Passkey) -> None:
    lost, kept = browser_on(browser.server), browser_on(browser.server)
    assert [each.with_passkey(phone).status_code for each in (lost, kept)] == [201, 201]
    (listed,) = ok(browser.get("/v1/me/passkeys")).json()["items"]
    key = {"Idempotency-Key": "delete it"}
    path = f"/v1/me/passkeys/{listed['id']}"

    # by one of the sessions, which goes on
    first, again = (kept.delete(path, headers=key) for _ in range(2))

    assert [first.status_code, again.status_code] == [204, 204]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert lost.get("/v1/me").status_code == 401
    assert (browser.get("/v1/me").status_code, kept.get("/v1/me").status_code) == (200, 200)
    assert ok(browser.get("/v1/me/passkeys")).json() == {"items": []}
    assert problem(browser_on(browser.server).with_passkey(phone)) == REFUSED
    assert problem(kept.delete(path)) == (404, "not-found")


def test_what_a_session_creates_outlives_the_passkey_that_the_session_has_deleted(tmp_path: Path) -> None:
    origin = "http://localhost:8000"
    mail = {"LUDOLOG_SMTP_HOST": "127.0.0.1", "LUDOLOG_SMTP_SENDER": "club@example.org", "LUDOLOG_ORIGIN": origin}
    with serving(tmp_path / "games.db", LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8", **mail) as server:
        browser, kept = (Browser(server, origin, f"http://localhost:{server.port}") for _ in range(2))
        phone = passkey()
        browser.sign_up()
        made = ok(browser.new_passkey(phone)).json()
        url = "http://127.0.0.1:9/"
        hook = {"url": url, "types": ["game.started"]}
        webhook = ok(browser.post("/v1/webhooks", json=hook)).json()["id"]
        daily = {"address": "ada@example.org", "hour": 8, "time_zone": "Europe/Berlin"}
        assert browser.put("/v1/me/digest", json=daily).status_code == 200
        assert kept.with_passkey(phone).status_code == 201
        assert kept.delete(f"/v1/me/passkeys/{made['id']}").status_code == 204

        assert kept.post("/v1/me/pings", json={"url": url, "format": "json"}).status_code == 201
        link = ok(kept.post("/v1/me/calendar-links", json={"label": "Phone"})).json()
        assert kept.put(f"/v1/webhooks/{webhook}", json=hook).status_code == 200
        assert kept.put("/v1/me/digest", json={**daily, "hour": 9}).status_code == 200
        assert kept.delete("/v1/sessions/current").status_code == 204

        for path in ("/v1/me/pings", "/v1/me/calendar-links", "/v1/webhooks"):
            assert len(ok(browser.get(path)).json()["items"]) == 1, path
        digest = ok(browser.get("/v1/me/digest")).json()
        assert (digest["state"], digest["hour"]) == ("unconfirmed", 9)
        assert server.client().get(link["url"].removeprefix(origin)).status_code == 200


def test_a_passkey_may_do_and_lasts_what_its_token_does(server: Server) -> None:
    end = "2099-01-01T00:00:00.000000Z"
    player = server.player()
    body = {"label": "x", "scopes": ["read", "account"], "expires_at": end}
    token = ok(player.post("/v1/me/tokens", json=body)).json()["token"]
    reader, full = browser_on(server), browser_on(server)
    reader.sign_in(type="token", token=token)
    full.sign_in(type="token", token=player.headers["Authorization"].removeprefix("Bearer "))
    weak, strong = passkey(), passkey()

    made = ok(reader.new_passkey(weak)).json()
    other = ok(full.new_passkey(strong)).json()

    assert (made["scopes"], made["expires_at"], other["expires_at"]) == (["read", "account"], end, None)
    signed_in = browser_on(server)
    assert ok(signed_in.with_passkey(weak)).json()["scopes"] == ["read", "account"]
    assert ok(signed_in.post("/v1/me/tokens", json={"label": "y"})).json()["expires_at"] == end
    assert problem(signed_in.delete(f"/v1/me/passkeys/{other['id']}")) == (403, "scope-missing")


def test_erasing_an_account_removes_its_passkeys(browser: Browser, phone: Passkey) -> None:
    assert erase(browser).status_code == 204

    assert problem(browser_on(browser.server).with_passkey(phone)) == REFUSED
    other = browser_on(browser.server)
    other.sign_up()
    assert other.new_passkey(phone).status_code == 201


def test_a_seat_token_has_no_passkeys(server: Server) -> None:
    owner = server.player()
    game = ok(owner.post("/v1/games", json={"ruleset": "giganten", "seats": 3})).json()["id"]
    owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"})
    made = ok(owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "link"})).json()
    guest = browser_on(server)
    guest.sign_in(type="token", token=made["token"])

    assert problem(guest.post("/v1/me/passkeys/registrations")) == (403, "scope-missing")


def test_a_request_without_an_origin_registers_no_passkey_and_says_why(browser: Browser) -> None:
    script = holder(browser.server, browser.token)
    browser.elsewhere.base_url = script.base_url = browser.page.base_url
    options = ok(browser.post("/v1/me/passkeys/registrations")).json()["options"]
    made = {"label": "Key", "credential": passkey().create(options, browser.origin)}

    for path, body in (("/v1/me/passkeys/registrations", None), ("/v1/me/passkeys", made)):
        for client in (script, browser.elsewhere):
            without = client.post(path, json=body)
            foreign = client.post(path, json=body, headers={"Origin": "https://evil.example"})
            assert problem(without) == problem(foreign) == (403, "foreign-origin")
            assert without.json()["detail"].endswith("may send this request: it has no Origin header")
            assert foreign.json()["detail"].endswith("may send this request: its Origin is another one")


def test_an_address_without_a_name_has_no_passkeys(server: Server) -> None:
    browser = Browser(server)
    browser.sign_up()

    assert problem(browser.post("/v1/me/passkeys/registrations")) == (409, "passkeys-unavailable")
    assert problem(browser.post("/v1/sessions/challenges")) == (409, "passkeys-unavailable")


def test_a_player_has_at_most_twenty_passkeys(browser: Browser) -> None:
    assert [browser.new_passkey(passkey()).status_code for _ in range(20)] == [201] * 20

    assert problem(browser.post("/v1/me/passkeys/registrations")) == (409, "limit-reached")


def test_a_registration_is_repeated_with_its_key(browser: Browser) -> None:
    new, key = passkey(), {"Idempotency-Key": "register"}
    options = ok(browser.post("/v1/me/passkeys/registrations")).json()["options"]
    body = {"label": "Key", "credential": new.create(options, browser.origin)}

    first, again = (ok(browser.post("/v1/me/passkeys", json=body, headers=key)) for _ in range(2))

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(ok(browser.get("/v1/me/passkeys")).json()["items"]) == 1
    assert problem(browser.post("/v1/me/passkeys", json={**body, "label": "x"}, headers=key)) == (422, "key-reused")


MALFORMED = ("AAAA", base64url(b"\xff" * 200), base64url(b"\x80" * 500), base64url(b"\x81" * 5000))


@pytest.mark.parametrize("junk", MALFORMED)
def test_what_no_authenticator_sends_is_refused(browser: Browser, phone: Passkey, junk: str) -> None:
    other = browser_on(browser.server)
    asked = ok(other.post("/v1/sessions/challenges")).json()["options"]
    created = ok(browser.post("/v1/me/passkeys/registrations")).json()["options"]
    signed, made = phone.get(asked, other.origin), passkey().create(created, browser.origin)
    head = hashlib.sha256(b"localhost").digest() + b"\x45" + bytes(4 + 16) + b"\x00\x01a"
    authenticator_data = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": head + bytes_of(junk)})

    replies = [
        *(
            other.sign_in(type="passkey", credential=changed(signed, **{name: junk}))
            for name in ("clientDataJSON", "authenticatorData", "signature", "userHandle")
            if name != "userHandle" or len(junk) <= 100
        ),
        *(
            browser.post("/v1/me/passkeys", json={"label": "x", "credential": changed(made, **{name: junk})})
            for name in ("clientDataJSON", "attestationObject")
        ),
        browser.post(
            "/v1/me/passkeys",
            json={"label": "x", "credential": changed(made, attestationObject=base64url(authenticator_data))},
        ),
    ]

    assert {problem(reply) for reply in replies} == {REFUSED}


def test_a_body_that_is_no_credential_is_a_bad_request(browser: Browser, phone: Passkey) -> None:
    asked = ok(browser.post("/v1/sessions/challenges")).json()["options"]
    credential = phone.get(asked, browser.origin)
    for wrong in ({}, {**credential, "type": "password"}, changed(credential, signature="§"), {**credential, "id": 7}):
        assert problem(browser.sign_in(type="passkey", credential=wrong)) == (400, "bad-request")


IMPATIENT = {"service.people.sessions.challenges.VALID_FOR": -1.0}
"""Timeouts of a service whose challenges expire at once."""


def test_an_expired_challenge_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", IMPATIENT) as server:
        browser = browser_on(server)
        browser.sign_up()

        reply = browser.new_passkey(passkey())

        assert problem(reply) == REFUSED
        assert "expired" in reply.json()["detail"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    """A service behind a proxy that ends TLS."""
    with running(Server(tmp_path / "games.db", LUDOLOG_ORIGIN="https://Play.Ludolog.example:443")) as server:
        yield server


def test_a_site_with_tls_binds_cookies_and_passkeys_to_its_name(site: Server) -> None:
    origin = "https://play.ludolog.example"
    browser, key = Browser(site, origin), passkey()

    cookie = browser.sign_up().headers["Set-Cookie"]

    name, _, attributes = cookie.partition("=")
    assert name == "__Host-ludolog"
    assert attributes.split("; ")[2:] == ["Path=/", "HttpOnly", "SameSite=Strict", "Secure"]
    # the client speaks http to the proxy's end, and would keep a secure cookie to itself
    browser.page.headers["Cookie"] = cookie.partition(";")[0]
    assert browser.new_passkey(key).status_code == 201
    assert key.rp_id == "play.ludolog.example"
    assert Browser(site, origin).with_passkey(key).status_code == 201
    local = Browser(site, site.base)
    assert problem(local.post("/v1/sessions", json={"type": "sign_up", "name": "x"})) == (403, "foreign-origin")
    assert json.loads(local.get("/v1/sessions/current").text) == {"session": None}


def test_the_page_about_the_service_shows_the_configured_address(site: Server) -> None:
    assert "curl -X POST https://play.ludolog.example/v1/players" in site.client().get("/about").text
