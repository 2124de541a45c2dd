"""Clients that are generated from the document work."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.server import Server

DOCUMENT = Path(__file__).parents[2] / "openapi" / "openapi.json"
PLAYER = Path(__file__).with_name("generated_player.py")
OPENAPI_TYPESCRIPT = "openapi-typescript@7.13.0"
TYPESCRIPT = "typescript@5.9.3"


def _run(*command: str, cwd: Path, **environment: str) -> str:
    run = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, f"{run.stdout[-4000:]}\n{run.stderr[-4000:]}"
    return run.stdout + run.stderr


def test_a_generated_python_client_plays_a_whole_game(server: Server, tmp_path: Path) -> None:
    generator = str(Path(sys.executable).with_name("openapi-python-client"))
    # the generator knows no lines of JSON: it takes them as bytes
    config = tmp_path / "config.yml"
    config.write_text("content_type_overrides:\n  application/x-ndjson: application/octet-stream\n")
    said = _run(
        generator, "generate", "--config", str(config), "--path", str(DOCUMENT), "--meta", "none",
        "--output-path", "ludolog_client", "--fail-on-warning", cwd=tmp_path,
    )  # fmt: skip
    assert "WARNING" not in said
    made = _run(sys.executable, str(PLAYER), server.base, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert int(made) > 20


@pytest.mark.skipif(shutil.which("npx") is None, reason="npx is needed, which comes with Node.js")
def test_generated_typescript_types_are_sound(tmp_path: Path) -> None:
    types = tmp_path / "api.d.ts"
    _run("npx", "--yes", OPENAPI_TYPESCRIPT, str(DOCUMENT), "-o", str(types), cwd=tmp_path)
    use = tmp_path / "use.ts"
    use.write_text(
        'import type { components, operations } from "./api";\n'
        'type Command = components["schemas"]["AnyCommand"];\n'
        'const bid: Command = { type: "giganten.bid", value: 3 };\n'
        'type View = components["schemas"]["AnyView"];\n'
        'export const prices = (seen: View) => (seen.type === "giganten.view" ? seen.prices : null);\n'
        'type Sent = operations["command"]["requestBody"]["content"]["application/json"];\n'
        'export const sent: Sent = { decision: "0.1", command: bid };\n',
        encoding="utf-8",
    )
    _run("npx", "--yes", "--package", TYPESCRIPT, "tsc", "--noEmit", "--strict", str(use), cwd=tmp_path)
