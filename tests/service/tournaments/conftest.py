"""Servers for the tests of tournaments: on SQLite, and where statements or locks differ on PostgreSQL as well."""

from collections.abc import Iterator

import pytest

from tests.service.server import Server, serving_either

ON_BOTH = frozenset(
    (
        *("test_whole", "test_open_limit", "test_withdrawn_rounds"),
        *("test_a_repeated_act_is_done_once", "test_a_tournament_is_opened_once_with_a_key"),
        *("test_a_private_tournament_is_for_those_who_belong_to_it", "test_lists_are_filtered_and_paged"),
        "test_a_deleted_player_leaves",
    )
)
"""Modules and tests that run on PostgreSQL too. An act appends to the log in the same way, whichever act it is."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let each test run on its databases."""
    if "server" in metafunc.fixturenames:
        names = {metafunc.definition.path.stem, metafunc.function.__name__}
        databases = ["sqlite", "postgresql"] if names & ON_BOTH else ["sqlite"]
        metafunc.parametrize("server", databases, indirect=True, scope="module")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own for each file of tests and database."""
    with serving_either(request, tmp_path_factory.mktemp("tournaments")) as running:
        yield running
