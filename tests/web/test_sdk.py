"""The TypeScript SDK in a browser: a page of another origin imports it, signs a person in, and plays a game."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import Server
from tests.web.browser import opened

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Clock</title><h1>Clock</h1><button>Sign in</button>
<script type="module">
import { AuthorizationError, Client, randomCommand, signedIn, signIn } from "SITE/docs/sdk/typescript/index.js";

const server = "SITE", heading = document.querySelector("h1");
document.querySelector("button").onclick = () =>
  signIn({ server, clientId: "Clock", scopes: ["games:play", "profile:read"] });
try {
  const grant = await signedIn();
  if (grant !== null) {
    const client = new Client(server, { grant });
    for await (const { id } of client.list("/v1/me/games", { query: { status: "running" } })) {
      await client.play(id, ({ choices }) => randomCommand(choices));
    }
    heading.textContent = `${(await client.get("/v1/me")).name}: ${client.receipts.kept.length} receipts`;
  }
} catch (error) {
  heading.textContent = error instanceof AuthorizationError ? error.code : String(error);
}
</script>
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class names it
        pass


@pytest.fixture
def elsewhere(site: Server, tmp_path: Path) -> Iterator[str]:
    """The address of the page, on another origin and another site than the service."""
    (tmp_path / "clock.html").write_text(PAGE.replace("SITE", site.base))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/clock.html"
        server.shutdown()


def test_a_page_of_another_origin_signs_a_person_in_and_plays_a_game(
    browser: Browser, site: Server, elsewhere: str
) -> None:
    player = site.player("Anna")
    # players at random end it soon
    game = open_game(player, ruleset="minos", seats=2, bots={"1": "random"}, profile="short", options={"idle_limit": 5})
    ok(player.put(f"/v1/games/{game}/seats/0"))
    ok(player.post(f"/v1/games/{game}/start"))
    with opened(browser, site.base, token=player.headers["Authorization"].removeprefix("Bearer ")) as page:
        page.goto(elsewhere)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{site.base}/oauth/authorize?**")
        page.get_by_role("button", name="Allow").click()

        page.wait_for_url(elsewhere)
        expect(page.get_by_role("heading")).to_contain_text(" receipts", timeout=120_000)
    assert ok(player.get(f"/v1/games/{game}")).json()["status"] == "ended"


def test_a_page_learns_that_the_person_refuses(browser: Browser, site: Server, elsewhere: str) -> None:
    player = site.player("Bo")
    with opened(browser, site.base, token=player.headers["Authorization"].removeprefix("Bearer ")) as page:
        page.goto(elsewhere)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Refuse").click()

        page.wait_for_url(elsewhere)
        expect(page.get_by_role("heading")).to_have_text("access_denied")
