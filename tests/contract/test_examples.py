"""The examples of the OpenAPI document are the same in each run: a change of the file is a change of the API."""

import os
import subprocess
import sys

import msgspec

from openapi.examples import FILE

PROGRAM = """
import logging, sys
import msgspec
from openapi.examples import collect
logging.disable()
sys.stdout.buffer.write(msgspec.json.encode(collect()))
"""


def test_another_run_gives_the_examples_of_the_file() -> None:
    """The run that wrote the file had other ids, secrets and hashes."""
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "1"}, stdout=subprocess.PIPE, check=True)
    found = msgspec.json.decode(done.stdout)

    stored = msgspec.json.decode(FILE.read_bytes())
    assert found.keys() == stored.keys()
    changed = [operation for operation in found if found[operation] != stored[operation]]
    assert changed == [], "run `uv run python -m openapi.examples`, then `uv run python -m openapi.generate`"
