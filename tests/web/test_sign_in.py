"""Sign-in with passkeys, by a virtual authenticator; names, devices, tokens and the end of an account."""

import re
import uuid
from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.kit import holder
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    """A page of a browser with an authenticator. Passkeys need a domain name, which an address is not."""
    with opened(browser, site.base.replace("127.0.0.1", "localhost"), refused=("/v1/sessions",)) as page:
        with_authenticator(page)
        yield page


def with_authenticator(page: Page) -> None:
    """Give a page a virtual authenticator, which answers at once."""
    # the parameters of its commands are an untyped dict
    session = cast("Any", page.context.new_cdp_session(page))
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def signed_up(page: Page, name: str, path: str = "/sign-in") -> tuple[str, str]:
    """Sign up with a passkey. Return the whole name and the recovery token."""
    unique = f"{name} {uuid.uuid4().hex[:8]}"
    page.goto(path)
    page.get_by_label("Your name").fill(unique)
    page.get_by_role("button", name="Sign up with a passkey").click()
    expect(page.get_by_text("The passkey is ready.", exact=True).last).to_be_visible()
    return unique, page.get_by_label("Recovery token", exact=True).input_value()


def sign_out(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()


def test_a_page_names_the_person_who_has_signed_up(page: Page) -> None:
    name, _ = signed_up(page, "Named")
    expect(page.get_by_role("heading", name="Keep your recovery token")).to_be_visible()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()
    expect(page).to_have_title(re.compile(rf"{name} · Ludolog$"))
    expect(page.get_by_text("Sign in", exact=True)).to_have_count(0)


def test_a_passkey_signs_up_and_in_and_no_script_sees_the_session(page: Page) -> None:
    name, token = signed_up(page, "Pia", "/sign-in?next=/leaderboards/siberia")
    assert token.startswith("ludolog_")
    assert_accessible(page)
    page.get_by_role("link", name="I have kept it. Continue").click()
    page.wait_for_url("**/leaderboards/siberia")
    expect(page.get_by_role("link", name=name)).to_be_visible()
    (cookie,) = page.context.cookies()
    assert (cookie.get("httpOnly"), cookie.get("sameSite")) == (True, "Strict")
    assert page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]") == ["", 0, 0]

    sign_out(page)
    page.goto("/sign-in?next=/results")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/results")
    expect(page.get_by_role("link", name=name)).to_be_visible()


@pytest.mark.parametrize(
    "elsewhere",
    [
        *("https://example.org/", "//example.org/", "javascript:alert(1)", "/\\example.org"),
        # paths of this site that begin with two slashes once their dots are resolved
        *("/.//example.org", "/x/..//example.org"),
    ],
)
def test_after_signing_in_no_other_site_is_opened(page: Page, elsewhere: str) -> None:
    page.goto(f"/sign-in?next={elsewhere}")
    home = page.url.partition("/sign-in")[0]
    page.get_by_role("button", name="Play as a guest").click()
    page.wait_for_url(f"{home}/")
    page.goto(f"/sign-in?next={elsewhere}")
    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", "/")


