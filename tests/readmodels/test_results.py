"""The list of results: which index a page of it is read by."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from service.core.store.database import Cursor
from service.lists.tables.results import ResultQuery, results
from tests.readmodels.kit import played, world

FILTERS = {
    "ruleset": ResultQuery(ruleset="minos"),
    "profile": ResultQuery(profile="short"),
    "owner": ResultQuery(owner="player:ada"),
}


class Explained:
    """A cursor of SQLite that keeps the plan of each query instead of running it."""

    def __init__(self, database: Path) -> None:
        self._connection = sqlite3.connect(database)
        self.plan: list[str] = []

    def execute(self, statement: str, parameters: Any) -> None:
        rows = self._connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        self.plan += [row[3] for row in rows]

    def fetchall(self) -> list[Any]:
        return []

    def close(self) -> None:
        self._connection.close()


def plan_of(database: Path, wanted: ResultQuery) -> list[str]:
    """Return how SQLite reads a page of results."""
    explained = Explained(database)
    results(Cursor(explained, is_postgres=False), wanted)
    explained.close()
    return explained.plan


@pytest.mark.parametrize("column", FILTERS)
@pytest.mark.parametrize("is_newest_first", [False, True])
@pytest.mark.parametrize("after", [None, 7])
def test_a_page_of_results_is_read_by_the_index_of_its_filter(
    tmp_path: Path, column: str, is_newest_first: bool, after: int | None
) -> None:
    database = tmp_path / "games.db"
    with world(f"sqlite:///{database}"):
        pass
    wanted = structs.replace(FILTERS[column], is_newest_first=is_newest_first, after=after)

    plan = plan_of(database, wanted)

    assert any(f"({column}=?" in step and step.startswith("SEARCH results_g") for step in plan), plan
    assert not any(step.startswith("SCAN results_g") for step in plan), plan


def test_the_tables_of_a_former_database_get_the_index_of_profiles(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with world(f"sqlite:///{database}") as former:
        former.append(played("siberia", ("player:ada", "player:bo"), 4))
        former.catch_up()
        before = former.tables()
        with former.database.writing() as cursor:
            cursor.execute("DROP INDEX results_g1_i1")
            cursor.execute("UPDATE projections SET form = 2 WHERE name = 'results'")
    assert not any("(profile=?" in step for step in plan_of(database, FILTERS["profile"]))

    with world(f"sqlite:///{database}") as opened:
        opened.catch_up()
        assert opened.tables() == before

    assert len(before["results"]) == 1
    assert any("(profile=?" in step for step in plan_of(database, FILTERS["profile"]))
