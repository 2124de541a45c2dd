"""The rule books, the verifier and error pages in a browser."""

import re
from html import unescape
from pathlib import Path

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, expect

from domain.rulesets import RULESETS
from projections.languages import LANGUAGES
from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import Server
from tests.web.browser import PHONE, opened


def test_the_page_of_a_title_has_every_rule_with_an_anchor(site: Server) -> None:
    client = site.client()
    for name, ruleset in RULESETS.items():
        page = client.get(f"/rules/{name}").text
        assert [number for number in ruleset.rules if f'id="{number}"' not in page] == []


def test_the_address_of_a_rule_leads_to_it(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/rules/minos/5.1")
        assert page.url == f"{site.base}/rules/minos#5.1"
        expect(page.locator('[id="5.1"]')).to_be_in_viewport()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_title_has_every_ruling_beside_a_rule(site: Server, language: str) -> None:
    client = site.client()
    for name, ruleset in RULESETS.items():
        page = client.get(f"/rules/{name}", headers={"Accept-Language": language}).text
        for one in ruleset.rulings().by_id.values():
            assert page.count(f'id="{one.id}"') == 1, one.id
            for text in (one.question, one.decision, one.reason):
                assert str(escape(text[language])) in page, one.id
            assert all(f'href="#{number}"' in page for number in one.departs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_rule_book_is_in_one_language(site: Server, language: str) -> None:
    client = site.client()
    for name in (*RULESETS, "tournaments"):
        reply = ok(client.get(f"/rules/{name}", params={"lang": language}))
        page, main = reply.text, reply.text.partition("<main")[2]
        # numbers of other rules are links
        shown = unescape(re.sub(r"</?a\b[^>]*>", "", main))
        assert reply.headers["Content-Language"] == language
        assert f'<html lang="{language}"' in page
        # quotations stay in the language of their source
        assert [tag for tag in re.findall(r'<(\w+)[^>]* lang="', main) if tag != "p"] == []
        assert {*re.findall(r'<p lang="(\w+)"', main)} <= {"de", "it"}
        told = ok(client.get(f"/v1/rulesets/{name}/rules", params={"lang": language})).json()
        for rule in told["items"]:
            first = re.split(r"[`.(\"'“«|]", rule["text"])[0].split("\n")[0]
            assert first in shown, rule["number"]
            assert rule["title"].replace("`", "") in shown, rule["number"]
        assert told["introduction"].split("\n")[0] in shown


def test_rule_books_name_their_other_languages(site: Server) -> None:
    for path in ("/rules", "/rules/minos", "/rules/tournaments"):
        page = ok(site.client().get(path)).text
        found = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page))
        wanted = {language: f"{site.base}{path}?lang={language}" for language in LANGUAGES}
        assert found == {**wanted, "x-default": f"{site.base}{path}"}
        for language in LANGUAGES:
            assert ok(site.client().get(found[language])).headers["Content-Language"] == language


def test_the_address_of_a_ruling_opens_it(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/rules/giganten/G85")
        assert page.url == f"{site.base}/rules/giganten#G85"
        expect(page.locator('[id="G85"]')).to_be_in_viewport()
        expect(page.locator('[id="G85"] blockquote').first).to_contain_text("Asta non aggiudicata: +1")
        page.locator('[id="7a.8"] .sources').get_by_role("link", name="G72").click()
        expect(page.locator('[id="G72"]')).to_be_in_viewport()
        page.locator('[id="G72"]').get_by_role("link", name="7a.8").click()
        expect(page.locator('[id="7a.8"]')).to_be_in_viewport()


def test_the_contents_are_searched_by_words_of_the_rules(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/rules/giganten")
        page.get_by_label("Search the rules").fill("black train")
        shown = page.locator(".contents ol ol li:not([hidden])")
        assert 0 < shown.count() < len(RULESETS["giganten"].rules)


def test_a_choice_in_the_contents_closes_them_on_a_phone(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        page.goto("/rules/siberia")
        page.get_by_text("Contents").click()
        page.locator('.contents a[href="#phase-1"]').click()
        expect(page.locator(".contents")).not_to_have_attribute("open", "")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_record_of_a_game_is_verified_in_the_browser(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    with opened(browser, site.base) as page:
        page.goto(f"/verify?game={game}")
        expect(page.get_by_role("heading", name="As far as it was checked, the record is intact.")).to_be_visible()
        # the game is running, and the program knows no rules
        expect(page.locator(".report .unchecked")).to_contain_text("Random draws, Decisions by the rules, Result by")
        assert page.locator(".report .passed").count() >= 4
        expect(page.get_by_text("of this service")).to_be_visible()


def test_the_report_in_german_is_as_wide_as_a_phone(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    with opened(browser, site.base, viewport=PHONE, locale="de") as page:
        page.goto(f"/verify?game={game}")
        expect(page.locator(".report .unchecked")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        expect(page.get_by_text("Führe den Befehl unten aus.")).to_have_count(2)


def test_the_first_bad_line_of_a_forged_bundle_is_shown(browser: Browser, site: Server, tmp_path: Path) -> None:
    player = site.player()
    lines = player.get(f"/v1/games/{started_game(player)}/bundle").text.splitlines(keepends=True)
    lines[4] = lines[4].replace('"at":"2', '"at":"1', 1)
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(lines))
    with opened(browser, site.base) as page:
        page.goto("/verify")
        page.get_by_label("Drop the record").set_input_files(forged)
        expect(page.get_by_role("heading", name="The first bad line is line 5")).to_be_visible()
        expect(page.locator(".report pre")).to_contain_text('"at":"1')


def test_a_browser_gets_a_page_for_an_error_and_a_program_a_problem(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/rules/minso", "/nowhere")) as page:
        response = page.goto("/rules/minso")
        assert response is not None
        assert response.status == 404
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        expect(page.get_by_text("did you mean minos?")).to_be_visible()
        # programs are told where the API begins
        page.goto("/nowhere")
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        expect(page.get_by_text("the API begins at")).to_have_count(0)
    reply = ok(site.client().get("/rules/minso"), 404)
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert reply.json()["code"] == "not-found"
