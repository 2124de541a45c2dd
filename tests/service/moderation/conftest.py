"""A server for the tests of government on SQLite, and one on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.service.server import Server, serving_either

ON_BOTH = frozenset({"test_erased_names", "test_people", "test_roles", "test_suspensions", "test_taken_accounts"})
"""Modules that run on PostgreSQL too."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let each test run on its databases."""
    if "server" in metafunc.fixturenames:
        databases = ["sqlite", "postgresql"] if metafunc.definition.path.stem in ON_BOTH else ["sqlite"]
        metafunc.parametrize("server", databases, indirect=True, scope="module")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests and database."""
    with serving_either(request, tmp_path_factory.mktemp("moderation")) as running:
        yield running
