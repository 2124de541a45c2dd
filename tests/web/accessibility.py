"""Checks of accessibility: axe, in both themes."""

from collections.abc import Mapping
from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] - it has none
from playwright.sync_api import Page

_REPORT = {"resultTypes": ["violations"]}
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules of axe that depend on colours. A theme changes nothing else."""

THEMES: Mapping[Literal["light", "dark"], Mapping[str, object]] = {"light": _REPORT, "dark": {**_REPORT, **_COLOURS}}
"""The options of axe by theme."""


def assert_accessible(page: Page, within: str | None = None) -> None:
    """Raise AssertionError for a violation that axe finds on the page as it is, in the light or the dark theme.

    `within` is a selector of the only elements that axe checks.
    """
    for theme, options in THEMES.items():
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        results = Axe().run(page, within, dict(options))  # pyright: ignore[reportUnknownMemberType] - untyped parameters
        assert results.violations_count == 0, f"{page.url}, {theme}: {results.generate_report()}"
