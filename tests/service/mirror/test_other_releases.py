"""A mirror of another release than its site: what it cannot check, it says at each run, until it can."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dropped import DroppedServer, Program
from tests.service.mirror.kit import mirrored, play
from tests.service.server import running
from tests.service.site_log.test_logged_games import bot_game, bundle_of

HOUSE = "house-2026"
"""A data set that only the later release has."""

NOT_CHECKED = "; the rules of 1 game were not checked: this release does not have them"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "later")
    yield made
    made.close()


def test_games_without_their_rules_are_counted_until_a_release_has_them(tmp_path: Path, program: Program) -> None:
    program.drop("minos", "reconstruction-1", HOUSE)
    server = DroppedServer(program)
    with running(server):
        player = server.player()
        game = bot_game(player, data_set=HOUSE)
        bundle_of(player, game)
        play(server)
        first = mirrored(server.base, tmp_path)
        second = mirrored(server.base, tmp_path)
        # the release that has its rules
        later = program.ludolog("mirror", server.base, str(tmp_path / "mirror"))
        after = mirrored(server.base, tmp_path)

    assert first.returncode == 3, first.stdout + first.stderr
    assert f"NOTE: game {game}: this release does not have its rules" in first.stdout
    assert "2 games, 2 of them new" in first.stdout
    assert second.returncode == 0, second.stdout + second.stderr
    for each in (first, second):
        assert NOT_CHECKED in each.stdout
    assert later.returncode == 0, later.stdout + later.stderr
    assert "Complete up to" in later.stdout
    assert "not checked" not in later.stdout
    # it was checked once
    assert after.returncode == 0, after.stdout + after.stderr
    assert "not checked" not in after.stdout
