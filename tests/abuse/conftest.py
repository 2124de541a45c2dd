"""One server for the tests of a file."""

from tests.service.conftest import client, player, server

__all__ = ["client", "player", "server"]
