"""The first game of a title: marks that lead a new player through the first rounds of a real game against bots."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, WIDE, opened
from tests.web.test_lobby import token
from tests.web.test_sign_in import with_authenticator
from tests.web.test_table import TITLES, signed_up, started_game

NAMES = {"giganten": "Giganten", "siberia": "Siberia", "minos": "Minos"}
COUNT = re.compile(r"step (\d+) of (\d+)")
WORDS = {"en": ("Next", "Skip"), "de": ("Weiter", "überspringen"), "it": ("Avanti", "Salta")}
MOST, PATIENT = 60, 15
"""How many acts a first game takes at the most, and after how many a player reads a mark before its time.

A game of Giganten may be over after 25 acts; until then, chance may not have led the truck to a site.
"""

SAID = """
window.said = [];
document.addEventListener('readystatechange', () => {
  const region = document.getElementById('live');
  const observer = new MutationObserver(() => said.push(region.textContent));
  if (region) observer.observe(region, {childList: true, characterData: true, subtree: true});
}, {once: true});
"""
"""Collects each text of the live region in `said`: a later one takes its place."""


def begun(page: Page, title: str, path: str = "/") -> str:
    """Start the first game of a title from a page that has the button; return the id of the game."""
    page.goto(path)
    page.locator(f"ludo-first-game[data-title={title}] button").click()
    page.wait_for_url("**/games/*first=1")
    expect(page.locator(".coach")).to_be_visible()
    return page.url.rpartition("/")[2].partition("?")[0]


def steps_of(client: httpx.Client, title: str, language: str = "en") -> list[dict[str, Any]]:
    return ok(client.get(f"/v1/rulesets/{title}/guide", params={"lang": language})).json()["first_game"]["steps"]


LIKED = (
    *("minos.build", "minos.use_dice", "giganten.build_derrick", "giganten.inspect_site", "giganten.ship_oil"),
    *("giganten.bid", "giganten.sell_oil", "siberia.place_resource", "siberia.sell_cubes", "siberia.end_placing"),
)
"""The commands that a new player tries first."""


def act(page: Page) -> None:
    """Answer the open decision as a new player would: with what is liked, or with a move, or with the first choice."""
    expect(page.locator("ludo-question.mine[aria-busy=false]")).to_be_visible()
    # after the last token, that all lie is chosen already
    if not page.locator("button.die, ludo-question.chosen").count():
        choices = [page.locator(f'.choice[data-explain="choice:{command}"]') for command in LIKED]
        harbours = page.locator(".choice", has_text="to Harbour of")
        liked = next((each for each in (*choices, harbours) if each.count()), page.locator(".choice"))
        liked.first.click()
    with page.expect_response(lambda response: response.url.endswith("/commands")):
        page.locator(".confirm").click()
    expect(page.locator("ludo-question.mine[aria-busy=false]")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("title", TITLES)
def test_the_marks_lead_through_the_first_rounds_of_a_game_that_is_not_rated(
    browser: Browser, site: Server, title: str, viewport: Any
) -> None:
    steps = steps_of(site.client(), title)
    with opened(browser, site.base, locale="en", viewport=viewport) as page:
        game = begun(page, title)
        card, ring = page.locator(".coach"), page.locator(".coach-ring")
        expect(card).to_contain_text("not rated")
        opened_as = ok(site.client().get(f"/v1/games/{game}")).json()
        assert opened_as["rated"] is False
        assert all(seat["player"].startswith("bot:") for seat in opened_as["seats"][1:])
        seen: list[int] = []
        acts = 0
        for _ in range(MOST):
            if not card.count():
                break
            found = COUNT.search(card.inner_text())
            assert found is not None
            number = int(found[1])
            text = steps[number - 1]["text"]
            advance = card.get_by_role("button", name=re.compile("^(Next|Done)$"))
            if not advance.count():
                # what the next mark is about comes with a later decision
                if acts < PATIENT:
                    act(page)
                    acts += 1
                else:
                    # away from a symbol whose explanation would lie over the card
                    page.mouse.move(0, 0)
                    card.get_by_role("button", name="Show it now").click()
                continue
            expect(card).to_contain_text(text)
            expect(ring).to_be_visible()
            assert_beside(page, steps[number - 1]["spot"])
            seen.append(number)
            advance.click()
        assert not card.count(), f"seen {seen}"
        assert seen == sorted(seen)
        assert seen[-1] == len(steps)
        assert len(seen) >= 6
        expect(page).to_have_url(re.compile(rf"/games/{game}$"))


def assert_beside(page: Page, spot: str) -> None:
    """The card is in the window, and hides neither its spot nor, on a large spot, most of it."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    card, ring = (page.locator(part).bounding_box() for part in (".coach", ".coach-ring"))
    assert card is not None
    assert ring is not None
    size = page.viewport_size
    assert size is not None
    assert card["x"] >= 0
    assert card["y"] >= 0
    assert card["x"] + card["width"] <= size["width"]
    assert card["y"] + card["height"] <= size["height"]
    across = min(card["x"] + card["width"], ring["x"] + ring["width"]) - max(card["x"], ring["x"])
    down = min(card["y"] + card["height"], ring["y"] + ring["height"]) - max(card["y"], ring["y"])
    hidden = max(0, across) * max(0, down) / (ring["width"] * ring["height"])
    assert hidden < 0.35, (spot, card, ring)


