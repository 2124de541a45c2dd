"""The desk in the browser: an operator finds, warns, suspends, renames, voids and withholds, with the keyboard."""

import uuid

from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.kit import identity
from tests.service.moderation.kit import granted, with_role
from tests.service.moderation.test_games import rated_game
from tests.service.moderation.test_suspensions import token_in
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened


def do(page: Page, what: str, reason: str, **fields: str) -> None:
    """Do an act on the page of a player."""
    page.get_by_label("What", exact=True).select_option(label=what)
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_label("Reason").first.fill(reason)
    page.get_by_label("Reason").first.press("Enter")
    expect(page.locator("main .done")).to_have_text("Done. It is in the log of moderation.")


def test_an_operator_finds_suspends_renames_and_voids(browser: Browser, site: Server) -> None:
    operator = with_role(site, "operator")
    rude, other = site.player(f"Rude {uuid.uuid4().hex[:8]}"), site.player("Other")
    name, new = ok(rude.get("/v1/me")).json()["name"], f"Nice {uuid.uuid4().hex[:8]}"
    game = rated_game(rude, other)
    ok(rude.post(f"/v1/games/{game}/messages", json={"text": "an insult of 4711"}), 201)
    with opened(browser, site.base, token=token_in(operator), viewport=PHONE) as page:
        page.goto("/")
        page.get_by_role("link", name="Desk").click()
        field = page.get_by_label("Name, former name or id")
        field.fill(name)
        field.press("Enter")
        page.get_by_role("main").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(name)
        assert_accessible(page)
        do(page, "Warn", "be polite")
        page.get_by_label("What", exact=True).select_option(label="Suspend")
        page.get_by_label("For", exact=True).select_option(label="7 days")
        page.get_by_label("Reason").first.fill("insults")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("suspended until")
        do(page, "Give another name", "an insult", New_name=new)
        expect(page.get_by_role("heading", level=1)).to_contain_text(new)
        page.get_by_label("an insult of 4711").check()
        page.get_by_label("Reason").last.fill("an insult")
        page.get_by_role("button", name="Remove the chosen texts").click()
        expect(page.locator("main .done")).to_have_text("The chosen texts are removed.")
        expect(page.get_by_text("an insult of 4711")).to_have_count(0)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert ok(rude.get("/v1/me/standing")).json()["suspension"]["kind"] == "read_only"

        expect(page.get_by_role("link", name=f"Minos: {new}")).to_be_visible()
        page.goto("/desk")
        expect(field := page.get_by_label("Address of its page, or id of a game")).not_to_have_css(
            "border-top-width", "2px"
        )
        field.fill(f"{site.base}/games/{game}")
        page.get_by_role("button", name="Open").click()
        do(page, "Void the result", "a cheat")
        expect(page.get_by_role("heading", level=1)).to_contain_text("result void")
        until(lambda: ok(other.get(f"/v1/players/{identity(other)}")).json()["ratings"] == [])
        page.goto(f"/games/{game}")
        expect(page.get_by_text("The operator of this site has voided the result")).to_be_visible()
        page.goto(f"/players/{identity(other)}")
        expect(page.locator(".badge").get_by_text("void", exact=True)).to_be_visible()
        assert_accessible(page)
        page.goto(f"/desk/games/{game}")
        page.get_by_role("link", name="Log of moderation").click()
        for what in ("Result voided", "Text removed", "Renamed", "Suspended: may only read", "Warned"):
            expect(page.get_by_text(what).first).to_be_visible()
        assert_accessible(page)
        # every page of the desk leads to each other one
        for name, path in (("Unfair play", "fair-play"), ("Reports and appeals", "reports"), ("Ratings", "ratings")):
            page.get_by_role("navigation", name="Desk").get_by_role("link", name=name).click()
            expect(page).to_have_url(f"{site.base}/desk/{path}")
            expect(page.get_by_role("navigation", name="Desk").locator("[aria-current=page]")).to_have_text(name)


