"""One server for the tests of a file, and the document that it serves."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests."""
    with serving(tmp_path_factory.mktemp("contract") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    """The OpenAPI document as it is served."""
    return server.client().get("/openapi.json").json()
