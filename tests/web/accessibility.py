"""Checks of accessibility: axe, in both themes."""

from collections.abc import Mapping
from typing import Literal

from axe_playwright_python.base import AxeResults  # pyright: ignore[reportMissingTypeStubs] - it has none
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] - the same
from playwright.sync_api import Page

_REPORT = {"resultTypes": ["violations"]}
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules of axe that depend on colours. A theme changes nothing else."""

THEMES: Mapping[Literal["light", "dark"], Mapping[str, object]] = {"light": _REPORT, "dark": {**_REPORT, **_COLOURS}}
"""The options of axe by theme."""

_VIOLATIONS = "([within, options]) => axe.run(within ?? document, options).then(({violations}) => violations)"
"""Runs axe. The elements that pass, some 50 KB, stay in the browser."""


def assert_accessible(page: Page, within: str | None = None) -> None:
    """Raise AssertionError for a violation that axe finds on the page as it is, in the light or the dark theme.

    `within` is a selector of the only elements that axe checks.
    """
    # once for both themes: the script has half a megabyte
    page.evaluate(Axe().axe_script)
    for theme, options in THEMES.items():
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        results = AxeResults({"violations": page.evaluate(_VIOLATIONS, [within, dict(options)])})
        assert results.violations_count == 0, f"{page.url}, {theme}: {results.generate_report()}"
