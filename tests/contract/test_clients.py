"""Clients that are generated from the document work: every generator that a document names."""

import re
from pathlib import Path

import pytest

from tests.contract.generators import __main__ as command
from tests.contract.generators.clients import GENERATORS, Report, make, play
from tests.service.server import Server

README = Path(__file__).parents[2] / "openapi" / "README.md"

IN_CI = [name for name, generator in GENERATORS.items() if generator.is_in_ci]
PLAYING = [name for name in IN_CI if GENERATORS[name].player is not None]

SENT = (
    "GameStreamEvent",
    "GameStreamLine",
    "OwnStreamEvent",
    "LobbyStreamEvent",
    "ResultStreamEvent",
    "WebhookPayload",
)
"""The unions of what is sent without a request of its own."""

SENT_PARTS = ("AwaitingLine", "Closing", "ResultEvent", "WebhookGameEnded")
"""Parts of them. The first generator has no names for unions."""


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the clients of the generators of CI, type-checked."""
    folder = tmp_path_factory.mktemp("clients")
    make(IN_CI, folder)
    return folder


@pytest.mark.parametrize("generator", PLAYING)
def test_a_generated_client_plays_a_whole_game(server: Server, clients: Path, generator: str) -> None:
    report = play(generator, server.base, clients)

    assert report is not None
    last = _assert_played(server, report)
    if generator == "hey-api":
        assert list(report.versions) == list(range(1, last + 1)), "it receives every event of the stream"


@pytest.mark.parametrize("generator", sorted(set(IN_CI) - set(PLAYING)))
def test_a_generated_client_compiles(clients: Path, generator: str) -> None:
    assert (clients / "build" / generator / "index.js").is_file()


@pytest.mark.parametrize("generator", IN_CI)
def test_a_generated_client_has_the_events_of_streams_and_webhooks(clients: Path, generator: str) -> None:
    sources = [*(clients / generator).rglob("*.py"), *(clients / generator).rglob("*.ts")]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)

    assert [name for name in SENT_PARTS if name not in text] == []
    assert generator == "openapi-python-client" or [name for name in SENT if name not in text] == []


def test_the_generators_that_the_document_for_authors_names_are_those_that_run() -> None:
    table = README.read_text(encoding="utf-8").partition("## Generated clients")[2].partition("\n## ")[0]

    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == list(GENERATORS)


def _assert_played(server: Server, report: Report) -> int:
    """Assert that the game has ended after decisions of the client; returns the last version of the game."""
    reply = server.client().get(f"/v1/games/{report.game}")
    assert reply.status_code == 200, reply.text
    table = reply.json()
    assert table["status"] == "ended"
    # bots that play at random end some games after two of them
    assert report.decisions > 0
    assert 1 in report.ranks
    return table["version"]


def test_an_unknown_generator_is_named_together_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["nonsense"]) == 2
    assert "orval" in capsys.readouterr().err
