"""A log and its tables, on both databases."""

from collections.abc import Iterator

import pytest

from tests.readmodels.kit import World, world


@pytest.fixture
def table(database: str) -> Iterator[World]:
    with world(database) as opened:
        yield opened
