"""Clients that are generated from the document work."""

from pathlib import Path

import pytest

from tests.contract.generators import __main__ as command
from tests.contract.generators.clients import Report, play
from tests.service.server import Server


@pytest.mark.parametrize("generator", ["openapi-python-client", "openapi-typescript"])
def test_a_generated_client_plays_a_whole_game(server: Server, tmp_path: Path, generator: str) -> None:
    report = play(generator, server.base, tmp_path)

    _assert_played(server, report)


def test_a_generated_client_receives_every_event_of_the_stream(server: Server, tmp_path: Path) -> None:
    report = play("hey-api", server.base, tmp_path)

    last = _assert_played(server, report)
    assert list(report.versions) == list(range(1, last + 1))


def _assert_played(server: Server, report: Report) -> int:
    """Assert that the game has ended after decisions of the client; returns the last version of the game."""
    table = server.client().get(f"/v1/games/{report.game}").json()
    assert table["status"] == "ended"
    # bots that play at random end some games after two of them
    assert report.decisions > 0
    assert 1 in report.ranks
    return table["version"]


def test_an_unknown_generator_is_named_together_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["nonsense"]) == 2
    assert "orval" in capsys.readouterr().err
