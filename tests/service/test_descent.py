"""What was made with a token ends with it, and so does what that has made: on a service, and on both databases."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.credentials import SCOPES
from service.people.sessions.keys import Site
from service.people.sessions.passkeys import NewPasskey, Passkeys
from service.people.sessions.sessions import NewSession, Sessions
from service.people.tokens import TokenRevokedError, TokenSpec
from tests.service.authority.asked import BODIES
from tests.service.browsers import Browser, passkey
from tests.service.kit import holder, problem, started_game
from tests.service.server import Server, serving

ORIGIN = "http://localhost:8000"
ALL = ["read", "play", "organise", "account"]

MAIL = {
    "LUDOLOG_ORIGIN": ORIGIN,
    "LUDOLOG_SMTP_HOST": "localhost",
    "LUDOLOG_SMTP_PORT": "9",
    "LUDOLOG_SMTP_SENDER": "games@ludolog.example",
}
"""No server of e-mails listens: the daily e-mail is stored before it is sent."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("descent") / "games.db", **MAIL) as running:
        yield running


class Maker(NamedTuple):
    """A client whose requests make things, and a browser that has signed in for it."""

    client: httpx.Client | Browser
    browser: Browser


def made(reply: httpx.Response) -> dict[str, Any]:
    assert reply.is_success, reply.text
    return reply.json() if reply.content else {}


def signed_in(server: Server, token: str) -> Browser:
    browser = Browser(server, ORIGIN, server.base)
    made(browser.sign_in(type="token", token=token))
    return browser


def itself(server: Server, token: str) -> Maker:
    return Maker(holder(server, token), signed_in(server, token))


def its_token(server: Server, token: str) -> Maker:
    return itself(server, made(holder(server, token).post("/v1/me/tokens", json={"label": "further"}))["token"])


def its_session(server: Server, token: str) -> Maker:
    browser = signed_in(server, token)
    return Maker(browser, browser)


def its_passkey(server: Server, token: str) -> Maker:
    key = passkey()
    made(signed_in(server, token).new_passkey(key))
    browser = Browser(server, ORIGIN, server.base)
    made(browser.with_passkey(key))
    return Maker(browser, browser)


def the_token_of_its_passkey(server: Server, token: str) -> Maker:
    made_by = its_passkey(server, token).browser
    return itself(server, made(made_by.post("/v1/me/tokens", json={"label": "deep"}))["token"])


MAKERS = (itself, its_token, its_session, its_passkey, the_token_of_its_passkey)


class World(NamedTuple):
    """An account, a token of it that may leak, and a game of it."""

    server: Server
    owner: httpx.Client
    leaked: str
    id: str
    game: str


@pytest.fixture
def world(server: Server) -> World:
    owner = server.player()
    body = {"ruleset": "minos", "seats": 2, "visibility": "private", "spectators": "none"}
    game = made(owner.post("/v1/games", json=body))["id"]
    made(owner.put(f"/v1/games/{game}/seats/0"))
    leaked = made(owner.post("/v1/me/tokens", json={"label": "app"}))
    return World(server, owner, leaked["token"], leaked["id"], game)


Ends = Callable[[], bool]
"""Whether a thing has ended."""


def _token_ends(world: World, secret: str) -> bool:
    return holder(world.server, secret).get("/v1/me").status_code == 401


def _lists(world: World, path: str, thing: str) -> bool:
    return thing in [each["id"] for each in made(world.owner.get(path))["items"]]


def a_token(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post("/v1/me/tokens", json={"label": "x", "scopes": ["read"]}))["token"]
    return lambda: _token_ends(world, secret)


def a_seat_token(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post(f"/v1/games/{world.game}/seats/0/tokens", json={"label": "x"}))["token"]
    return lambda: _token_ends(world, secret)


def an_invitation(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post(f"/v1/games/{world.game}/invitations", json={"label": "x"}))["invitation"]
    stranger = world.server.player()
    stranger.headers["Ludolog-Invitation"] = secret
    path = f"/v1/games/{world.game}/seats/1"
    return lambda: stranger.put(path).status_code == 404


def a_session(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post("/v1/me/tokens", json={"label": "x"}))["token"]
    browser = signed_in(world.server, secret)
    return lambda: browser.get("/v1/me").status_code == 401


def a_passkey(world: World, maker: Maker) -> Ends:
    key = passkey()
    thing = made(maker.browser.new_passkey(key))["id"]

    def ends() -> bool:
        reply = Browser(world.server, ORIGIN, world.server.base).with_passkey(key)
        if reply.is_success:
            return False
        return problem(reply) == (422, "passkey-refused") and not _lists(world, "/v1/me/passkeys", thing)

    return ends


def a_calendar_link(world: World, maker: Maker) -> Ends:
    url = made(maker.client.post("/v1/me/calendar-links", json={"label": "x"}))["url"]
    return lambda: world.server.client().get(url.removeprefix(ORIGIN)).status_code == 404


