"""The generated files of the SDKs."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.contract.generators.toolchain import DOCUMENT
from tests.contract.sdk.problems import python_problems
from tests.contract.sdk.python_operations import operations_module
from tests.contract.sdk.python_types import types_module

SDK = DOCUMENT.parent / "sdk"
PYTHON, TYPESCRIPT = SDK / "python", SDK / "typescript"


def generated() -> Iterator[tuple[Path, bytes]]:
    document: Mapping[str, Any] = json.loads(DOCUMENT.read_bytes())
    package = PYTHON / "ludolog_client"
    yield package / "types.py", types_module(document).encode()
    yield package / "operations.py", operations_module(document).encode()
    yield package / "problems.py", python_problems().encode()
