"""The pages in German and Italian: no English text of ours, numbers and amounts as the language writes them."""

import re

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Browser, Page, expect

from service.web.texts import DOMAIN
from tests.catalogues.files import read
from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import token as token_of
from tests.web.test_table import signed_up, started_game

languages = pytest.mark.parametrize("language", ["de", "it"])
PATHS = (
    *(
        "/",
        "/new",
        "/account",
        "/account/notifications",
        "/email",
        "/results",
        "/leaderboards/minos",
        "/verify",
        "/about",
        "/bots",
        "/sign-in",
    ),
    *("/tournaments", "/tournaments/new"),
)
TITLES = ("giganten", "siberia", "minos")

LONG = 12
"""The letters above which an English text is in no other text by chance."""

TEXTS = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
    (node) => ['aria-label', 'title', 'placeholder'].map((name) => node.getAttribute(name) ?? '')),
  ...[...document.querySelectorAll('svg text')].map((node) => node.textContent)].join('\\n')"""

AMOUNTS = """async () => {
  const base = document.querySelector('script[type=module]').src.replace(/js\\/.*/, 'js/core/amounts.js');
  const {formatAmount} = await import(base);
  return [formatAmount(15000, '$'), formatAmount(4500, '$'), formatAmount(40, 'T'), formatAmount(-4, 'T')];
}"""


def _changed(message: Message) -> set[str]:
    """Return the English texts of a message that its translation does not repeat."""
    texts, translated = (each if isinstance(each, tuple) else (each,) for each in (message.id, message.string))
    return {str(text) for text in texts if text not in translated}


def english(language: str) -> set[str]:
    """Return the long English texts that have another text in the language, cut at their placeholders."""
    translated = {text for message in read(language, DOMAIN) for text in _changed(message)}
    parts = {part.strip(" .:,") for text in translated for part in re.split(r"\{\w+\}|%\(\w+\)s", text)}
    return {part for part in parts if len(part) > LONG}


def expect_no_english(page: Page, language: str) -> None:
    """Wait until no element loads, and compare the texts of the page."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".skeleton")).to_have_count(0)
    shown = page.evaluate(TEXTS)
    assert {text for text in english(language) if text in shown} == set()


def width_of(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth")


@languages
def test_pages_show_no_english_text_and_fit_a_phone(browser: Browser, site: Server, language: str) -> None:
    token, client = signed_up(site, f"Reader {language}")
    started_game(client, "minos")
    with opened(browser, site.base, token=token, locale=language, viewport=PHONE) as page:
        for path in PATHS:
            page.goto(path)
            expect_no_english(page, language)
            assert width_of(page) <= PHONE["width"], path


@languages
def test_the_page_of_a_tournament_shows_no_english_text(browser: Browser, site: Server, language: str) -> None:
    cup = Cup(site, 4, pause=None)
    cup.publish_first()
    cup.play(1)
    with opened(browser, site.base, token=token_of(cup.owner), locale=language, viewport=PHONE) as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.locator("ludo-desk .ruling")).to_be_attached()
        page.locator("main details > summary").evaluate_all("all => all.forEach((each) => each.click())")
        expect_no_english(page, language)
        assert width_of(page) <= PHONE["width"]


@languages
def test_the_lobby_of_a_visitor_shows_no_english_text(browser: Browser, site: Server, language: str) -> None:
    with opened(browser, site.base, locale=language) as page:
        page.goto("/")
        expect_no_english(page, language)


@languages
def test_an_unknown_game_shows_no_english_text(browser: Browser, site: Server, language: str) -> None:
    unknown = "00000000-0000-4000-8000-000000000000"
    with opened(browser, site.base, locale=language, refused=("/nope", unknown, f"{unknown}/events")) as page:
        for game in ("nope", unknown):
            page.goto(f"/games/{game}")
            expect(page.locator("main .problem")).to_be_visible()
            expect_no_english(page, language)
            assert "there is no such game" not in page.content()


@languages
@pytest.mark.parametrize("title", TITLES)
def test_a_table_shows_no_english_text(browser: Browser, site: Server, language: str, title: str) -> None:
    token, client = signed_up(site, f"Player {language}")
    game = started_game(client, title)
    with opened(browser, site.base, token=token, locale=language) as page:
        page.goto(f"/games/{game}")
        expect(page.locator("ludo-board svg").first).to_be_visible()
        expect(page.locator("ludo-question .asked").first).to_be_visible()
        expect_no_english(page, language)
        page.keyboard.press("?")
        expect(page.locator("dialog.keys")).to_be_visible()
        expect_no_english(page, language)


@pytest.mark.parametrize(
    ("language", "amounts"),
    [
        ("en", ["$15,000", "$4,500", "40 T", "\N{MINUS SIGN}4 T"]),
        ("de", ["15.000 $", "4.500 $", "40 T", "\N{MINUS SIGN}4 T"]),
        ("it", ["15.000 $", "4.500 $", "40 T", "\N{MINUS SIGN}4 T"]),
    ],
)
def test_amounts_are_written_as_the_language_writes_them(
    browser: Browser, site: Server, language: str, amounts: list[str]
) -> None:
    with opened(browser, site.base, locale=language) as page:
        page.goto("/")
        shown: list[str] = page.evaluate(AMOUNTS)
        assert [text.replace("\u00a0", " ") for text in shown] == amounts


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", None), ("de", "Name vergeben"), ("it", "Nome già in uso")],
)
def test_a_refusal_begins_with_its_title_in_the_language(
    browser: Browser, site: Server, language: str, title: str | None
) -> None:
    name = ok(site.player("Taken in words").get("/v1/me")).json()["name"]
    with opened(browser, site.base, locale=language, refused=("/v1/sessions",)) as page:
        page.goto("/sign-in")
        page.locator("#name").fill(name)
        page.locator("#name").press("Enter")
        problem = page.get_by_role("alert")
        expect(problem).to_contain_text(name)
        if title is not None:
            expect(problem).to_contain_text(f"{title}: ")
