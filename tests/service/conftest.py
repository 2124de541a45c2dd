"""One server for the tests of a file."""

from collections.abc import Iterator

import httpx
import pytest

from tests.service.browsers import Browser
from tests.service.kit import player_in_game
from tests.service.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests."""
    with serving(tmp_path_factory.mktemp("service") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[httpx.Client, str]:
    """A player, and a running game that the tests of a file only read."""
    return player_in_game(server)


@pytest.fixture
def client(server: Server) -> httpx.Client:
    """A client without credentials."""
    return server.client()


@pytest.fixture
def player(server: Server) -> httpx.Client:
    """The client of a player who has just signed up."""
    return server.player()


@pytest.fixture
def browser(server: Server) -> Browser:
    """A browser in which a new player has signed up."""
    made = Browser(server)
    made.sign_up()
    return made
