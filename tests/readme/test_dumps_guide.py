"""The guide to the dumps: its commands load the dumps of a service, and its program computes what it says."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.core.keys.key_file import make_keys
from service.web.documents.guides import EXAMPLE
from tests.readmodels.kit import world
from tests.service.dumps.kit import months
from tests.service.dumps.test_served import UNTOUCHED, dumping_of, write
from tests.service.guide import shell_blocks
from tests.service.own_site import ROOT
from tests.service.server import Server, serving

GUIDE = (ROOT / "service" / "dumps" / "README.md").read_text()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("guide") / "games.db"
    make_keys(Path(f"{file}.key"))
    with world(f"sqlite:///{file}") as opened:
        opened.follow(months())
    with dumping_of(file) as dumper:
        write(dumper)
    with serving(file, UNTOUCHED) as server:
        yield server


def test_the_commands_and_the_program_of_the_guide_run(site: Server, tmp_path: Path) -> None:
    commands = "\n".join(shell_blocks(GUIDE)).replace(EXAMPLE, site.base)
    program = "\n".join(re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))

    loaded = subprocess.run(["bash", "-euc", commands], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert loaded.returncode == 0, loaded.stderr
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert re.search(r"^2026-10 1 games, positions \d+ to \d+$", done.stdout, re.MULTILINE)
    assert re.search(r"^[1-9]\d* ratings are the same to the last digit$", done.stdout, re.MULTILINE)
    for column in ("rating", "fair", "deviation", "minos.dice_rolled"):
        assert column in done.stdout


def test_the_guide_is_a_page_with_the_address_of_the_site(site: Server) -> None:
    reply = site.client().get("/docs/dumps")

    assert reply.status_code == 200
    assert f"{site.base}/dumps/$month/$file" in reply.text
    assert EXAMPLE not in reply.text
    assert 'href="/docs/analysis"' in reply.text
