"""Checks of accessibility: axe, in both themes."""

from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] - it has none
from playwright.sync_api import Page

THEMES = ("light", "dark")


def assert_accessible(page: Page) -> None:
    """Raise AssertionError for a violation that axe finds on the page as it is, in the light or the dark theme."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        results = Axe().run(page)  # pyright: ignore[reportUnknownMemberType] - its options are an untyped dict
        assert results.violations_count == 0, f"{page.url}, {theme}: {results.generate_report()}"
