"""What every page has in common: policy, assets, language, theme, who is signed in."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.browser import opened

PAGES = ("/", "/new", "/leaderboards/minos", "/sign-in", "/account", "/verify")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_no_inline_code_and_asks_no_other_host(browser: Browser, site: Server, path: str) -> None:
    hosts: set[str] = set()
    with opened(browser, site.base) as page:
        page.on("request", lambda request: hosts.add(re.sub(r"^(\w+://[^/]+).*", r"\1", request.url)))
        response = page.goto(path)
        page.wait_for_load_state("networkidle")
        assert response is not None
        policy = response.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert page.locator("script:not([src])").count() == 0
        assert page.locator("[style]").count() == 0
    assert hosts == {site.base}


def test_the_name_of_the_signed_in_person_is_shown(browser: Browser, site: Server) -> None:
    ada = ok(site.client().post("/v1/players", json={"name": "Ada of the shell"})).json()
    with opened(browser, site.base, token=ada["token"]) as page:
        page.goto("/")
        expect(page.get_by_role("link", name="Ada of the shell")).to_be_visible()


def test_the_theme_is_kept_from_page_to_page(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/")
        page.get_by_label("Theme").select_option("dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 28)"
        page.goto("/verify")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 28)"


@pytest.mark.parametrize(
    ("device", "chosen", "is_dark"), [("dark", None, True), ("light", "dark", True), ("dark", "light", False)]
)
def test_the_document_of_the_api_has_the_theme_of_the_site(
    browser: Browser, site: Server, device: Literal["dark", "light"], chosen: str | None, is_dark: bool
) -> None:
    with opened(browser, site.base, color_scheme=device) as page:
        if chosen is not None:
            page.goto("/about")
            page.get_by_label("Theme").select_option(chosen)
        page.goto("/docs")
        expect(page.locator(".swagger-ui .info")).to_be_visible()
        ink = page.locator(".swagger-ui .info").evaluate("(info) => getComputedStyle(info).color")
        is_light = sum(map(int, re.findall(r"\d+", ink)[:3])) > 384
        assert is_light is is_dark, ink


def test_the_language_is_kept_from_page_to_page(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        page.goto("/?lang=it#main")
        page.get_by_label("Lingua").select_option("de")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert page.url == site.base + "/#main"
        page.goto("/verify")
        expect(page.locator("html")).to_have_attribute("lang", "de")


def test_assets_are_kept_for_ever_under_their_digest(site: Server) -> None:
    client = site.client()
    [address] = re.findall(r'href="(/assets/[0-9a-f]+/css/base.css)"', client.get("/").text)
    assert client.get(address).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get("/assets/0000/css/base.css").headers["cache-control"] == "no-cache"
    assert client.get("/assets/0000/css/none.css").status_code == 404
