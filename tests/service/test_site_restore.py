"""`ludolog site restore` exchanges the database of a site only after the backup is restored completely."""

import os
import sys

import pytest

from service.core.keys.key_file import make_keys
from tests.service.own_site import AS_USER, Workplace, can_run_postgres, workplace

MAKE = """
import psycopg
from pathlib import Path
from service.operate.site.backups import _pg_dump
from service.operate.site.preparation import own_url, prepare_postgres
from service.operate.site.programs import server_running
folder = Path("site").resolve()
folder.mkdir(mode=0o700)
prepare_postgres(folder)
with server_running(folder):
    with psycopg.connect(own_url(folder)) as connection:
        connection.execute("CREATE TABLE of_the_backup ()")
    _pg_dump(own_url(folder), Path("backup/ludolog.dump"))
    with psycopg.connect(own_url(folder)) as connection:
        connection.execute("CREATE TABLE made_later ()")
"""

LOOK = """
import psycopg
from pathlib import Path
from service.operate.site.preparation import own_url
from service.operate.site.programs import server_running
folder = Path("site").resolve()
with server_running(folder), psycopg.connect(own_url(folder)) as connection:
    names = "SELECT datname FROM pg_database WHERE datname LIKE 'ludolog%' ORDER BY 1"
    print("databases", *(row[0] for row in connection.execute(names)))
    tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
    print("tables", *(row[0] for row in connection.execute(tables)))
    assert (folder / ".s.PGSQL.5432").stat().st_mode & 0o077 == 0, "others may connect without a password"
"""


def looked(place: Workplace) -> tuple[list[str], list[str]]:
    """Return the databases of the site, and the tables of the one in use."""
    done = place.run("python look.py")
    assert done.returncode == 0, done.stdout
    databases, tables = (line.split()[1:] for line in done.stdout.splitlines()[-2:])
    return databases, tables


@pytest.mark.skipif(not can_run_postgres(), reason="PostgreSQL does not run as root, and there is nobody else here")
def test_a_restore_that_fails_leaves_the_database_in_place() -> None:
    with workplace() as place:
        prefix = " ".join(AS_USER) if os.geteuid() == 0 else ""
        place.add("python", f'exec {prefix} "{sys.executable}" "$@"')
        (place.work / "make.py").write_text(MAKE)
        (place.work / "look.py").write_text(LOOK)
        backup = place.work / "backup"
        backup.mkdir()
        make_keys(backup / "ludolog.key")
        (backup / "backup.json").write_text("{}")
        made = place.run("python make.py")
        assert made.returncode == 0, made.stdout
        whole = (backup / "ludolog.dump").read_bytes()
        (backup / "ludolog.dump").write_bytes(whole[: len(whole) // 2])

        failed = place.run("ludolog site restore backup")
        after_failure = looked(place)
        (backup / "ludolog.dump").write_bytes(whole)
        done = place.run("ludolog site restore backup")
        databases, tables = looked(place)

    assert failed.returncode == 2
    assert "nothing is restored, the database and the key file of the site are unchanged" in failed.stdout
    assert after_failure == (["ludolog"], ["made_later", "of_the_backup"])
    assert done.returncode == 0, done.stdout
    assert tables == ["of_the_backup"]
    assert databases[0] == "ludolog"
    assert databases[1].startswith("ludolog_before_")
    assert len(databases) == 2