def a_ping(world: World, maker: Maker) -> Ends:
    thing = made(maker.client.post("/v1/me/pings", json=BODIES["makePing"]))["id"]
    return lambda: not _lists(world, "/v1/me/pings", thing)


def an_order(world: World, maker: Maker) -> Ends:
    game = started_game(world.owner)
    thing = made(maker.client.post(f"/v1/games/{game}/orders", json=BODIES["setOrder"]))["id"]

    def ends() -> bool:
        (found,) = [each for each in made(world.owner.get(f"/v1/games/{game}/orders"))["items"] if each["id"] == thing]
        return found["end"] is not None and found["end"]["reason"] == "token"

    return ends


def a_webhook(world: World, maker: Maker) -> Ends:
    body = {"url": "https://hooks.invalid/", "types": ["game.started"]}
    thing = made(maker.client.post("/v1/webhooks", json=body))["id"]
    return lambda: not _lists(world, "/v1/webhooks", thing)


def a_browser_with_pings(world: World, maker: Maker) -> Ends:
    body = {**BODIES["subscribe"], "endpoint": f"https://push.invalid/{world.game}"}
    thing = made(maker.client.post("/v1/me/push", json=body))["id"]
    return lambda: not _lists(world, "/v1/me/push", thing)


def the_daily_e_mail(world: World, maker: Maker) -> Ends:
    address = f"{world.game}@example.org"
    made(maker.client.put("/v1/me/digest", json={"address": address, "hour": 8, "time_zone": "UTC"}))
    return lambda: made(world.owner.get("/v1/me/digest"))["address"] is None


THINGS = (
    a_token, a_seat_token, an_invitation, a_session, a_passkey, a_calendar_link, a_ping, a_webhook,
    a_browser_with_pings, the_daily_e_mail, an_order,
)  # fmt: skip


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_everything_that_was_made_with_a_revoked_token_ends_at_any_depth(
    world: World, make: Callable[[Server, str], Maker]
) -> None:
    maker = make(world.server, world.leaked)
    others = Maker(world.owner, signed_in(world.server, world.owner.headers["Authorization"].removeprefix("Bearer ")))
    made_by_owner = [each(world, others) for each in (a_token, a_passkey, a_webhook)]
    things = {each.__name__: each(world, maker) for each in THINGS}

    assert world.owner.delete(f"/v1/me/tokens/{world.id}").status_code == 204

    assert {name for name, ends in things.items() if not ends()} == set()
    assert maker.client.get("/v1/me").status_code == 401
    assert not any(ends() for ends in made_by_owner), "what was made with another token stays"
    assert world.owner.get("/v1/me").status_code == 200


def test_a_session_that_deletes_its_passkey_still_ends_with_the_token_that_made_the_passkey(world: World) -> None:
    key = passkey()
    thing = made(signed_in(world.server, world.leaked).new_passkey(key))["id"]
    browser = Browser(world.server, ORIGIN, world.server.base)
    made(browser.with_passkey(key))
    assert browser.delete(f"/v1/me/passkeys/{thing}").status_code == 204
    further = made(browser.post("/v1/me/tokens", json={"label": "x"}))["token"]
    assert browser.get("/v1/me").status_code == 200

    assert world.owner.delete(f"/v1/me/tokens/{world.id}").status_code == 204

    assert browser.get("/v1/me").status_code == 401
    assert holder(world.server, further).get("/v1/me").status_code == 401


def with_key(server: Server, by: Browser) -> tuple[Browser, str]:
    """Register a passkey from a session. Return a browser that has signed in with it, and the id of the passkey."""
    key = passkey()
    thing = made(by.new_passkey(key))["id"]
    browser = Browser(server, ORIGIN, server.base)
    made(browser.with_passkey(key))
    return browser, thing


def with_token(server: Server, by: Browser) -> tuple[Browser, str]:
    """Make a token from a session. Return a browser that has signed in with it, and the id of the token."""
    token = made(by.post("/v1/me/tokens", json={"label": "further"}))
    return signed_in(server, token["token"]), token["id"]


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("start", [with_key, with_token])
def test_a_passkey_is_deleted_from_a_session_that_it_led_to_and_only_that_session_and_its_start_stay(
    world: World, start: Callable[[Server, Browser], tuple[Browser, str]], depth: int
) -> None:
    phone, lost = with_key(world.server, signed_in(world.server, world.leaked))
    between = phone if depth == 1 else with_token(world.server, phone)[0]
    laptop, own = start(world.server, between)
    thief, of_thief = with_key(world.server, phone)
    token_of_thief = made(thief.post("/v1/me/tokens", json={"label": "thief"}))["token"]
    token = made(laptop.post("/v1/me/tokens", json={"label": "x"}))["token"]

    assert laptop.delete(f"/v1/me/passkeys/{lost}").status_code == 204

    assert laptop.get("/v1/me").status_code == 200
    assert holder(world.server, token).get("/v1/me").status_code == 200
    listed = [*made(laptop.get("/v1/me/passkeys"))["items"], *made(laptop.get("/v1/me/tokens"))["items"]]
    kept = {each["id"]: each["ends_with"] for each in listed}
    assert kept[own] == world.id, "it ends with what the deleted passkey would have ended with"
    assert not {lost, of_thief} & kept.keys()
    others = [phone, thief] if depth == 1 else [phone, thief, between]
    assert [each.get("/v1/me").status_code for each in others] == [401] * len(others)
    assert holder(world.server, token_of_thief).get("/v1/me").status_code == 401

    assert world.owner.delete(f"/v1/me/tokens/{world.id}").status_code == 204

    assert laptop.get("/v1/me").status_code == 401
    assert holder(world.server, token).get("/v1/me").status_code == 401


