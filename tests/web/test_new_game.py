"""The form that opens a game: for each title, with options, errors and invitations."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.server import Server, serving
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_lobby import token


@pytest.fixture
def ada(site: Server) -> httpx.Client:
    return site.player("Ada at the form")


@pytest.fixture
def form(browser: Browser, site: Server, ada: httpx.Client) -> Iterator[Page]:
    """The form, for a player who is signed in. The service may refuse what it sends."""
    with opened(browser, site.base, token=token(ada), refused=("/v1/games",), locale="en", timezone_id="UTC") as page:
        page.goto("/new")
        expect(page.get_by_role("button", name="Open the game")).to_be_visible()
        yield page


def game_of(page: Page) -> str:
    """Return the id of the game whose table the page goes to."""
    page.wait_for_url("**/games/*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize(
    ("title", "option", "meaning", "value", "stored"),
    [
        ("Giganten", "Inflation variant", "the inflation variant", "on", {"inflation": "on"}),
        (
            *("Siberia", "From salesman to worker", "when a salesman may become a worker", "always"),
            {"worker_from_salesman": "always"},
        ),
        ("Minos", "Covered fields", "how many fields are covered", "3", {"closed_fields": 3}),
    ],
)
def test_a_game_of_each_title_is_opened(
    form: Page, ada: httpx.Client, title: str, option: str, meaning: str, value: str, stored: dict[str, object]
) -> None:
    form.get_by_role("radio", name=title).check()
    form.get_by_text(f"Options of {title}").click()
    control = form.get_by_label(option, exact=True)
    expect(control).to_have_accessible_description(meaning)
    control.select_option(value)
    expect(form.get_by_text("1 changed")).to_be_visible()
    form.get_by_role("radio", name="evening").check()
    form.get_by_role("button", name="Open the game").click()
    game = ok(ada.get(f"/v1/games/{game_of(form)}")).json()
    assert game["ruleset"] == title.lower()
    assert {name: game["options"][name] for name in stored} == stored
    assert (game["profile"], game["clock"]["allowance"], game["status"]) == (None, "PT5M", "open")
    assert [seat["player"] for seat in game["seats"]][:2] == [ok(ada.get("/v1/me")).json()["id"], None]


def test_a_game_with_bots_only_starts_at_once(form: Page, ada: httpx.Client) -> None:
    form.get_by_label("Seat 1").select_option("bot:careful")
    form.get_by_label("Seat 2").select_option("bot:random")
    form.get_by_role("button", name="Open the game").click()
    game = ok(ada.get(f"/v1/games/{game_of(form)}")).json()
    assert game["status"] == "running"
    assert [seat["player"] for seat in game["seats"]][1:] == ["bot:careful", "bot:random"]


def test_the_links_of_a_private_game_let_others_in(browser: Browser, site: Server, form: Page) -> None:
    form.get_by_role("radio", name="Minos").check()
    form.get_by_role("radio", name="3", exact=True).check()
    form.get_by_label("Seat 1").select_option("invitation")
    form.get_by_role("radio", name=re.compile("^Private")).check()
    form.get_by_role("button", name="Open the game").click()
    expect(form.get_by_role("heading", name="Invite the others")).to_be_visible()
    reserved, others = (form.get_by_label(name).input_value() for name in ("Seat 1", "Other seats"))
    assert_accessible(form)
    bo = site.player("Bo with a link")
    found = re.fullmatch(rf"{site.base}/games/([0-9a-f-]+)#invitation=(\S+)", reserved)
    assert found is not None
    game, invitation = found.groups()
    assert others.startswith(f"{site.base}/games/{game}#invitation=")
    assert bo.get(f"/v1/games/{game}").status_code == 404
    seated = ok(bo.put(f"/v1/games/{game}/seats/1", headers={"Ludolog-Invitation": invitation}))
    assert seated.json()["seats"][1]["player"] == ok(bo.get("/v1/me")).json()["id"]
    form.get_by_role("link", name="Go to the table").click()
    assert game_of(form) == game


def test_a_seat_is_reserved_for_a_player_by_name(site: Server, form: Page, ada: httpx.Client) -> None:
    bo = ok(site.player("Bo by name").get("/v1/me")).json()
    form.get_by_role("radio", name="Minos").check()
    form.get_by_label("Seat 1", exact=True).select_option("player")
    field = form.get_by_label("Player of seat 1")
    field.fill("Bo by nam")
    form.get_by_role("button", name="Open the game").click()
    error = form.locator("[data-pointer='/reserved/1'] .error")
    expect(error).to_contain_text(f"Do you mean one of these: {bo['name']}?")
    expect(field).to_be_focused()
    assert_accessible(form)
    field.fill(bo["name"].upper())
    form.get_by_role("button", name="Open the game").click()
    game = ok(ada.get(f"/v1/games/{game_of(form)}")).json()
    assert game["reserved"][1] == bo["id"]


def test_errors_are_shown_at_their_fields_and_nothing_is_lost(form: Page) -> None:
    form.get_by_role("radio", name="Siberia").check()
    form.get_by_role("radio", name="Custom clock").check()
    form.get_by_role("group", name="For each decision").get_by_label("Hours").fill("0")
    form.get_by_text("Name, start, rating, take-back").click()
    form.get_by_label("Name of the game").fill("Kept")
    form.get_by_role("button", name="Open the game").click()
    expect(form.locator("[data-pointer='/clock/allowance'] .error")).to_contain_text("at least 10 seconds")
    expect(form.get_by_role("group", name="For each decision").get_by_label("Days")).to_be_focused()
    expect(form.get_by_label("Name of the game")).to_have_value("Kept")
    assert_accessible(form)

    form.get_by_role("radio", name="No clock").check()
    form.get_by_label("Starts at").fill("2020-01-01T00:00")
    form.get_by_text("Name, start, rating, take-back").click()
    form.get_by_role("button", name="Open the game").click()
    expect(form.locator("[data-pointer='/starts_at'] .error")).to_contain_text("must be in the future")
    expect(form.get_by_label("Starts at")).to_be_focused()

    form.reload()
    expect(form.get_by_role("radio", name="Siberia")).to_be_checked()
    form.get_by_text("Name, start, rating, take-back").click()
    expect(form.get_by_label("Name of the game")).to_have_value("Kept")


def test_a_field_keeps_its_hint_when_it_has_had_an_error(form: Page) -> None:
    name = form.locator("#name")
    for errors, ids in (("{'/name': 'Wrong'}", "name-hint error/name"), ("{}", "name-hint")):
        form.evaluate(f"const form = document.querySelector('ludo-new-game'); form.errors = {errors}; form.update();")
        expect(name).to_have_attribute("aria-describedby", ids)


def test_an_option_without_effect_is_not_offered_and_not_sent(form: Page, ada: httpx.Client) -> None:
    form.get_by_text("Options of Giganten").click()
    minimum = form.locator("#option-special_minimum")
    expect(minimum).to_be_disabled()
    form.locator("#option-specials_optional").select_option("false")
    minimum.select_option("0")
    form.locator("#option-specials_optional").select_option("true")
    expect(minimum).to_be_disabled()
    expect(form.get_by_role("link", name="Rule 4d.1").first).to_have_attribute("href", "/rules/giganten#4d.1")
    assert_accessible(form)
    form.get_by_role("button", name="Open the game").click()
    assert ok(ada.get(f"/v1/games/{game_of(form)}")).json()["profile"] == "standard"


def test_an_option_for_another_number_of_players_is_not_offered_and_not_sent(form: Page, ada: httpx.Client) -> None:
    form.get_by_text("Options of Giganten").click()
    last = form.locator("#option-three_player_last")
    form.get_by_role("radio", name="3", exact=True).check()
    last.select_option("2000")
    form.get_by_role("radio", name="4", exact=True).check()
    expect(last).to_be_disabled()
    expect(form.locator("[data-pointer='/options/three_player_last']")).to_contain_text("Needs another number")
    form.get_by_role("button", name="Open the game").click()
    assert ok(ada.get(f"/v1/games/{game_of(form)}")).json()["profile"] == "standard"


def test_the_forms_show_the_clock_that_games_and_tournaments_get(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "web.db", LUDOLOG_PUBLIC_CLOCK="evening") as server:
        ada = server.player("Ada")
        with opened(browser, server.base, token=token(ada), locale="en") as page:
            page.goto("/new")
            expect(page.get_by_role("radio", name="evening")).to_be_checked()
            page.get_by_role("button", name="Open the game").click()
            assert ok(ada.get(f"/v1/games/{game_of(page)}")).json()["clock"]["allowance"] == "PT5M"
            page.goto("/tournaments/new")
            expect(page.get_by_role("radio", name="evening")).to_be_checked()
            page.get_by_label("Name of the tournament").fill("Evening Cup")
            page.get_by_role("button", name="Open the tournament").click()
            expect(page.get_by_role("heading", level=1, name="Evening Cup")).to_be_visible()
            cup = page.url.rpartition("/")[2]
            assert ok(ada.get(f"/v1/tournaments/{cup}")).json()["terms"]["clock"]["allowance"] == "PT5M"
            page.goto("/new")
            page.get_by_role("radio", name="No clock").check()
            page.get_by_role("button", name="Open the game").click()
            assert ok(ada.get(f"/v1/games/{game_of(page)}")).json()["clock"] is None


@pytest.mark.parametrize(
    ("language", "profile", "meaning", "preset"),
    [
        ("en", "Short game", "on a smaller board: eight fields are covered.", "Correspondence"),
        ("de", "Kurzes Spiel", "auf einem kleineren Plan: Acht Felder sind abgedeckt.", "Fernpartie"),
        ("it", "Partita breve", "su un tabellone più piccolo: otto campi sono coperti.", "Per corrispondenza"),
    ],
)
def test_profiles_and_presets_are_explained_in_the_language_of_the_page(
    browser: Browser, site: Server, language: str, profile: str, meaning: str, preset: str
) -> None:
    with opened(browser, site.base, locale=language) as page:
        page.goto("/new?title=minos")
        expect(page.get_by_role("radio", name=re.compile(f"^{profile}"))).to_be_visible()
        expect(page.locator(".pick", has_text=meaning)).to_have_count(1)
        expect(page.get_by_role("radio", name=re.compile(f"^{preset}"))).to_be_visible()
        assert_accessible(page)


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_every_profile_has_an_explanation(browser: Browser, site: Server, title: str) -> None:
    profiles = ok(site.client().get(f"/v1/rulesets/{title}")).json()["profiles"]
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/new?title={title}")
        hints = page.locator("[data-pointer='/profile'] .hint")
        expect(hints).to_have_count(len(profiles))
        for hint in hints.all():
            expect(hint).to_contain_text(re.compile("rules|game"))
