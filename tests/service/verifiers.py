"""The two programs that verify files offline, run as a user runs them, and what a user keeps of games."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from service.core.keys.signing import Signer
from tests.games.bundles import Finished, signer, until
from tests.games.second_verifier import SCRIPT, node
from tests.service.forge import run_ludolog

Done = subprocess.CompletedProcess[str]

KEY = ("--key", signer().public_key.hex())


def first(folder: Path, *arguments: str, command: Sequence[str] = ("verify",), **variables: str) -> Done:
    """Run `ludolog verify`, or another command, in a folder."""
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), **variables}
    return run_ludolog(*command, *arguments, folder=folder, environment=environment)


def second(folder: Path, *arguments: str, stdin: bytes | None = None) -> Done:
    """Run `verify.mjs` in a folder."""
    done = subprocess.run(
        [node(), str(SCRIPT), *arguments], cwd=folder, input=stdin, capture_output=True, check=False, timeout=300,
        env=dict(os.environ),
    )  # fmt: skip
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def written(folder: Path, name: str, lines: Sequence[bytes]) -> str:
    """Write lines, each with a line feed, and return the name of the file."""
    (folder / name).write_bytes(b"".join(line + b"\n" for line in lines))
    return name


def receipt(one: Finished, version: int, key: Signer | None = None) -> bytes:
    """Return the reply to a command at a version of a game, as one line."""
    signed = (key or signer()).sign_head(until(one, version).game.tip, command=f"key-{version}", decision="0.1")
    return msgspec.json.encode(
        {"receipt": {**signed.statement, "signature": signed.signature, "sender": "player:1"}, "events": []}
    )


def signed_head(one: Finished, version: int) -> bytes:
    """Return the statement at the end of a stream that ended at a version of a game."""
    return msgspec.json.encode(signer().sign_head(until(one, version).game.tip))


def verdicts(done: Done) -> list[dict[str, tuple[str, int | None]]]:
    """Return verdict and line of every check of each file of a run with `--json`."""
    reports: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    return [{check["check"]: (check["verdict"], check["line"]) for check in report["checks"]} for report in reports]
