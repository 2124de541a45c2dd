"""Tournaments by keyboard alone, while others act, and as players see them."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import token
from tests.web.test_tournaments import BY_HAND, LATER
from tests.web.test_tournaments_desk import cup_of, desk_of, names_in

MOST_STEPS = 150
"""Presses of the Tab key within which any control of the page is reached."""

FOCUSED = "(document.activeElement.ariaLabel ?? document.activeElement.textContent).replace(/\\s+/g, ' ').trim()"


def tab_to(page: Page, name: str) -> None:
    """Press the Tab key until the control with a name has the focus, and wait until it can be pressed."""
    for _ in range(MOST_STEPS):
        if page.evaluate(FOCUSED) == name:
            expect(page.locator(":focus")).not_to_have_attribute("aria-disabled", "true")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by the Tab key")


def test_an_organiser_runs_a_round_with_the_keyboard_alone(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3, check_in="PT15M")
    with opened(browser, site.base, token=token(cup.owner), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.locator(".desk .steps")).to_be_visible()
        tab_to(page, "Open the check-in for round 1")
        page.keyboard.press("Enter")
        expect(page.get_by_text("A round needs 3 players who are checked in; 0 are.")).to_be_visible()
        # the button is gone, and the focus stays at the desk
        assert page.evaluate("document.activeElement.closest('.desk') !== null")
        tab_to(page, "Players, check-in and forbidden pairs")
        page.keyboard.press("Space")
        for name in names_in(cup):
            tab_to(page, f"Check in: {name}")
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name=f"Not present: {name}")).to_be_focused()
        page.keyboard.press("Control+Home")
        page.evaluate("document.activeElement.blur()")
        tab_to(page, "Draw round 1")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Draft: Round 1")).to_be_focused()
        tab_to(page, "Publish round 1")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Round 1 is being played: 1 table")).to_be_visible()
        assert page.evaluate("document.activeElement.closest('.desk') !== null")
        page.evaluate("document.activeElement.blur()")
        tab_to(page, "Rule on round 1, table 1…")
        page.keyboard.press("Enter")
        expect(page.get_by_label("Ruling")).to_be_focused()
        page.keyboard.type("Void")
        expect(page.get_by_label("Ruling")).to_have_value("void_table")
        while page.evaluate("document.activeElement.id") != "ruling-reason":
            page.keyboard.press("Tab")
        page.keyboard.type("No one came.")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Press again to confirm")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_text("Void: it counts like a bye")).to_be_visible()
    assert cup.read()["rounds"][0]["tables"][0]["result"]["by"] == "void"


def test_live_updates_leave_focus_and_fields_alone(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 5)
    first, second, third, fourth, fifth = names_in(cup).values()
    names = {player: name for name, player in names_in(cup).items()}
    with desk_of(browser, cup) as page:
        page.get_by_label("One player").select_option(fourth)
        page.get_by_label(re.compile("^Hold")).fill("Half a sen")
        button = page.get_by_role("button", name=f"Remove {names[third]}…")
        button.focus()
        # players before and after the one who is about to be removed leave
        for player in (first, fifth):
            cup.done(cup.players[player], "leave")
            expect(page.get_by_role("button", name=f"Remove {names[player]}…")).to_have_count(0)
        expect(button).to_be_focused()
        assert page.get_by_label("One player").input_value() == fourth
        expect(page.get_by_label(re.compile("^Hold"))).to_have_value("Half a sen")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Really remove {names[third]}")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Remove {names[third]}…")).to_have_count(0)
        assert set(names_in(cup).values()) == {second, fourth}


def test_a_spectator_follows_without_a_reload(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3, format={"type": "swiss", "rounds": 1})
    with opened(browser, site.base, locale="en", viewport=PHONE) as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.get_by_text("The first round has not been published.")).to_be_visible()
        page.evaluate("window.isSame = true")
        cup.done(cup.owner, "publish_round", round=1)
        expect(page.get_by_text("Tables with a result: 0 of 1.")).to_be_visible()
        table = cup.playing(1)["tables"][0]
        cup.sit_down(table)
        cup.end(table, [2, 1, 3])
        expect(page.get_by_text("Ended").first).to_be_visible()
        winner = page.locator(".standings tbody tr").first
        expect(winner).to_contain_text(table["seats"][1]["name"])
        cup.closed(1)
        cup.done(cup.owner, "finish")
        expect(page.locator(".winner")).to_contain_text(table["seats"][1]["name"])
        assert page.evaluate("window.isSame")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert_accessible(page)


def test_the_record_is_downloaded_and_checked(browser: Browser, site: Server, tmp_path: Path) -> None:
    cup = cup_of(site, 4, format={"type": "swiss", "rounds": 1})
    cup.done(cup.owner, "publish_round", round=1)
    cup.play(1)
    cup.done(cup.owner, "finish")
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        file = tmp_path / "cup.jsonl"
        download.value.save_as(file)
        page.get_by_role("link", name="Check the record").click()
        expect(page.get_by_role("heading", name="The record is intact.")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("Results as certified"))).to_contain_text("passed")
        expect(page.get_by_role("row", name=re.compile("Pairings"))).to_contain_text("skipped")
        assert_accessible(page)
        forged = tmp_path / "forged.jsonl"
        forged.write_bytes(file.read_bytes().replace(b'"rank":2', b'"rank":1'))
        page.get_by_label("Drop the record").set_input_files(forged)
        expect(page.get_by_role("heading", name="The record is not intact.")).to_be_visible()
    command = [sys.executable, "-m", "service", "tournament", "check", file]
    checked = subprocess.run(command, check=False, capture_output=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_player_sees_what_to_do_next(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 4, check_in="PT15M", format={"type": "swiss", "rounds": 2})
    player, client = next(iter(cup.players.items()))
    with opened(browser, site.base, token=token(client), locale="en", viewport=PHONE) as page:
        own = page.locator(".own-part")
        page.goto(f"/tournaments/{cup.id}")
        expect(own).to_contain_text("As soon as round 1 is published, your table is shown here.")
        cup.done(cup.owner, "open_check_in", round=1)
        expect(own).to_contain_text("Check in, or you will not play in round 1.")
        page.get_by_role("button", name="Check in for round 1").click()
        page.get_by_role("button", name="Withdraw the check-in").click()
        for other in [*cup.players.values()][1:]:
            cup.done(other, "check_in", round=1)
        cup.done(cup.owner, "publish_round", round=1)
        expect(own).to_contain_text("You have no table in round 1. You can play in the next one.")
        cup.play(1)
        cup.done(cup.owner, "open_check_in", round=2)
        page.get_by_role("button", name="Check in for round 2").click()
        for other in [*cup.players.values()][1:]:
            cup.done(other, "check_in", round=2)
        cup.done(cup.owner, "publish_round", round=2)
        expect(own).to_contain_text("Your game: round 2, table 1")
        assert_accessible(page)
        game = cup.playing(2)["tables"][0]["game"]
        expect(page.get_by_role("link", name="Go to the table")).to_have_attribute("href", f"/games/{game}")
        expect(page.get_by_role("button", name="Take your seat")).to_be_visible()
        page.get_by_role("button", name="Drop out…").click()
        page.get_by_role("button", name="Keep my place").click()
        page.get_by_role("button", name="Drop out…").click()
        page.get_by_role("button", name="Drop out", exact=True).click()
        expect(page.get_by_role("button", name="Return to the tournament")).to_be_visible()
    assert {each["player"]: each["status"] for each in cup.read()["players"]}[player] == "dropped"


def test_a_player_of_a_league_has_a_rank_in_a_division(browser: Browser, site: Server) -> None:
    league = {"type": "league", "rounds": 1, "divisions": 2, "moving": 1, "seasons": 1}
    cup = cup_of(site, 6, format=league, sizes=[3], clock={"allowance": "PT12H", "bank": "PT0S"})
    cup.done(cup.owner, "publish_round", round=1)
    cup.play(1)
    cup.done(cup.owner, "finish")
    places = cup.until(lambda found: found["status"] == "ended")["places"]
    assert {place["division"] for place in places} == {1, 2}
    last = places[-1]
    assert last["rank"] == 3
    with opened(browser, site.base, token=token(cup.players[last["player"]]), locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.locator(".own-part")).to_contain_text("Your rank in division 2: 3 of 3")
        expect(page.locator("dl.terms").first).to_contain_text("12 hours for each decision, and no time in reserve.")


def test_times_are_those_of_the_device(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3, starts=["2037-05-01T18:00:00Z"])
    for zone, hour in (("Europe/Berlin", "8:00 PM"), ("America/New_York", "2:00 PM")):
        with opened(browser, site.base, locale="en-US", timezone_id=zone) as page:
            page.goto(f"/tournaments/{cup.id}")
            expect(page.get_by_text(f"Round 1 is published on May 1, 2037, {hour}")).to_be_visible()
            expect(page.get_by_text(f"Times are those of your device: {zone}")).to_be_visible()


def test_a_form_without_a_name_says_so(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, token=token(site.player("Names it")), locale="en") as page:
        page.goto("/tournaments/new")
        page.get_by_role("radio", name="Minos").check()
        expect(page.get_by_label("Map and tables")).not_to_have_value("")
        page.get_by_role("button", name="Open the tournament").click()
        expect(page.locator("#error\\/name")).to_have_text("Give the tournament a name.")
        expect(page.get_by_label("Name of the tournament")).to_be_focused()


def test_a_field_refuses_what_it_does_not_take(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, token=token(site.player("Types numbers")), locale="en") as page:
        page.goto("/tournaments/new")
        page.get_by_role("radio", name="By the service").check()
        days = page.get_by_role("group", name="Pause between rounds").get_by_label("Days")
        for field, entries, number in (
            (page.get_by_label("Rounds", exact=True), ("99", "98"), "20"),
            (days, ("-5", "", "-6"), "0"),
        ):
            # it keeps what is typed: another number than that is never sent
            for entry in entries:
                field.fill(entry)
                field.press("Tab")
                expect(field).to_have_value(entry)
                expect(field).to_have_attribute("aria-invalid", "true")
            field.fill(number)
            expect(field).not_to_have_attribute("aria-invalid", "true")


def test_signing_in_leads_back_to_the_terms_that_are_changed(browser: Browser, site: Server) -> None:
    cup = Cup(site, 0)
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/tournaments/new?change={cup.id}")
        link = page.get_by_role("main").get_by_role("link", name="Sign in")
        expect(link).to_have_attribute("href", f"/sign-in?next=%2Ftournaments%2Fnew%3Fchange%3D{cup.id}")


def test_pairings_on_paper_have_tables_seats_and_byes(browser: Browser, site: Server) -> None:
    cup = Cup(site, 5, name="Paper Cup", **{**BY_HAND, "sizes": [4]})
    cup.publish_first()
    found = cup.playing(1)
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        expect(page.locator(".tables > li")).to_have_count(1, timeout=LATER)
        page.emulate_media(media="print")
        shown = page.locator(".tables > li").inner_text()
        assert all(seat["name"] in shown for seat in found["tables"][0]["seats"])
        expect(page.get_by_text("Bye:").locator("..")).to_contain_text(found["byes"][0]["name"])
        expect(page.get_by_role("button", name="Print")).to_be_hidden()
        expect(page.get_by_role("heading", level=1, name="Paper Cup")).to_be_visible()


def test_a_refusal_leads_to_its_rule(browser: Browser, site: Server) -> None:
    cup = cup_of(site, 3)
    name = next(iter(names_in(cup)))
    with desk_of(browser, cup) as page:
        page.get_by_label("Invite a player").fill(name)
        page.get_by_role("button", name="Invite", exact=True).click()
        page.locator(".desk").get_by_role("alert").get_by_role("link", name="Rule 2.1").click()
        expect(page).to_have_url(re.compile("/rules/tournaments#2.1$"))
        rule = page.locator("[id='2.1']")
        expect(rule).to_contain_text("Players register until the tournament is full")
        expect(rule).to_be_in_viewport()
        assert_accessible(page)
