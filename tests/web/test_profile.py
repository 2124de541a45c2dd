"""Profiles, leaderboards and results of players with rated games."""

import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.replies import ok
from tests.service.kit import decide_twice
from tests.service.server import Server, serving
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import identity


class Rated(NamedTuple):
    """Two players with rated games, and the last of these."""

    winner: dict[str, Any]
    loser: dict[str, Any]
    last: str


def played(organiser: httpx.Client, players: list[httpx.Client], title: str, ranks: list[int]) -> str:
    """Return a rated game that its organiser has ended."""
    body = {"ruleset": title, "seats": len(players), "rated": True}
    game: str = ok(organiser.post("/v1/games", json=body)).json()["id"]
    for seat, player in enumerate(players):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert organiser.post(f"/v1/games/{game}/start").status_code == 200
    decide_twice(game, players)
    ruling = {"type": "adjudicate", "ranks": ranks, "reason": "time is over"}
    assert organiser.post(f"/v1/games/{game}/rulings", json=ruling).status_code == 201
    return game


@pytest.fixture(scope="module")
def rated(site: Server) -> Rated:
    return rate(site)


def rate(site: Server) -> Rated:
    """Play the rated games of two new players."""
    players = [site.player("Wilma"), site.player("Lore")]
    organiser = site.player("Organiser of ratings")
    for _ in range(3):
        played(organiser, players, "minos", [1, 2])
    last = played(organiser, players, "siberia", [2, 1])
    return Rated(identity(players[0]), identity(players[1]), last)


def test_a_profile_shows_ratings_and_games(browser: Browser, site: Server, rated: Rated) -> None:
    with opened(browser, site.base) as page:
        page.goto(f"/players/{rated.winner['id']}")
        expect(page.get_by_role("heading", name=rated.winner["name"], level=1)).to_be_visible()
        row = page.get_by_role("row", name=re.compile("^Minos "))
        expect(row.first.get_by_role("cell")).to_have_count(4)
        expect(row.first).to_contain_text(re.compile(r"3\s*3\s*$"))
        results = page.get_by_role("region", name="Results").get_by_role("listitem")
        expect(results.filter(has_text="Siberia")).to_contain_text("adjudicated")
        game = page.get_by_role("region", name="Results").get_by_role("link", name="Siberia")
        expect(game).to_have_attribute("href", f"/games/{rated.last}")
        assert_accessible(page)


def test_the_plot_of_ratings_is_read_by_keyboard_and_as_a_table(browser: Browser, site: Server, rated: Rated) -> None:
    history = ok(site.client().get(f"/v1/players/{rated.winner['id']}/ratings")).json()["items"]
    minos = [f"Skill {row['mu']:.1f} ± {row['sigma']:.1f}, rank 1" for row in history if row["ruleset"] == "minos"]
    with opened(browser, site.base, viewport=PHONE) as page:
        page.goto(f"/players/{rated.winner['id']}")
        plot = page.get_by_role("application", name="Skill over time")
        expect(plot.locator("circle:not(.current)")).to_have_count(4)
        box = plot.locator("text").first.bounding_box()
        assert box is not None
        assert box["height"] >= 11, "the texts of the plot keep their size on a phone"
        first, last = (plot.locator(".axis").nth(place).bounding_box() for place in (-2, -1))
        assert first is not None
        assert last is not None
        assert first["x"] + first["width"] < last["x"], "the first and the last moment do not overlap"
        readout = page.locator("ludo-plot output")
        expect(readout).to_contain_text(minos[2])
        plot.focus()
        page.keyboard.press("Home")
        expect(readout).to_contain_text(minos[0])
        page.keyboard.press("ArrowRight")
        expect(readout).to_contain_text(minos[1])
        page.keyboard.press("ArrowDown")
        expect(readout).to_contain_text("Siberia")
        page.get_by_text("As a table").click()
        cells = page.locator("ludo-plot tbody tr td:last-child")
        assert cells.all_inner_texts()[:3] == minos


def test_the_plot_has_the_last_thousand_rated_games(browser: Browser, site: Server, rated: Rated) -> None:
    path = f"/v1/players/{rated.winner['id']}/ratings"
    first = ok(site.client().get(path)).json()["items"][0]
    pages = {
        "": {"items": [{**first, "mu": 10.0}, *[first] * 999], "next": "more"},
        "more": {"items": [{**first, "mu": 40.0}], "next": None},
    }

    def many(route: Route) -> None:
        (cursor,) = parse_qs(urlsplit(route.request.url).query).get("cursor", [""])
        route.fulfill(json=pages[cursor])

    with opened(browser, site.base) as page:
        page.route(re.compile(r"/ratings\?"), many)
        page.goto(f"/players/{rated.winner['id']}")
        page.get_by_text("As a table").click()
        cells = page.locator("ludo-plot tbody tr td:last-child")
        expect(cells).to_have_count(1000)
        expect(cells.last).to_contain_text("Skill 40.0")
        expect(cells.first).not_to_contain_text("Skill 10.0")


