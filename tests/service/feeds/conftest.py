"""The servers of these tests: on SQLite, and for links to calendars on PostgreSQL as well."""

from collections.abc import Iterator

import pytest

from tests.postgres import new_database
from tests.service.server import Server, serving


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests and database."""
    folder = tmp_path_factory.mktemp("calendars")
    if request.param == "sqlite":
        with serving(folder / "games.db") as running:
            yield running
        return
    url: str = request.getfixturevalue("postgres_server")
    settings = {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with new_database(url) as database, serving(database, **settings) as running:
        yield running
