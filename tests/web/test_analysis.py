"""The analysis in the replay of a finished game."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.imported import Imported, serving_golden
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened

GIGANTEN, MINOS = "giganten-1-goblins-2006-3-careful", "minos-1-short-3-careful"
SHORT = "minos-1-directed-voyages"
TABS = ("Luck", "Paid and returned", "Mistakes", "Time used", "Scores and draws")


WATCH_STATUS = """() => {
    window.said = [];
    const region = document.querySelector('ludo-mistakes [role=status]');
    const observer = new MutationObserver(() => { said.push(region.textContent.trim()); });
    observer.observe(region, {childList: true, characterData: true, subtree: true});
}"""
"""Collects each text of the live region in `said`."""


FORGET_PERSON = """async () => {
    const loaded = performance.getEntriesByType('resource').map(({name}) => name);
    (await import(loaded.find((name) => /core.session[^/]*[.]js/.test(name)))).forget();
}"""
"""Makes the page ask again who is signed in."""


def analysis_of(finished: Imported, name: str) -> dict[str, Any]:
    """Return the analysis of a game as the API has it."""
    return ok(finished.server.client().get(f"/v1/games/{finished.games[name]}/analysis")).json()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Imported]:
    with serving_golden(tmp_path_factory.mktemp("analysis"), (GIGANTEN, MINOS, SHORT)) as found:
        yield found


def open_analysis(page: Page, game: str) -> None:
    """Go to the replay of a game, and open its analysis."""
    page.goto(f"/games/{game}?at=100")
    expect(page.get_by_role("slider", name="Version")).to_be_visible()
    more = page.get_by_role("button", name="More controls")
    if more.is_visible():
        more.click()
    page.get_by_role("button", name="Analysis").click()
    expect(page.get_by_role("tab", name="Luck")).to_have_attribute("aria-selected", "true")


def test_it_shows_luck_returns_and_times_and_leads_to_their_moments(browser: Browser, finished: Imported) -> None:
    found = analysis_of(finished, GIGANTEN)
    with opened(browser, finished.server.base) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/games/{finished.games[GIGANTEN]}?at=100")
        expect(page.get_by_role("slider", name="Version")).to_be_visible()
        # nothing of it is loaded before it is opened
        assert not [url for url in asked if "analysis" in url]
        open_analysis(page, finished.games[GIGANTEN])

        luck = page.get_by_role("region", name="Luck")
        licences = next(total for total in found["luck"]["totals"] if total["measure"] == "licences")
        row = luck.get_by_role("row", name=re.compile("Value of licences dealt"))
        expect(row.get_by_role("cell").first).to_contain_text(f"{licences['excess']:+.1f}".replace("-", "\u2212"))
        less = [total["excess"] for total in found["luck"]["totals"] if total["excess"] <= -1]
        assert less
        assert f"{round(less[0], 1):,}".replace("-", "\u2212").removesuffix(".0") in luck.inner_text()
        expect(row.get_by_role("cell").first).to_contain_text(f"{licences['actual']}, expected")

        # the arrow keys change tabs
        page.get_by_role("tab", name="Luck").press("ArrowRight")
        expect(page.get_by_role("tab", name="Paid and returned")).to_be_focused()
        scores = page.get_by_role("region", name="Where the scores come from").get_by_role(
            "row", name=re.compile("Score")
        )
        assert scores.get_by_role("cell").all_inner_texts() == [f"{score:,}" for score in found["scores"][-1]["scores"]]
        auctions = [line for line in found["returns"]["lines"] if line["kind"] == "auction"]
        rows = page.get_by_role("region", name="Auction").locator("tbody tr")
        assert rows.count() == len(auctions)

        # a link closes the dialog and goes to the moment
        rows.nth(1).get_by_role("link").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.get_by_role("slider", name="Version")).to_have_value(str(auctions[1]["version"]))


def test_axe_finds_nothing_in_any_tab(browser: Browser, finished: Imported) -> None:
    with opened(browser, finished.server.base, viewport=PHONE) as page:
        open_analysis(page, finished.games[MINOS])
        for tab in TABS:
            page.get_by_role("tab", name=tab).click()
            expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
            assert_accessible(page, "dialog[open]")
            # only tables scroll sideways
            assert page.evaluate("document.querySelector('dialog[open]').scrollWidth") <= page.evaluate("innerWidth")


def check_sums(page: Page, found: dict[str, Any]) -> None:
    """Check what each player has lost, in the whole game and by phase."""
    lost = page.get_by_role("region", name="Points lost").locator("tbody tr")
    assert lost.count() == found["seats"]
    for player in found["players"]:
        row = lost.nth(player["seat"])
        expect(row.get_by_role("cell").first).to_have_text(str(player["decisions"]))
        expect(row).to_contain_text(
            "\N{EN DASH}" if player["accuracy"] is None else f"{round(player['accuracy'] / 10)}%"
        )
    page.locator("ludo-mistakes summary", has_text="By phase").click()
    phases = page.get_by_role("region", name="By phase").locator("tbody tr")
    assert phases.count() == sum(len(player["phases"]) for player in found["players"])


def test_the_engine_is_asked_and_its_mistakes_lead_to_their_moments(browser: Browser, finished: Imported) -> None:
    player, game = finished.server.player(), finished.games[SHORT]
    token = player.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, finished.server.base, token=token) as page:
        open_analysis(page, game)
        page.get_by_role("tab", name="Mistakes").click()
        expect(page.get_by_text("what the player could know then")).to_be_visible()
        page.get_by_label("How thorough").select_option("glance")
        button = page.get_by_role("button", name="Let the engine look")
        expect(button).to_have_attribute("aria-disabled", "false")
        page.evaluate(WATCH_STATUS)
        button.click()
        table = page.get_by_role("region", name="Mistakes", exact=True)
        expect(table).to_be_visible(timeout=120_000)

        found = ok(player.get(f"/v1/games/{game}/analysis/glance")).json()
        first = found["dearest"][0]
        rows = table.locator("tbody tr")
        dearest = {each["version"] for each in found["dearest"]}
        count = len(dearest | {each["version"] for each in found["mistakes"]})
        assert rows.count() == count >= len(found["mistakes"])
        # the button keeps the focus, and the live region has said when it began and ended, and nothing more
        expect(button).to_be_focused()
        assert page.evaluate("said") == ["The engine looks at the game.", "The engine is done."]
        check_sums(page, found)
        interval = round(1.96 * first["error"] / 10)
        expect(rows.first).to_contain_text(f"± {interval}%, interval of 95 percent")
        plot = page.locator(".engine-chances")
        assert [each.strip() for each in plot.locator(".scores-label").all_text_contents()] == ["0%", "50%", "100%"]
        for seat in range(found["seats"]):
            assert plot.locator(f".seat-{seat} .scores-mark").count() > 1
            expect(page.locator(f"ludo-mistakes .scores-now .seat-{seat} svg")).to_be_visible()
        expect(rows.first).to_contain_text(f"{round(first['chance'] / 10)}% instead of")
        # the sentences of the choices, and not their commands
        for shown, command in enumerate((first["chosen"], first["better"])):
            expect(rows.first.get_by_role("cell").nth(2 + shown)).not_to_contain_text(command["type"].split(".")[1])
        engine = f"level glance, digest {found['engine']['digest']}. Anyone can compute it again with ludolog analyse."
        expect(page.locator("ludo-mistakes")).to_contain_text(engine)
        assert_accessible(page, "dialog[open]")
        page.locator("ludo-mistakes summary", has_text="As a table").click()
        chances = page.get_by_role("region", name="Winning chance", exact=True).locator("tbody tr")
        assert chances.count() == len(found["chances"])

        rows.first.get_by_role("link").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.get_by_role("slider", name="Version")).to_have_value(str(first["version"]))
    with opened(browser, finished.server.base) as page:
        # a visitor sees what was found, and may not ask
        open_analysis(page, game)
        page.get_by_role("tab", name="Mistakes").click()
        expect(page.get_by_role("link", name="Sign in to ask it")).to_be_visible()
        page.get_by_label("How thorough").select_option("glance")
        page.get_by_role("button", name="Show what the engine found").click()
        expect(page.get_by_role("region", name="Mistakes", exact=True).locator("tbody tr")).to_have_count(count)


def test_the_analysis_of_an_earlier_release_is_shown_until_the_new_one_is_there(
    browser: Browser, finished: Imported
) -> None:
    player, game = finished.server.player(), finished.games[SHORT]
    path = f"/v1/games/{game}/analysis/glance"
    player.put(path)
    until(lambda: "format" in ok(player.get(path)).json())
    made = ok(player.get(path)).json()
    old = json.dumps({name: value for name, value in made.items() if name not in {"players", "dearest"}})
    busy = ("elsewhere", "glance", "2026", "waiting", 0, 1, "another process", "9999")
    with contextlib.closing(sqlite3.connect(finished.folder / "games.db")) as stored:
        with stored:
            stored.execute("UPDATE engine_jobs SET document=? WHERE game=? AND level='glance'", (old, game))
            # another process works on another game: the engine waits
            stored.execute(
                "INSERT INTO engine_jobs (game, level, asked_at, state, done, total, holder, valid_until) "
                "VALUES (?,?,?,?,?,?,?,?)",
                busy,
            )
        token = player.headers["Authorization"].removeprefix("Bearer ")
        with opened(browser, finished.server.base, token=token) as page:
            open_analysis(page, game)
            page.get_by_role("tab", name="Mistakes").click()
            page.get_by_label("How thorough").select_option("glance")
            # the browser may have kept what the engine has made before: it asks the service nevertheless
            page.get_by_role("button", name="Let the engine look").click()
            region = page.locator("ludo-mistakes")
            expect(region).to_contain_text(f"digest {made['engine']['digest']}")
            expect(page.get_by_role("progressbar", name="Progress of the engine")).to_be_visible()
            sums = page.get_by_role("region", name="Points lost", exact=True)
            expect(sums).to_have_count(0)
            with stored:
                stored.execute("DELETE FROM engine_jobs WHERE game='elsewhere'")
            expect(sums).to_be_visible(timeout=120_000)
            expect(region.get_by_role("status")).to_have_text("The engine is done.")


def test_the_engine_is_asked_only_when_it_is_known_who_asks(browser: Browser, finished: Imported) -> None:
    token = finished.server.player().headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, finished.server.base, token=token) as page:
        held: list[Route] = []
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.method) if "/analysis/glance" in request.url else None)
        open_analysis(page, finished.games[SHORT])
        # the page knows the person already: it has to ask again, and gets no answer for now
        page.evaluate(FORGET_PERSON)
        page.route("**/v1/sessions/current", lambda route: held.append(route))  # noqa: PLW0108 - needs a signature
        page.get_by_role("tab", name="Mistakes").click()
        page.get_by_label("How thorough").select_option("glance")
        button = page.get_by_role("button", name="Let the engine look")
        expect(button).to_have_attribute("aria-disabled", "true")
        button.click(force=True)
        assert not asked
        for route in held:
            route.continue_()
        expect(button).to_have_attribute("aria-disabled", "false")
        with page.expect_response(lambda response: response.request.method == "PUT"):
            button.click()
        assert asked[0] == "PUT"


def test_a_failure_of_the_engine_is_said_in_the_live_region(browser: Browser, finished: Imported) -> None:
    with opened(browser, finished.server.base, refused=["/analysis/quick"]) as page:
        open_analysis(page, finished.games[GIGANTEN])
        page.get_by_role("tab", name="Mistakes").click()
        button = page.get_by_role("button", name="Show what the engine found")
        button.click()
        status = page.locator("ludo-mistakes").get_by_role("status")
        expect(status).to_have_text("The engine was not asked about this game yet.")
        # an answer, not a failure
        expect(status).to_have_class("muted")
        expect(button).to_be_focused()
        expect(button).to_have_attribute("aria-disabled", "false")
