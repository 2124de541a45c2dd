"""One server for the tests of a file, and the document that it serves."""

from typing import Any

import pytest

from service.features import FEATURES
from tests.replies import ok
from tests.service.conftest import client, player, server
from tests.service.server import Server

__all__ = ["client", "document", "player", "server"]

assert FEATURES, "their modules declare the problems that the tests read"


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    """The OpenAPI document as it is served."""
    return ok(server.client().get("/openapi.json")).json()