def test_a_moderator_closes_a_tournament_and_another_one_reads_why(browser: Browser, site: Server) -> None:
    cup = Cup(site, 4)
    with opened(browser, site.base, token=token_in(with_role(site, "moderator", "Mona"))) as page:
        page.goto(f"/desk/tournaments/{cup.id}")
        expect(page.get_by_role("main")).to_contain_text("None.")
        page.get_by_label("Reason").fill("it sells things")
        page.get_by_role("button", name="Close the tournament").click()
        expect(page.locator("main .done")).to_have_text("The tournament is closed.")
        assert_accessible(page)
    with opened(browser, site.base, token=token_in(with_role(site, "moderator", "Max"))) as page:
        page.goto(f"/desk/tournaments/{cup.id}")
        expect(page.get_by_role("main")).to_contain_text("Tournament closed")
        expect(page.get_by_role("main")).to_contain_text("it sells things")
        expect(page.get_by_role("button", name="Close the tournament")).to_have_count(0)


def test_a_suspended_player_sees_why_and_confirms_a_warning(browser: Browser, site: Server) -> None:
    player, moderator = site.player("Warned"), with_role(site, "moderator")
    path = f"/v1/moderation/players/{identity(player)}/acts"
    for body in (
        {"type": "warn", "reason": "be polite"},
        {"type": "suspend", "kind": "locked_out", "reason": "not polite"},
    ):
        ok(moderator.post(path, json=body), 201)
    with opened(browser, site.base, token=token_in(player), refused=("games", "stream", "me", "me/games")) as page:
        page.goto("/about")
        expect(page.get_by_text("Your account is locked out.")).to_be_visible()
        expect(page.get_by_text("Reason: not polite")).to_be_visible()
        page.get_by_role("button", name="I have read it").click()
        expect(page.get_by_text("be polite")).to_have_count(0)
        assert_accessible(page)
        page.reload()
        expect(page.get_by_text("Reason: not polite")).to_be_visible()
        expect(page.get_by_text("be polite")).to_have_count(0)


def test_a_link_gives_an_account_back(browser: Browser, site: Server) -> None:
    player = site.player("Lost")
    lines = granted(site, "recover", identity(player), "--reason", "lost the telephone")
    link = next(word for line in lines for word in line.split() if "/recover#" in word)
    with opened(browser, site.base) as page:
        page.goto(f"/recover#{link.partition('#')[2]}")
        assert_accessible(page)
        page.get_by_role("button", name="Get the account back").click()
        expect(page.get_by_text("You have the account Lost")).to_be_visible()
        assert "#" not in page.url
        page.get_by_role("main").get_by_role("link", name="Account").click()
        expect(page.get_by_label("Your name")).to_have_value(ok(player.get("/v1/me")).json()["name"])


def test_roles_need_a_passkey_and_the_pages_say_so(browser: Browser, site: Server) -> None:
    operator, moderator, player = with_role(site, "operator"), with_role(site, "moderator"), site.player("Plain")
    path = f"roles/{identity(player)}/moderator"
    with opened(browser, site.base, token=token_in(operator), refused=(path,)) as page:
        page.goto("/desk/roles")
        page.get_by_label("Player", exact=True).fill(identity(player))
        page.get_by_label("Reason").first.fill("helps at night")
        page.get_by_role("button", name="Grant").click()
        expect(page.get_by_role("alert")).to_contain_text("passkey")
        assert_accessible(page)
    with opened(browser, site.base, token=token_in(moderator)) as page:
        for address in ("/desk/log", "/desk/roles"):
            page.goto(address)
            expect(page.get_by_text("Only operators")).to_be_visible()
        page.goto("/desk/ratings")
        expect(page.get_by_text("Void periods")).to_be_visible()
        assert_accessible(page)
    with opened(browser, site.base, token=token_in(player)) as page:
        page.goto("/desk")
        expect(page.get_by_text("Only operators and moderators of this site work at the desk.")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_have_count(0)
