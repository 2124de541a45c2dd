"""Presses of mouse and finger: none is lost, whatever arrives meanwhile."""

from playwright.sync_api import Browser, Page, Route, expect

from tests.service.server import Server
from tests.web.test_table import own_table


def frames(page: Page) -> None:
    """Wait until the page has shown what has arrived."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def test_no_press_is_lost_while_a_preview_arrives(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Pressing", "giganten") as (page, _, _):
        previews: list[Route] = []

        def hold(route: Route) -> None:
            previews.append(route)

        page.route("**/previews", hold)
        choices = page.locator(".choice")
        with page.expect_request("**/previews"):
            choices.first.click()
        confirm = page.locator(".confirm")
        before = confirm.bounding_box()
        choices.nth(1).hover()
        page.mouse.down()
        with page.expect_response("**/previews"):
            previews[0].continue_()
        frames(page)
        # the preview moves the list: it waits until the press is over
        expect(page.locator(".foreseen li")).to_have_count(0)
        page.mouse.up()
        expect(choices.nth(1)).to_have_attribute("aria-pressed", "true")

        page.unroute("**/previews")
        choices.first.click()
        expect(page.locator(".foreseen li").first).to_be_visible()
        assert confirm.bounding_box() == before
        with page.expect_response("**/commands") as reply:
            confirm.click()
        assert reply.value.status == 201