def test_the_axis_of_the_plot_has_numbers_of_the_language(browser: Browser, site: Server, rated: Rated) -> None:
    with opened(browser, site.base, locale="de") as page:
        page.goto(f"/players/{rated.winner['id']}")
        expect(page.locator("ludo-plot circle.current")).to_be_visible()
        page.evaluate(
            "document.querySelector('ludo-plot').series ="
            " [{name: 'Far', points: [{x: 0, y: -1000, text: ''}, {x: 9, y: 1000, text: ''}]}]"
        )
        axis = page.locator("ludo-plot text[text-anchor=end]")
        expect(axis.first).to_have_text("\u22121.000")
        texts = axis.all_text_contents()
        assert {"\u2212500", "0", "1.000"} <= set(texts), texts


def test_an_unknown_player_has_a_page_with_ways_on(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/nobody", "/games", "/ratings", "/record")) as page:
        page.goto("/players/nobody")
        expect(page.get_by_role("heading", name="Page not found", level=1)).to_be_visible()
        expect(page.get_by_role("link", name="To the games")).to_be_visible()
        assert_accessible(page)


def test_a_leaderboard_ranks_players_by_title_and_profile(browser: Browser, tmp_path: Path) -> None:
    # the site of the other tests may rank further players
    with serving(tmp_path / "games.db") as server, opened(browser, server.base, viewport=PHONE) as page:
        rated = rate(server)
        page.goto("/leaderboards/minos")
        names = page.get_by_role("rowheader").get_by_role("link")
        expect(names.first).to_have_text(rated.winner["name"])
        expect(names.last).to_have_text(rated.loser["name"])
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert_accessible(page)
        page.get_by_role("link", name="Usual rules").click()
        expect(page.get_by_role("link", name="Usual rules")).to_have_attribute("aria-current", "page")
        expect(names.first).to_have_text(rated.winner["name"])
        page.get_by_role("link", name="Siberia").click()
        expect(names.first).to_have_text(rated.loser["name"])


def test_results_are_filtered_by_title_and_player(browser: Browser, site: Server, rated: Rated) -> None:
    with opened(browser, site.base) as page:
        page.goto("/results")
        page.get_by_label("Player").fill(f"{site.base}/players/{rated.loser['id']}")
        page.keyboard.press("Enter")
        rows = page.locator(".row")
        expect(rows).to_have_count(4)
        page.get_by_label("Title").select_option("siberia")
        expect(rows).to_have_count(1)
        assert_accessible(page)
        page.reload()
        expect(rows).to_have_count(1)
        json = page.locator("ludo-results").get_by_role("link", name="JSON").get_attribute("href")
        assert json is not None
        assert [row["game"] for row in ok(site.client().get(json)).json()["items"]] == [rated.last]


def test_a_profile_says_what_was_won_and_against_whom(browser: Browser, site: Server, rated: Rated) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        page.goto(f"/players/{rated.winner['id']}")
        record = page.get_by_role("region", name="Games and wins")
        expect(record).to_contain_text("4 games")
        expect(record).to_contain_text("3 wins")
        rows = record.locator("table").first.locator("tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("Minos")
        expect(rows.first).to_contain_text("100%")
        against = record.locator("table").last.locator("tbody tr", has_text=rated.loser["name"])
        expect(against.get_by_role("cell", name="Better 3")).to_be_visible()
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        against.get_by_role("link", name=f"Games against {rated.loser['name']}").click()
        expect(page.locator("ludo-results .row")).to_have_count(4)
        expect(page.get_by_label("Opponent")).to_have_value(rated.loser["name"])


def test_results_are_found_by_two_players_tournament_and_day(browser: Browser, site: Server, rated: Rated) -> None:
    day = ok(site.client().get(f"/v1/games/{rated.last}")).json()["opened_at"][:10]
    tournament = ok(
        site.player("Organises").post(
            "/v1/tournaments",
            json={"name": "Cup to find", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "sizes": [4, 3]},
        ),
        201,
    ).json()
    query = f"player={rated.winner['id']}&opponents={rated.loser['id']}"
    with opened(browser, site.base, timezone_id="UTC") as page:
        page.goto(f"/results?{query}")
        rows = page.locator("ludo-results .row")
        expect(rows).to_have_count(4)
        page.get_by_label("From").fill(day)
        page.get_by_label("Until").fill(day)
        expect(rows).to_have_count(4)
        assert f"since={day}" in page.url
        page.get_by_label("Until").fill("2020-01-01")
        expect(page.get_by_text("No game matches.")).to_be_visible()
        page.get_by_label("Until").fill("")
        expect(rows).to_have_count(4)
        page.get_by_label("Tournament").select_option(label="Cup to find")
        expect(page.get_by_text("No game matches.")).to_be_visible()
        assert f"tournament={tournament['id']}" in page.url
        page.reload()
        expect(page.get_by_label("Tournament")).to_have_value(tournament["id"])
        page.get_by_role("link", name="All results").click()
        expect(rows.first).to_be_visible()
        assert_accessible(page)
