"""The form to sign up where the operator limits it: with a code, with terms to accept, or not at all; and new terms."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.moderation.kit import unique, with_role
from tests.service.server import Server, serving
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_sign_in import with_authenticator

TERMS = "# Terms of play\n\nBe kind.\n"


@contextmanager
def visited(browser: Browser, server: Server, *refused: str) -> Generator[Page]:
    """Yield a page of a telephone with an authenticator. Passkeys need a domain name, which an address is not."""
    base = server.base.replace("127.0.0.1", "localhost")
    with opened(browser, base, viewport=PHONE, refused=("/v1/sessions", *refused), lost=True) as page:
        with_authenticator(page)
        yield page


def switch(server: Server, mode: str) -> str:
    """Switch who may sign up, and return a code."""
    operator = with_role(server, "operator")
    ok(operator.put("/v1/site", json={"reason": "a test", "sign_ups": mode}))
    return ok(operator.post("/v1/site/codes", json={}), 201).json()["code"]


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Enter")


def name_of(page: Page, name: str) -> None:
    """Expect a person to be signed in after the token was kept."""
    page.get_by_role("link", name="I have kept it. Continue").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_code_signs_one_person_up(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        code, name = switch(server, "invitation"), unique("Cora")
        with visited(browser, server) as page:
            page.goto("/sign-in")
            # guests have no code
            expect(page.get_by_label("Your name")).to_be_visible()
            expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)
            assert_accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
            # without a code the browser asks for it
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Sign up").click()
            assert page.get_by_label("Code of your invitation").evaluate("(each) => each.validity.valueMissing")
            page.get_by_label("Code of your invitation").fill("AAAA-BBBB-CCCC-DDDD")
            sign_up(page, name)
            expect(page.get_by_role("alert")).to_contain_text("code")
            # the form keeps what was entered, and small letters without lines are the same code
            expect(page.get_by_label("Your name")).to_have_value(name)
            page.get_by_label("Code of your invitation").fill(code.lower().replace("-", " "))
            page.get_by_label("Code of your invitation").press("Enter")
            name_of(page, name)
        with visited(browser, server) as page:
            page.goto("/sign-in")
            page.get_by_label("Code of your invitation").fill(code)
            sign_up(page, unique("Dora"))
            expect(page.get_by_role("alert")).to_contain_text("code")


def test_a_closed_site_says_so(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player("Ada")
        with visited(browser, server) as late:
            # the page was opened before sign-up was closed
            late.goto("/sign-in")
            expect(late.get_by_label("Your name")).to_be_visible()
            switch(server, "closed")
            sign_up(late, unique("Dora"))
            expect(late.get_by_role("alert")).to_contain_text("closed")
        with opened(browser, server.base, viewport=PHONE) as page:
            page.goto("/sign-in")
            expect(page.get_by_text("Sign-up is closed at the moment.")).to_be_visible()
            for absent in ("Your name", "Code of your invitation"):
                expect(page.get_by_label(absent)).to_have_count(0)
            expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)
            assert_accessible(page)
            # who has an account signs in
            page.get_by_label("Token", exact=True).fill(player.headers["Authorization"].removeprefix("Bearer "))
            page.get_by_label("Token", exact=True).press("Enter")
            expect(page.get_by_role("link", name="Account", exact=True)).to_be_visible()


def law_in(folder: Path, text: str) -> str:
    """Write the terms of an operator, and return the folder."""
    (folder / "law").mkdir(exist_ok=True)
    (folder / "law" / "terms.md").write_text(text)
    return str(folder / "law")


def test_terms_are_accepted_at_sign_up_and_again_when_they_change(browser: Browser, tmp_path: Path) -> None:
    settings = {"LUDOLOG_LAW_FOLDER": law_in(tmp_path, TERMS), "LUDOLOG_ACCEPT_TERMS": "on"}
    with serving(tmp_path / "games.db", **settings) as server:
        name, renamed = unique("Tea"), unique("Thea")
        with visited(browser, server, "/v1/me/name") as page:
            page.goto("/sign-in")
            expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)
            assert_accessible(page)
            page.get_by_label("Your name").fill(name)
            page.get_by_role("button", name="Sign up").click()
            accepts = page.get_by_role("checkbox", name="I have read the terms, and accept them.")
            assert accepts.evaluate("(each) => each.validity.valueMissing")
            # reading the terms loses nothing: they are another page
            page.locator("main").get_by_role("link", name="Terms of use").click()
            expect(page.get_by_role("heading", name="Terms of play")).to_be_visible()
            page.go_back()
            page.get_by_label("Your name").fill(name)
            accepts.press("Space")
            page.get_by_role("button", name="Sign up").click()
            name_of(page, name)

            law_in(tmp_path, TERMS + "\nAnd patient.\n")
            server.stop()
            server.restart()
            # the page says what to do, and where
            page.goto("/account")
            expect(page.get_by_text("This site has new terms.")).to_be_visible()
            assert_accessible(page)
            page.get_by_label("Your name").fill(renamed)
            page.get_by_label("Your name").press("Enter")
            expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("terms")
            page.get_by_role("link", name="Read and accept them").click()
            expect(page.get_by_text("And patient.")).to_be_visible()
            assert_accessible(page)
            page.get_by_role("button", name="I accept the terms").press("Enter")
            expect(page.locator("main").get_by_text("You have accepted the terms.")).to_be_visible()
            expect(page.get_by_role("link", name="Read and accept them")).to_have_count(0)
            page.goto("/account")
            page.get_by_label("Your name").fill(renamed)
            with page.expect_response(lambda reply: reply.url.endswith("/v1/me/name") and reply.ok):
                page.get_by_label("Your name").press("Enter")
            page.reload()
            expect(page.get_by_role("link", name=renamed)).to_be_visible()


@pytest.mark.parametrize("path", ["/docs", "/docs/guide", "/docs/changelog", "/problems/", "/problems/not-found"])
def test_the_pages_of_the_documents_lead_to_those_of_the_operator(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, path: str
) -> None:
    folder = tmp_path_factory.mktemp("law")
    law = law_in(folder, TERMS)
    (Path(law) / "privacy.md").write_text("# Privacy of this site\n\nWe store little.\n")
    with serving(folder / "games.db", LUDOLOG_LAW_FOLDER=law) as server, opened(browser, server.base) as page:
        page.goto(path)
        links = page.locator("footer").get_by_role("link")
        expect(links).to_have_text(["Privacy", "Terms of use"])
        if path != "/docs":
            assert_accessible(page)
        links.first.click()
        expect(page.get_by_role("heading", name="Privacy of this site")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_no_page_scrolls_sideways_with_all_pages_of_the_operator(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    law = law_in(tmp_path, TERMS)
    for name in ("privacy", "imprint"):
        (Path(law) / f"{name}.md").write_text(f"# {name}\n\nShort.\n")
    with (
        serving(tmp_path / "games.db", LUDOLOG_LAW_FOLDER=law) as server,
        opened(browser, server.base, viewport=PHONE, locale=language) as page,
    ):
        for path in (
            "/about",
            "/law/terms",
            "/transparency",
            "/docs/guide",
            "/docs/changelog",
            "/problems",
            "/rules/tournaments",
        ):
            page.goto(path)
            expect(page.locator('footer a[href="/law/terms"]')).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path


def test_documents_of_a_site_without_pages_of_the_operator_have_no_footer(site: Server) -> None:
    for path in ("/docs", "/docs/guide", "/problems/"):
        reply = ok(site.client().get(path, headers={"Accept": "text/html"}))
        assert "<footer" not in reply.text, path