def test_a_session_of_a_thief_ends_with_the_passkey_that_the_thief_used(world: World) -> None:
    laptop, _ = with_key(world.server, signed_in(world.server, world.leaked))
    phone, lost = with_key(world.server, laptop)
    thief, _ = with_key(world.server, phone)

    assert laptop.delete(f"/v1/me/passkeys/{lost}").status_code == 204

    assert [each.get("/v1/me").status_code for each in (laptop, phone, thief)] == [200, 401, 401]


def test_signing_out_ends_nothing_that_the_session_has_made(world: World) -> None:
    browser = signed_in(world.server, world.leaked)
    token = made(browser.post("/v1/me/tokens", json={"label": "x"}))["token"]

    assert browser.delete("/v1/sessions/current").status_code == 204

    assert holder(world.server, token).get("/v1/me").status_code == 200


def test_lists_say_with_what_a_token_and_a_passkey_end(world: World) -> None:
    app = holder(world.server, world.leaked)
    token = made(app.post("/v1/me/tokens", json={"label": "child"}))
    key = made(signed_in(world.server, world.leaked).new_passkey(passkey()))
    listed = {each["label"]: each for each in made(world.owner.get("/v1/me/tokens"))["items"]}

    assert token["ends_with"] == key["ends_with"] == world.id
    assert listed["sign-up"]["ends_with"] is None
    assert listed["app"]["ends_with"] == listed["sign-up"]["id"]
    assert listed["child"]["ends_with"] == listed["Browser"]["ends_with"] == listed["app"]["id"]
    assert [each["ends_with"] for each in made(world.owner.get("/v1/me/passkeys"))["items"]] == [world.id]


def test_a_token_of_a_release_that_recorded_no_maker_stays(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        first = accounts.sign_up("Ada").token
        child = accounts.new_token(TokenSpec(first.player, "x", SCOPES, by=first))
        with store.database.writing() as cursor:
            cursor.execute("UPDATE tokens SET started_by=NULL WHERE id=?", (child.token.id,))

        accounts.revoke(first)

        assert accounts.holder(child.secret) is not None


def test_other_processes_learn_the_whole_descent_and_none_grows_on(database: str) -> None:
    site = Site(ORIGIN, "localhost")
    with Store(database) as store:
        accounts, other = Accounts(store.database), Accounts(store.database)
        first = accounts.sign_up("Ada").token
        child = accounts.new_token(TokenSpec(first.player, "child", SCOPES, by=first))
        key = passkey()
        passkeys = Passkeys(store.database, accounts, Sessions(store.database, accounts))
        credential = key.create(passkeys.begin_registration(site, first.player).options, ORIGIN)
        phone, _ = passkeys.add(site, NewPasskey("Phone", credential, child.token))
        grown = NewSession(first.player, "Browser", SCOPES, started_by=phone.id)
        session = Sessions(store.database, accounts).start(grown)
        secrets = (child.secret, session.secret)
        other.catch_up()
        assert other.holder(secrets[0]) is not None
        assert other.session(secrets[1]) is not None

        accounts.revoke(first)

        for each in (accounts, other):
            each.catch_up()
            assert each.holder(secrets[0]) is None
            assert each.session(secrets[1]) is None
        assert passkeys.of(first.player) == []
        with pytest.raises(TokenRevokedError):
            accounts.new_token(TokenSpec(first.player, "late", SCOPES, by=session.token))
        second = passkey()
        credential = second.create(passkeys.begin_registration(site, first.player).options, ORIGIN)
        with pytest.raises(TokenRevokedError):
            passkeys.add(site, NewPasskey("Late", credential, child.token))


def test_a_guest_keeps_no_token_that_a_revoked_token_of_the_owner_made(database: str) -> None:
    with Store(database) as store:
        accounts = Accounts(store.database)
        owner = accounts.sign_up("Ada").token
        desk = accounts.new_token(TokenSpec(owner.player, "desk", SCOPES, by=owner)).token
        guest = accounts.new_guest("Guest", owner.player, "game")
        lost, kept = (
            accounts.new_token(TokenSpec(guest.id, "link", ("read", "play"), "game", 0, by=by)) for by in (desk, owner)
        )

        accounts.revoke(desk)

        assert accounts.holder(lost.secret) is None
        assert accounts.holder(kept.secret) is not None
