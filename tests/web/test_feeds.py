"""Feeds, badges, calendar links and embedded tournaments in the browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_embeds import LISTEN, frame_of, hosted
from tests.web.test_lobby import token


@pytest.fixture(scope="module")
def cup(site: Server) -> Cup:
    """A tournament in its second round, in whose first round there are results."""
    cup = Cup(site, players=4, name="Feed & Cup", sizes=[4], pause=None)
    cup.publish_first()
    cup.play(1)
    cup.done(cup.owner, "publish_round", round=2)
    return cup


def test_a_tournament_is_embedded_by_frame_and_by_element(browser: Browser, site: Server, cup: Cup) -> None:
    element = f'<ludolog-tournament tournament="{cup.id}" theme="dark"></ludolog-tournament>'
    body = f'{LISTEN}<script src="{site.base}/ludolog.js" async></script>{element}'
    with hosted(browser, site, body) as page:
        frame = frame_of(page, f"/embed/tournaments/{cup.id}")
        assert frame.locator("html").get_attribute("lang") == "de"
        expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
        expect(frame.get_by_role("link", name="Feed & Cup")).to_have_attribute("href", f"/tournaments/{cup.id}")
        expect(frame.locator("tbody tr")).to_have_count(4)
        expect(frame.locator(".embed-tables li")).to_have_count(1)
        page.wait_for_function(
            "height => document.querySelector('ludolog-tournament').getBoundingClientRect().height === height",
            arg=frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)"),
        )


def test_only_the_embed_of_a_public_tournament_is_there(site: Server, cup: Cup) -> None:
    client = site.client()
    reply = client.get(f"/embed/tournaments/{cup.id}")
    assert "frame-ancestors *" in reply.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in client.get(f"/tournaments/{cup.id}").headers["content-security-policy"]
    found = ok(client.get("/oembed", params={"url": f"{site.base}/tournaments/{cup.id}", "maxwidth": 300})).json()
    assert (found["title"], found["width"]) == ("Feed & Cup", 300)
    assert f'src="{site.base}/embed/tournaments/{cup.id}?fit=1"' in found["html"]
    assert "application/json+oembed" in client.get(f"/tournaments/{cup.id}").text
    hidden = Cup(site, players=0, visibility="private")
    for who in (client, hidden.owner):
        assert who.get(f"/embed/tournaments/{hidden.id}", headers={"Accept": "text/html"}).status_code == 404
        assert who.get("/oembed", params={"url": f"{site.base}/tournaments/{hidden.id}"}).status_code == 404


def test_a_tournament_and_a_profile_offer_code_to_copy(browser: Browser, site: Server, cup: Cup) -> None:
    with opened(browser, site.base, locale="en") as page:
        page.goto(f"/tournaments/{cup.id}")
        page.get_by_text("Feeds and badges").click()
        code = page.get_by_label("Embed code").input_value()
        assert code.startswith(f'<iframe src="{site.base}/embed/tournaments/{cup.id}" title="Feed &amp; Cup"')
        assert f'tournament="{cup.id}"' in page.get_by_label("Element for pages with the script").input_value()
        assert page.get_by_label("Address of the calendar").input_value() == f"{site.base}{cup.url}/calendar.ics"
        picture = page.get_by_role("img", name="Feed & Cup")
        expect(picture).to_have_attribute("src", f"/badge/tournaments/{cup.id}.svg")
        page.wait_for_function("() => document.querySelector('.badge-picture').naturalWidth > 100")
        assert_accessible(page)

        player = next(iter(cup.players))
        page.goto(f"/players/{player}")
        page.get_by_text("Feeds and badges").click()
        expect(page.get_by_role("link", name="Atom")).to_have_attribute("href", f"/v1/players/{player}/feed.atom")


def test_a_player_creates_and_revokes_a_calendar_link(browser: Browser, site: Server) -> None:
    player = site.player("Calendar person")
    with opened(browser, site.base, token=token(player), locale="en") as page:
        page.goto("/account")
        page.get_by_label("Name of the device or program").fill("My phone")
        page.get_by_role("button", name="Create a calendar link").click()
        url = page.get_by_label("Calendar: My phone").input_value()
        assert re.fullmatch(re.escape(f"{site.base}/v1/me/calendar.ics?token=ludolog_calendar_") + r"[\w-]{43}", url)
        assert site.client().get(url).text.startswith("BEGIN:VCALENDAR")
        assert_accessible(page)

        page.get_by_role("button", name="Revoke My phone").click()
        expect(page.get_by_role("button", name="Revoke My phone")).to_have_count(0)
        assert site.client().get(url).status_code == 404
