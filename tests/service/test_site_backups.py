"""The files of `ludolog site backup` and `restore` are on the disk, with their names, before the command ends."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from service.keys.key_file import make_keys
from service.site.backups import ABOUT, DUMP, KEY, back_up, restore
from service.site.state import SiteState
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
