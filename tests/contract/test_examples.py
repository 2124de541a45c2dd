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

SLOW = """
import time
from service.dumps import dumper, feature
from service.site_log.keeper import LogKeeper
# dumps begin 20 s after the start of a service
feature.BEGINS_AFTER, feature.EVERY, dumper.AGAIN = 0.0, 0.5, 0.5
turn, began = LogKeeper.turn, []
def late(keeper):
    if not began:
        began.append(True)
        time.sleep(5)
    return turn(keeper)
LogKeeper.turn = late
"""
"""A machine on which the first step of the log takes long, and the requests take longer than its other delays."""


def test_another_run_gives_the_examples_of_the_file() -> None:
    """The run that wrote the file had other ids, secrets and hashes."""
    assert_examples_of_the_file(PROGRAM)


def test_a_slow_machine_gives_the_same_examples() -> None:
    assert_examples_of_the_file(SLOW + PROGRAM)


def assert_examples_of_the_file(program: str) -> None:
    """Compare what a program prints with the file."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "1"}, stdout=subprocess.PIPE, check=True)
    found = msgspec.json.decode(done.stdout)

    stored = msgspec.json.decode(FILE.read_bytes())
    assert found.keys() == stored.keys()
    changed = [operation for operation in found if found[operation] != stored[operation]]
    assert changed == [], "run `uv run python -m openapi.examples`, then `uv run python -m openapi.generate`"
