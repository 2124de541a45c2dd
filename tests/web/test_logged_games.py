"""The page of a finished game says where the log of the site has it, and leads to the page that checks it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots
from tests.service.server import Server, serving
from tests.service.site_log.test_logged_games import log_key
from tests.service.witness.kit import LOCAL, await_for, cosigners, witnessing
from tests.service.witness.test_witnessed_sites import DOWN
from tests.web.browser import PHONE, WIDE, opened

LINES = {
    "en": "In the log of the site, position {}",
    "de": "Im Register der Website, Position {}",
    "it": "Nel registro del sito, posizione {}",
}


@pytest.fixture(scope="module")
def over(site: Server) -> str:
    """A game of this site that is over."""
    player = site.player()
    return played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))


@pytest.mark.parametrize("language", LINES)
def test_the_page_of_a_finished_game_names_its_position_in_the_log(
    browser: Browser, site: Server, over: str, language: str
) -> None:
    position = ok(site.client().get(f"/v1/games/{over}/result")).json()["log"]["ended"]["index"]
    line = LINES[language].format(position)
    with opened(browser, site.base, locale=language, viewport=PHONE if language == "de" else WIDE) as page:
        page.goto(f"/games/{over}")
        link = page.get_by_role("link", name=line, exact=True)
        expect(link).to_have_count(1)
        link.click()
        page.wait_for_url(f"**/verify?game={over}")
        # the page has checked the proofs itself
        expect(page.locator(".report.valid").get_by_text(line, exact=True)).to_be_visible()


def test_the_page_of_a_running_game_names_no_position(browser: Browser, site: Server) -> None:
    player = site.player()
    game = open_game(player, 2, ruleset="siberia", bots={"1": "random"})
    with opened(browser, site.base) as page:
        page.goto(f"/games/{game}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("In the log of the site")).to_have_count(0)


def test_the_page_that_verifies_requires_the_witnesses_whose_keys_are_entered(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", **LOCAL) as server:
        bots = {"0": "random", "1": "random"}
        player = server.player()
        played_by_bots(player, open_game(player, 2, ruleset="siberia", bots=bots))
        with witnessing(tmp_path / "w1", "--log", log_key(server.client()).vkey) as witness:
            server.stop()
            server.settings["LUDOLOG_WITNESSES"] = witness.setting
            server.restart()
            player = server.player("Bo")
            game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots=bots))
            ok(player.get(f"/v1/games/{game}/bundle"))
            bundle = tmp_path / f"{game}.jsonl"
            bundle.write_bytes(ok(player.get(f"/v1/games/{game}/bundle")).content)
            await_for(lambda: cosigners(server.client(), witness.key))
            with opened(browser, server.base) as page:
                page.goto("/verify")
                record = page.get_by_label("Drop the record")
                record.set_input_files(bundle)
                expect(page.get_by_text("Whether witnesses have cosigned the log was not checked")).to_be_visible()
                page.get_by_text("Witnesses", exact=True).click()
                keys = page.get_by_label("Keys of witnesses that you trust")
                keys.fill(witness.key.vkey)
                # the record is checked again
                keys.blur()
                expect(page.get_by_text(f"The log is cosigned by {witness.name}.")).to_be_visible()
                expect(page.get_by_role("row", name="Log of the site as it is now")).to_contain_text("passed")
                keys.fill(f"{witness.key.vkey}\n{DOWN.vkey}\n")
                keys.blur()
                expect(page.get_by_role("alert")).to_contain_text(f"not cosigned by {DOWN.name}")
                keys.fill("down.example")
                keys.blur()
                expect(page.get_by_role("alert")).to_contain_text("a key of a witness has the form")


def test_the_page_that_verifies_finds_that_the_log_was_rolled_back(browser: Browser, tmp_path: Path) -> None:
    bots = {"0": "random", "1": "random"}
    with serving(tmp_path / "games.db") as server:

        def logged(name: str) -> str:
            player = server.player(name)
            game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots=bots))
            # a bundle with proofs comes after its checkpoint
            ok(player.get(f"/v1/games/{game}/bundle"))
            return game

        game = logged("Al")
        server.stop()
        backup = {path: path.read_bytes() for path in tmp_path.glob("games.db*")}
        server.restart()
        logged("Bo")
        with opened(browser, server.base) as page:
            page.goto(f"/verify?game={game}")
            expect(page.get_by_text("This browser sees the log for the first time")).to_be_visible()
            page.reload()
            expect(page.get_by_text("The log continues the one that this browser saw last.")).to_be_visible()
            server.stop()
            for path in tmp_path.glob("games.db*"):
                path.unlink()
            for path, content in backup.items():
                path.write_bytes(content)
                path.chmod(0o600)
            server.restart()
            page.goto(f"/verify?game={game}")
            expect(page.get_by_role("alert")).to_contain_text("contradicts the one that this browser saw last")
            expect(page.locator(".evidence")).to_contain_text("was rolled back")
