"""What the documents name is there: links, anchors, paths, commands, decisions."""

import re
import tomllib

from service.operate.cli import MODULES
from tests.conftest import SLOW_FILES, SLOW_FOLDERS
from tests.structure.documents import ROOT, documents, is_there, links, paths, prose, resolves, shell_lines, text_of

DECISIONS = ROOT / "service" / "decisions"

WIDTH = 100
"""Characters of a line of prose."""


def test_every_relative_link_leads_somewhere() -> None:
    found = list(links())

    assert len(found) > 20
    assert [link for link in found if not resolves(link)] == []


def test_every_path_in_back_quotes_exists() -> None:
    found = list(paths())

    assert len(found) > 50
    assert [path for path in found if not is_there(path)] == []


def test_every_command_of_ludolog_exists() -> None:
    texts = {document: text_of(document) for document in documents()}
    named = {name for text in texts.values() for name in re.findall(r"(?<=[`/ ])ludolog ([a-z]+)(?=[` \n])", text)}

    assert named >= {"serve", "play", "verify", "site", "doctor"}
    assert named - MODULES.keys() == set()


def test_prose_is_wrapped_at_100_characters() -> None:
    found = list(prose())

    assert len(found) > 1_000
    assert [line for line in found if len(line.target) > WIDTH] == []


def test_the_readme_starts_with_the_two_command_lines() -> None:
    lines = shell_lines("README.md")

    assert "pip install uv && uv run ludolog serve --demo" in lines
    assert "pip install uv && uv run pytest --all" in lines


def test_ci_runs_the_test_line_of_the_readme() -> None:
    commands = [line for line in text_of(ROOT / ".ci" / "run").splitlines() if "pytest" in line]

    assert commands == ["uv run pytest --all"]


def test_the_tests_that_a_quick_run_leaves_out_exist() -> None:
    assert [path for path in (*SLOW_FOLDERS, *SLOW_FILES) if not path.exists()] == []


def test_every_decision_is_dated_and_in_the_index() -> None:
    index = text_of(DECISIONS / "README.md")
    records = sorted(DECISIONS.glob("[0-9]*.md"))

    assert [record.name for record in records] == re.findall(r"^\| \[.*\]\((\d{3}-.*\.md)\)", index, re.MULTILINE)
    assert len({record.name[:3] for record in records}) == len(records)
    for record in records:
        text = text_of(record)
        (date,) = re.findall(r"^Date: (\d{4}-\d\d-\d\d)\. Status: \w+\.", text, flags=re.MULTILINE)
        title = text.partition("\n")[0].removeprefix("# ").replace(": ", " ", 1)
        assert f"[{title}]({record.name}) | {date} |" in index
        assert [part for part in ("Context", "Decision", "Consequences") if f"\n## {part}\n" not in text] == []


def test_the_package_table_of_the_service_lists_the_layers_in_their_order() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract.get("containers") == ["service"])
    packages = [name for layer in layers for name in layer.split(" | ") if name != "__main__"]
    (table,) = re.findall(r"^## Packages\n(.*?)^## ", text_of(ROOT / "service" / "README.md"), re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", table, re.MULTILINE)

    assert [row for row in rows if row in packages] == packages
