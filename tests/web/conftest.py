"""The browser and a service of the tests of the web client. Without Chromium they are skipped, with one line."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.notifications.receiver import Receiver, receiver
from tests.service.server import Server, serving
from tests.web.browser import CHROMIUM, HOW_TO, REQUIRED, launched

expect.set_options(timeout=30_000)
"""Milliseconds in which a page shows what takes a moment on a machine without other load."""


@pytest.fixture(scope="package")
def browser() -> Generator[Browser]:
    """One browser for these tests in a process.

    A test has a context for itself while it runs; `opened` reuses it later. The browser ends with the package:
    Playwright keeps an event loop running, in which no other test can run its own.
    """
    if CHROMIUM is None and not REQUIRED:
        pytest.skip(HOW_TO)
    yield from launched()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A running service that the tests of the web client share."""
    folder: Path = tmp_path_factory.mktemp("web")
    with serving(folder / "web.db") as server:
        yield server


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A service that sends to the loopback interface."""
    with serving(tmp_path_factory.mktemp("near") / "web.db", LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8") as server:
        yield server


@pytest.fixture
def found() -> Generator[Receiver]:
    """A receiver of its own for each test."""
    with receiver() as running:
        yield running
