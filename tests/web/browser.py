"""A real browser: Debian's Chromium, driven by Playwright. A console message fails the test."""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.waiting import until

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
"""The shell has the same engine without the windows around it: a new page takes a quarter of the time."""

REQUIRED = os.environ.get("TESTS_BROWSER") == "required"
"""Set by `.ci/run`: there a missing browser is a failure."""

HOW_TO = "no browser: install Debian's package chromium-headless-shell to run the tests of the web client"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # the tests of embeds have pages of public sites, which could not load anything from a loopback address
    "--disable-features=LocalNetworkAccessChecks,PrivateNetworkAccessChecks,SpareRendererForSitePerProcess",
    # less work for each page, which lives for a second: no process for a GPU
    "--in-process-gpu",
    "--num-raster-threads=1",
    # the pages of one site in one context share a process; those of other contexts never do
    "--renderer-process-limit=1",
]
"""Chromium runs as root, without a screen, and asks nothing of foreign hosts."""

CUT = "net::ERR_"
"""A part of the messages on cut connections."""

REFUSED = "Failed to load resource: the server responded with a status of 4"
"""The beginning of the messages on requests that the service refuses."""

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


def until_heard(page: Page, heard: Callable[[], object]) -> None:
    """Wait until something is true that a page tells by its events: Playwright hands them on in its calls only."""
    until(lambda: page.evaluate("1") == 1 and heard())


def launched() -> Generator[Browser]:
    """Yield a browser, and close it."""
    assert CHROMIUM is not None, HOW_TO
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            _IDLE.clear()
            browser.close()
    # Playwright leaves dead greenlets in cycles. Freed in the middle of another test's `ast.parse`, they would change
    # the recursion depth that CPython 3.11 checks there.
    gc.collect()


_IDLE: dict[object, BrowserContext] = {}
"""Contexts that no test uses now, by their options. A page in one of them needs a third less time than in a new one."""

MOST_IDLE = 4
"""The maximum number of idle contexts. Each has a process for its blank page."""


@contextmanager
def opened(
    browser: Browser,
    base: str,
    *,
    token: str | None = None,
    viewport: ViewportSize = WIDE,
    lost: bool = False,
    refused: Sequence[str] = (),
    first_visit: bool = False,
    **options: Any,
) -> Generator[Page]:
    """Yield a new page of a browser without cookies. After it, no console message or error may remain.

    `token` starts a session, whose cookie the context keeps; `options` are those of Playwright's `new_context`.
    With `lost`, the test cuts connections: Chromium reports each of them. `refused` are the ends of the paths of the
    requests that the test has refused: Chromium reports them as well. `first_visit` asks for a new context and an empty
    cache. Otherwise another test may have used the context: its cookies, permissions and storage of `base` are removed,
    its cache stays. So tests add routes and scripts to the page, not to the context.
    """
    key = (browser, base, repr(viewport), repr(sorted(options.items())))
    context = None if first_visit else _IDLE.pop(key, None)
    if context is None:
        context = browser.new_context(base_url=base, viewport=viewport, **options)
    try:
        if token is not None:
            sign_in(context, base, token)
        page = context.new_page()
        faults = watched(page, refused)
        yield page
        # closing the page reports what it has not reported yet
        _clean(context, base)
        assert not [fault for fault in faults if not (lost and CUT in fault)], faults
    except BaseException:
        context.close()
        raise
    _keep(key, context)


def _clean(context: BrowserContext, base: str) -> None:
    """Leave one blank page in a context, without cookies, permissions and storage."""
    # without any page, the process that renders the pages of the context would end
    blank = context.new_page()
    for page in context.pages:
        if page != blank:
            page.close()
    context.clear_cookies()
    context.clear_permissions()
    context.set_offline(False)
    session = cast("Any", context.new_cdp_session(blank))
    session.send("Storage.clearDataForOrigin", {"origin": base, "storageTypes": "all"})
    session.detach()


def _keep(key: object, context: BrowserContext) -> None:
    """Keep a clean context for the next test with its options, or close it if there is one already."""
    if key in _IDLE:
        context.close()
        return
    if len(_IDLE) == MOST_IDLE:
        _IDLE.pop(next(iter(_IDLE))).close()
    _IDLE[key] = context


def sign_in(context: BrowserContext, base: str, token: str) -> None:
    """Start a session with a token, as the page to sign in does. Its cookie is kept by the context."""
    body = {"type": "token", "token": token}
    reply = context.request.post("/v1/sessions", data=body, headers={"Origin": base})
    assert reply.status == 201, reply.text()


def theme_options(theme: str, language: str) -> dict[str, str]:
    """Return the options of a context whose device prefers a theme and a language."""
    return {"color_scheme": theme, "locale": language}


def watched(page: Page, refused: Sequence[str] = ()) -> list[str]:
    """Return a list to which the page adds console messages and uncaught errors.

    Chromium reports each answer of 400 and above, for a page as for a request: the test need not follow all responses,
    which takes a tenth of its time. Only the messages on requests that the test has `refused` are left out: the ends
    of their paths.
    """
    faults: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        address = str(message.location.get("url"))
        is_refused = message.text.startswith(REFUSED) and urlsplit(address).path.endswith(tuple(refused))
        if not is_refused:
            faults.append(f"console {message.type}: {message.text} ({address})")

    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    return faults
