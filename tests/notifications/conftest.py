"""A service, and a receiver of what it sends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notifications.receiver import Receiver, receiver
from tests.notifications.sites import Person, Site, site


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Site]:
    """A service of its own for each test."""
    with site(tmp_path) as running:
        yield running


@pytest.fixture
def ada(place: Site) -> Person:
    """A new player."""
    return place.player("Ada")


@pytest.fixture
def bo(place: Site) -> Person:
    """A second new player."""
    return place.player("Bo")


@pytest.fixture
def found() -> Iterator[Receiver]:
    """A receiver of its own for each test."""
    with receiver() as running:
        yield running
