"""Checks of accessibility: axe, in both themes."""

from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] - it has none
from playwright.sync_api import Page

ALL = {"resultTypes": ["violations"]}
OF_COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules of axe that depend on colours. A theme changes nothing else."""


def assert_accessible(page: Page) -> None:
    """Raise AssertionError for a violation that axe finds on the page as it is, in the light or the dark theme."""
    for theme, options in (("light", ALL), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        results = Axe().run(page, options=options)  # pyright: ignore[reportUnknownMemberType] - an untyped dict
        assert results.violations_count == 0, f"{page.url}, {theme}: {results.generate_report()}"
