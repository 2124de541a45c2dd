"""Standing orders in the browser: set one with the keyboard, see what it did, cancel another."""

from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import first_choice, next_decision
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_talk import signed_up, table_of


def test_a_player_sets_orders_and_sees_what_they_did(browser: Browser, site: Server) -> None:
    (token, ada), (_, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = table_of(ada, bea)
    with opened(browser, site.base, token=token, viewport=PHONE) as page:
        page.goto(f"/games/{game}")
        page.get_by_text("Menu", exact=True).click()
        page.get_by_role("button", name="Standing orders…").click()
        panel = page.get_by_role("dialog", name="Standing orders")
        expect(panel).to_contain_text("You have no orders in this game.")

        panel.get_by_label("Order", exact=True).select_option("bid")
        panel.get_by_label("Company").select_option("jet")
        panel.get_by_label("Highest bid").fill("7")
        panel.get_by_label("It ends when my money is below").fill("3000")
        panel.get_by_role("button", name="Set the order").press("Enter")
        item = panel.get_by_role("listitem")
        expect(item).to_contain_text("at most 7")
        expect(item).to_contain_text("this round")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        (stored,) = ok(ada.get(f"/v1/games/{game}/orders")).json()["items"]
        assert stored["terms"]["when"] == [{"path": "/auction/company", "test": "equal", "value": "jet"}]
        assert stored["terms"]["until"] == [{"path": "/players/0/money", "test": "below", "value": 3000}]
        assert ok(bea.get(f"/v1/games/{game}/orders")).json()["items"] == []

        item.get_by_role("button", name="Cancel the order").click()
        expect(item).to_contain_text("cancelled")
        # the stream shows what another device sets
        ok(ada.post(f"/v1/games/{game}/orders", json={"only_choice": True}), 201)
        expect(panel.get_by_role("listitem")).to_have_count(2)
        panel.get_by_role("button", name="Close").click()
        expect(panel).to_have_count(0)
        # what is asked stays to be answered
        decision = next_decision(ada, game)
        ok(ada.post(f"/v1/games/{game}/commands", json=first_choice(decision)), 201)