def test_a_step_is_over_when_its_question_is_answered(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, locale="en") as page:
        begun(page, "minos")
        card = page.locator(".coach")
        for _ in range(3):
            card.get_by_role("button", name="Next").click()
        expect(card).to_contain_text("Confirm to roll")
        # all dice are kept: the next part of the turn begins
        act(page)
        expect(card).to_contain_text("Now use the dice")
        # it survives a reload
        page.reload()
        expect(card).to_contain_text("Now use the dice")
        expect(card).to_contain_text("step 5 of 9")
        assert_accessible(page)


def test_a_mark_that_waits_hides_nothing_of_a_question_that_needs_more_height(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, locale="en", viewport=PHONE) as page:
        begun(page, "siberia")
        card = page.locator(".coach")
        for _ in range(4):
            card.get_by_role("button", name="Next").click()
        expect(card).to_contain_text("comes with a later decision")
        # a press that the card takes away fails
        page.get_by_role("button", name=re.compile("^All [0-9]+$")).click()
        page.get_by_role("button", name="Fewer").click()
        page.locator(".choice:visible").first.click()
        expect(page.locator(".prepared li")).to_have_count(1)
        page.get_by_role("button", name=re.compile("^All [0-9]+$")).click(trial=True)


def test_the_explanations_can_be_skipped_and_the_game_goes_on(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, locale="en") as page:
        game = begun(page, "siberia")
        page.get_by_role("button", name="Skip the explanations").click()
        expect(page.locator(".coach, .coach-ring")).to_have_count(0)
        expect(page).to_have_url(re.compile(rf"/games/{game}$"))
        page.reload()
        expect(page.locator("ludo-question.mine")).to_be_visible()
        expect(page.locator(".coach")).to_have_count(0)
        act(page)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("title", TITLES)
def test_the_marks_have_the_language_of_the_page(browser: Browser, site: Server, title: str, language: str) -> None:
    [first, *_] = steps_of(site.client(), title, language)
    following, skip = WORDS[language]
    with opened(browser, site.base, locale=language) as page:
        page.add_init_script(SAID)
        begun(page, title, f"/rules/{title}")
        card = page.locator(".coach")
        expect(card).to_contain_text(first["text"])
        expect(card.get_by_role("button", name=following)).to_be_visible()
        expect(card.get_by_role("button", name=re.compile(skip))).to_be_visible()
        # a screen reader hears it, too
        until(lambda: any(first["text"] in text for text in page.evaluate("said")))


def test_a_player_and_a_new_account_find_the_first_games(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, token=token(site.player("Wants to learn")), locale="en") as page:
        page.goto("/")
        expect(page.locator("ludo-first-game button")).to_have_count(len(TITLES))
        assert_accessible(page)
        page.get_by_role("button", name="Learn it in a first game: Minos").click()
        page.wait_for_url("**/games/*first=1")
    # passkeys need a domain name, which an address is not
    with opened(browser, site.base.replace("127.0.0.1", "localhost"), locale="en") as page:
        with_authenticator(page)
        page.goto("/sign-in")
        page.get_by_label("Your name").fill("Quite new here")
        page.get_by_role("button", name=re.compile("^Sign up")).click()
        expect(page.get_by_role("heading", name="Learn in a first game")).to_be_visible()
        page.get_by_role("button", name="Learn it in a first game: Siberia").click()
        page.wait_for_url("**/games/*first=1")
        expect(page.locator(".coach")).to_be_visible()


def test_a_spectator_of_a_first_game_sees_no_marks(browser: Browser, site: Server) -> None:
    game = started_game(signed_up(site, "Learns alone")[1], "minos")
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/games/{game}?first=1")
        expect(page.locator("ludo-players .player").first).to_be_visible()
        expect(page.locator("ludo-question")).to_be_visible()
        page.wait_for_timeout(500)
        expect(page.locator(".coach")).to_have_count(0)
