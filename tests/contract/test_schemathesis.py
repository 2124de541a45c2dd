"""Whatever fits the document, or does not, is answered as the document says.

A longer run: LUDOLOG_CASES=200 uv run pytest -n0 tests/contract/test_schemathesis.py
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.server import Server

CONFIG = Path(__file__).with_name("schemathesis.toml")
CASES = os.environ.get("LUDOLOG_CASES", "3")
"""Generated cases of an operation and phase, beside all that the coverage phase derives from the document."""

LEAST = 4000
"""Requests of a run: the coverage phase derives most of them from the document."""

ENVIRONMENT = {
    # the hooks of the configuration are found from here
    "PYTHONPATH": str(CONFIG.parents[2]),
    # each request looks through all variables for a proxy and reads the passwords of hosts, unless these are set
    "NO_PROXY": "localhost",
    "NETRC": os.devnull,
    # the environment of a run has many more variables
    **{name: os.environ[name] for name in ("HOME", "PATH", "TMPDIR") if name in os.environ},
}
"""The variables of schemathesis: without the others each of its requests needs about 0.3 ms less."""


# minutes on a quiet machine, more with LUDOLOG_CASES or where others work
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", os.environ.get("LUDOLOG_SEEDS", "1").split(","))
def test_the_service_keeps_to_its_document(server: Server, seed: str, tmp_path: Path) -> None:
    token = server.player().headers["Authorization"]
    # as a page of the service, under the name that passkeys need
    page = f"http://localhost:{server.port}"
    scripts = Path(sys.executable).parent
    command = [
        str(scripts / "schemathesis"), "--config-file", str(CONFIG), "run", f"{page}/openapi.json",
        "--header", f"Authorization: {token}", "--header", f"Origin: {page}",
        "--max-examples", CASES, "--seed", seed, "--continue-on-failure", "--no-color",
    ]  # fmt: skip
    run = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-20_000:]
    generated = re.search(r"(\d+) generated", run.stdout)
    assert generated is not None
    assert int(generated[1]) >= LEAST, run.stdout[-2000:]
