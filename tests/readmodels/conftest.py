"""A log and its tables, on both databases."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.postgres import new_database
from tests.readmodels.kit import World, evening, world


@pytest.fixture
def table(database: str) -> Iterator[World]:
    with world(database) as opened:
        yield opened


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def original(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a database whose tables have followed an evening. Its copies are for the tests of a file."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('original')}/games.db"
        _follow_evening(url)
        yield url
    else:
        server: str = request.getfixturevalue("postgres_server")
        with new_database(server, request.getfixturevalue("postgres_template")) as url:
            _follow_evening(url)
            yield url


def _follow_evening(url: str) -> None:
    with world(url) as opened:
        opened.follow(evening())


@pytest.fixture
def followed(original: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[World]:
    """A log of an evening, and the tables that have followed it."""
    if original.startswith("sqlite"):
        folder = tmp_path / "copy"
        shutil.copytree(Path(original.removeprefix("sqlite:///")).parent, folder)
        with world(f"sqlite:///{folder}/games.db") as opened:
            yield opened
    else:
        server: str = request.getfixturevalue("postgres_server")
        with new_database(server, urlsplit(original).path[1:]) as url, world(url) as opened:
            yield opened
