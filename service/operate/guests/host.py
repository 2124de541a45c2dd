"""Runs the Python file of a bot in a process of its own: `python host.py FILE`.

Reads a request from each line of the standard input and writes the answer of `choose` as a line. What the bot prints
goes to the standard error, and its own standard input is empty. This file needs the standard library alone, and the
bot sees its own folder first in `sys.path`, as `python FILE` does.
"""

import json
import os
import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

NAME = "ludolog_bot"
READY = b"ready\n"
"""Written when the file is loaded."""


def main(file: str) -> int:
    """Load the file and answer until the end of the input; returns the exit status."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # neither the bot nor a program that it starts takes a request away
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a descriptor is needed
        os.dup2(nothing.fileno(), 0)
    path = Path(file).resolve()
    sys.path[0] = str(path.parent)
    sys.argv = [str(path)]
    spec = spec_from_file_location(NAME, path)
    assert spec is not None
    assert spec.loader is not None
    # dataclasses read their module here
    module = sys.modules[NAME] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        choose = getattr(module, "choose", None)
        if not callable(choose):
            sys.stderr.write(f"{file} does not define the function choose(request)\n")
            return 2
        answers.write(READY)
        answers.flush()
        _answer(choose, requests, answers)
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the bot may raise any exception
        # without the frames of this file
        traceback.print_exception(error.with_traceback(_of_file(error, path)))
        return 1
    return 0


def _answer(choose: Any, requests: Any, answers: Any) -> None:
    for line in requests:
        answers.write(json.dumps(choose(json.loads(line))).encode() + b"\n")
        answers.flush()


def _of_file(error: BaseException, path: Path) -> Any:
    """Return the traceback from the first frame in a file on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != str(path):
        trace = trace.tb_next
    return trace


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
