"""The statements of an earlier release are valid after the migrations of this one: both run side by side for a while.

`tests/store/rolling.py --statements` wrote the files `data/*/statements.sql`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL

from tests.service.server import serving
from tests.store.test_upgrade import RELEASES, postgresql_of

LEAST_OF_A_SERVICE = 40
"""Fewer statements would not be those of play, accounts and lists."""

WITH_STATEMENTS = [release for release in RELEASES if (release / "statements.sql").exists()]


@pytest.fixture(params=WITH_STATEMENTS, ids=lambda release: release.name)
def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[list[str], psycopg.Connection]]:
    """Yield the statements of a release, and a connection to a database of it that this release has migrated."""
    key = tmp_path / "key"
    statements = (request.param / "statements.sql").read_text().splitlines()
    with postgresql_of(request.param, key) as url:
        with serving(url, LUDOLOG_KEY_FILE=str(key), LUDOLOG_PROJECTIONS="embedded"):
            pass
        with psycopg.connect(url, autocommit=True) as connection:
            yield statements, connection


def test_they_are_accepted(migrated: tuple[list[str], psycopg.Connection]) -> None:
    statements, connection = migrated
    refused: dict[str, str] = {}
    for statement in statements:
        is_lock = statement.startswith("LOCK")
        try:
            with connection.transaction(force_rollback=True):
                connection.execute((statement if is_lock else f"PREPARE checked AS {statement}").encode())
                if not is_lock:
                    connection.execute("DEALLOCATE checked")
        except psycopg.Error as error:
            refused[statement] = str(error)

    assert refused == {}
    assert len(statements) > LEAST_OF_A_SERVICE


def test_the_release_before_has_its_statements() -> None:
    assert "0.2.0" in [release.name for release in WITH_STATEMENTS]


def test_what_they_insert_lacks_no_column(migrated: tuple[list[str], psycopg.Connection]) -> None:
    statements, connection = migrated
    columns = SQL(
        "SELECT column_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' "
        "FROM information_schema.columns WHERE table_schema = 'public' AND table_name = {} ORDER BY ordinal_position"
    )
    checked: set[str] = set()
    for statement in statements:
        found = re.match(r'INSERT INTO (?:"public"\.)?"?(\w+)"? (?:AS \w+ )?(VALUES )?\(([^)]*)\)', statement)
        if found is not None:
            table, in_order, listed = found.groups()
            rows = connection.execute(columns.format(table)).fetchall()
            given = {each.strip() for each in listed.split(",")}
            if in_order:
                given = {name for name, _ in rows[: len(given)]}
            assert {name for name, is_needed in rows if is_needed} - given == set(), statement
            checked.add(table)
    assert {"account_keys", "account_secret", "ludolog_events", "players", "tokens"} <= checked
