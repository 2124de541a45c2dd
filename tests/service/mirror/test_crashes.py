"""A mirror that was killed goes on."""

from pathlib import Path

from service.core.store.failpoints import LOST
from tests.service.mirror.kit import mirrored, play
from tests.service.server import serving
from tests.service.test_cli import ludolog


def test_a_mirror_that_was_killed_anywhere_goes_on(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with serving(tmp_path / "site" / "games.db") as server:
        play(server, 2)
        for passes in range(1, 4):
            folder = tmp_path / f"killed-{passes}"
            folder.mkdir()
            command = ("mirror", server.base, str(folder / "mirror"))
            killed = ludolog(*command, folder=folder, LUDOLOG_FAILPOINT=f"mirror:{passes}")
            # what a crash has left of a line
            kept = folder / "mirror" / "checkpoints.jsonl"
            with kept.open("ab") as file:
                file.write(b'{"at":"20')
            done = mirrored(server.base, folder)

            assert killed.returncode == LOST
            assert done.returncode == 0, done.stdout + done.stderr
            assert "2 games" in done.stdout
            assert len(list((folder / "mirror" / "games").iterdir())) == 2
            assert not list((folder / "mirror").rglob("*.part"))
            assert kept.read_text().count("\n") == 1
