"""One server with the title Nim for these tests in a process: it starts anew, since no other one has the title."""

from collections.abc import Iterator

import pytest

from tests.service.server import running
from tests.titles.server import NimServer


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NimServer]:
    with running(NimServer(tmp_path_factory.mktemp("nim") / "games.db")) as started:
        yield started
