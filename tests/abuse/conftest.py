"""One server for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.service.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests."""
    with serving(tmp_path_factory.mktemp("service") / "games.db") as running:
        yield running