def test_a_recovery_token_signs_in_and_a_wrong_one_is_refused(page: Page) -> None:
    name, token = signed_up(page, "Rita")
    sign_out(page)
    page.goto("/sign-in")
    assert_accessible(page)
    page.get_by_label("Token", exact=True).fill("ludolog_wrong")
    page.get_by_role("button", name="Sign in with the token").click()
    expect(page.get_by_role("alert")).to_contain_text("the token is unknown")
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Sign in with the token").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_link_with_a_token_fills_the_form_and_does_not_sign_in_by_itself(page: Page) -> None:
    name, token = signed_up(page, "Lena")
    sign_out(page)

    page.goto(f"/sign-in#token={token}")

    expect(page.get_by_label("Token", exact=True)).to_have_value(token)
    assert page.evaluate("[location.hash, document.cookie]") == ["", ""]
    session = page.request.get(f"{page.url.partition('/sign-in')[0]}/v1/sessions/current")
    expect(session).to_be_ok()
    assert session.json() == {"session": None}
    page.get_by_role("button", name="Sign in with the token").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_an_account_has_passkeys_devices_and_tokens(page: Page, site: Server) -> None:
    _, recovery = signed_up(page, "Tara")
    page.goto("/account")
    devices, passkeys = (page.get_by_role("region", name=name) for name in ("Devices", "Passkeys"))
    tokens = page.get_by_role("region", name="Tokens")
    expect(devices.get_by_text("this device")).to_be_visible()
    expect(passkeys.get_by_role("listitem")).to_have_count(1)

    tokens.get_by_text("New token").click()
    page.get_by_label("What it is for").fill("My program")
    boxes = page.get_by_role("checkbox").all()
    assert [box.get_attribute("value") for box in boxes if box.is_checked()] == ["games:read", "profile:read"]
    page.get_by_role("checkbox", name="games:play").check()
    assert_accessible(page)
    page.get_by_role("button", name="Create the token").click()
    made = page.get_by_role("textbox", name="My program").input_value()
    program = holder(site, made)
    own = ok(program.get("/v1/me"))
    assert own.json()["name"].startswith("Tara")
    assert program.put("/v1/me/name", json={"name": "Other"}).status_code == 403
    page.get_by_role("main").get_by_role("link", name="Account").click()
    tokens.get_by_role("button", name="Revoke My program").click()
    expect(tokens.get_by_role("button", name="Revoke My program")).to_have_count(0)
    assert program.get("/v1/me").status_code == 401

    passkeys.get_by_role("button", name=re.compile("^Delete the passkey")).click()
    expect(passkeys.get_by_text("you lose this account")).to_be_visible()
    program.headers["Authorization"] = f"Bearer {recovery}"
    renamed = f"Tara the second {uuid.uuid4().hex[:8]}"
    page.get_by_label("Your name").fill(renamed)
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_text("Your name is changed.")).to_be_attached()
    assert ok(program.get("/v1/me")).json()["name"] == renamed


def test_a_link_fills_in_the_form_for_a_token_and_creates_none(page: Page, site: Server) -> None:
    _, recovery = signed_up(page, "Lina")
    page.goto("/account/tokens/new?scopes=play,games:create&scopes=fly&description=Clock%20bot&expires=PT1H")
    expect(page.get_by_label("What it is for")).to_have_value("Clock bot")
    expect(page.get_by_label("How long it is valid")).to_have_value("PT1H")
    expect(page.get_by_text("fly")).to_be_visible()
    ticked = [box.get_attribute("value") for box in page.get_by_role("checkbox").all() if box.is_checked()]
    assert ticked == ["games:play", "games:create"]
    owner = holder(site, recovery)
    assert len(ok(owner.get("/v1/me/tokens?limit=100")).json()["items"]) == 2, "the sign-up and the session"

    page.get_by_role("button", name="Create the token").click()

    expect(page.get_by_role("textbox", name="Clock bot")).to_be_visible()
    made = ok(owner.get("/v1/me/tokens?limit=100")).json()["items"][-1]
    assert (made["label"], made["scopes"]) == ("Clock bot", ["games:play", "games:create"])
    assert made["expires_at"] is not None


def test_an_account_is_deleted_after_its_name_was_typed(page: Page, site: Server) -> None:
    name, recovery = signed_up(page, "Vera")
    page.goto("/account")
    page.get_by_text("Delete permanently").click()
    confirmation = page.get_by_label(f"Type {name} to confirm")
    confirmation.fill("Vera")
    page.get_by_role("button", name="Delete the account").click()
    assert not confirmation.evaluate("each => each.validity.valid")
    confirmation.fill(name)
    page.get_by_role("button", name="Delete the account").click()
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
    gone = site.client().get("/v1/me", headers={"Authorization": f"Bearer {recovery}"})
    assert gone.status_code == 401
