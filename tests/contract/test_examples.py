"""The examples of the OpenAPI document are the same in each run: a change of the file is a change of the API."""

import os
import subprocess
import sys

PROGRAM = """
import logging, sys
import msgspec
from openapi.examples import collect
logging.disable()
sys.stdout.buffer.write(msgspec.json.encode(collect()))
"""


def test_two_runs_give_the_same_examples() -> None:
    """The processes have other ids, secrets and hashes, and disturb one another."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate(timeout=600)[0] for process in running)

    assert [process.returncode for process in running] == [0, 0]
    assert len(first) > 100_000
    assert first == second
