"""The analysis of finished games over HTTP and on the command line: the same bytes."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.replies import ok
from tests.service.imported import Imported, golden, serving_golden
from tests.service.kit import own_decision, player_in_game, problem
from tests.service.test_cli import ludolog

NAME = "minos-1-short-3-careful"
ABANDONED = "giganten-1-abandoned"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Imported]:
    with serving_golden(tmp_path_factory.mktemp("analysis"), [NAME, ABANDONED]) as found:
        yield found


def test_an_imported_game_is_analysed_like_its_bundle(site: Imported) -> None:
    """The command line prints the bytes of the API, offline."""
    url = f"/v1/games/{site.games[NAME]}/analysis"
    reply = site.server.client().get(url, headers={"Accept-Encoding": "identity"})
    packed = site.server.client().get(url)
    done = ludolog("analyse", f"{NAME}.jsonl", "--json", folder=site.folder)

    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    assert done.returncode == 0, done.stderr
    assert done.stdout.encode() == reply.content + b"\n"
    assert (packed.headers["content-encoding"], packed.content) == ("gzip", reply.content)
    found = reply.json()
    assert (found["format"], found["ruleset"], found["seats"]) == ("ludolog-analysis/1", "minos", 3)
    last = json.loads(golden(NAME)[-2])
    assert (found["version"], found["head"]) == (last["record"]["version"], last["head"])
    assert found["scores"][-1]["scores"] == [
        place["score"] for place in sorted(last["record"]["data"]["places"], key=lambda place: place["seat"])
    ]


def test_the_analysis_never_changes(site: Imported) -> None:
    url = f"/v1/games/{site.games[NAME]}/analysis"
    first = ok(site.server.client().get(url))
    again = site.server.client().get(url, headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["cache-control"] == "public, max-age=86400, immutable"
    assert (again.status_code, again.content) == (304, b"")
    # nor does the log
    assert ok(site.server.client().get(f"/v1/games/{site.games[NAME]}")).json()["version"] == first.json()["version"]


def test_the_names_in_an_analysis_are_in_the_words_of_the_title(site: Imported) -> None:
    found = ok(site.server.client().get(f"/v1/games/{site.games[NAME]}/analysis")).json()
    german = ok(site.server.client().get("/v1/rulesets/minos/words", params={"lang": "de"})).json()["analysis"]

    assert {measure["measure"] for measure in found["measures"]} == german["measures"].keys()
    assert {kind["kind"] for kind in found["returns"]["kinds"]} == german["kinds"].keys()
    assert {amount["amount"] for amount in found["returns"]["amounts"]} == german["amounts"].keys()
    assert {line["outcome"] for line in found["returns"]["lines"]} <= german["outcomes"].keys()
    assert german["kinds"]["conflict"] == "Konflikt"


def test_there_is_none_before_the_end(site: Imported) -> None:
    player, game = player_in_game(site.server, ruleset="siberia")
    assert own_decision(player, game) is not None
    running = player.get(f"/v1/games/{game}/analysis")
    abandoned = player.get(f"/v1/games/{site.games[ABANDONED]}/analysis")

    assert problem(running) == (409, "game-not-over")
    assert running.json()["detail"] == "the game is running: it can be analysed once it has ended"
    assert problem(abandoned) == (409, "game-not-over")
    assert abandoned.json()["detail"] == "the game is abandoned: it never started"


def test_a_private_game_is_analysed_for_those_who_may_see_it(site: Imported) -> None:
    player, game = player_in_game(site.server, ruleset="siberia", visibility="private")
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    while ok(player.get(f"/v1/games/{game}")).json()["status"] == "running":
        player.get(f"/v1/games/{game}/events", params={"after": 0, "limit": 1})
    url = f"/v1/games/{game}/analysis"

    assert problem(site.server.client().get(url)) == (404, "not-found")
    reply = player.get(url)
    assert (reply.status_code, reply.headers["cache-control"]) == (200, "private, no-cache")


def test_the_text_says_what_was_drawn_paid_and_returned(site: Imported) -> None:
    done = ludolog("analyse", f"{NAME}.jsonl", folder=site.folder)

    assert done.returncode == 0, done.stderr
    tables = [block.splitlines()[0] for block in done.stdout.split("\n\n")[1:]]
    assert (tables[:2], tables[-1]) == (["Luck", "Scores"], "Time used")
    assert "Settlement founded" in tables
    header = done.stdout.split("Settlement founded\n")[1].splitlines()[0]
    assert header.split("  ")[0] == "about"
    assert "+income at the end" in header


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (golden(NAME)[:-1], "the bundle is not valid"),
        (golden(ABANDONED), "the game is abandoned: it never started"),
        ([line.replace(b'"viewer":"full"', b'"viewer":"public"') for line in golden(NAME)], "not valid"),
    ],
    ids=["cut", "abandoned", "of another viewer"],
)
def test_a_bundle_that_cannot_be_analysed_is_refused(tmp_path: Path, lines: list[bytes], reason: str) -> None:
    (tmp_path / "bad.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    done = ludolog("analyse", "bad.jsonl.gz", folder=tmp_path)

    assert done.returncode == 1
    assert reason in done.stderr
    assert not done.stdout


def test_a_bundle_without_all_secrets_is_refused(site: Imported, tmp_path: Path) -> None:
    player, game = player_in_game(site.server, ruleset="siberia")
    (tmp_path / "mine.jsonl").write_bytes(player.get(f"/v1/games/{game}/bundle").content)
    done = ludolog("analyse", "mine.jsonl", "--json", folder=tmp_path)

    assert done.returncode == 1
    assert "the bundle is for the viewer seat:0: once the game has ended" in done.stderr
