"""Servers for the tests of tournaments: on SQLite, and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.service.server import Server, serving_either


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests and database."""
    with serving_either(request, tmp_path_factory.mktemp("tournaments")) as running:
        yield running
