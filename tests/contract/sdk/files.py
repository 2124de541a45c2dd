"""The generated files of the SDKs."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.contract.generators.toolchain import DOCUMENT, node_modules, npm_program, run
from tests.contract.sdk.problems import python_problems, typescript_problems
from tests.contract.sdk.python_operations import EVENTS, events_of, operations_module
from tests.contract.sdk.python_types import GENERATED, Schema, types_module

SDK = DOCUMENT.parent / "sdk"
PYTHON, TYPESCRIPT = SDK / "python", SDK / "typescript"


def generated() -> Iterator[tuple[Path, bytes]]:
    """Yield the generated files with their contents. The compiler reads those that come before its own."""
    yield from written()
    yield from made_by_npm()


def written() -> Iterator[tuple[Path, bytes]]:
    """Yield the files that are written here."""
    document: Mapping[str, Any] = json.loads(DOCUMENT.read_bytes())
    package, source = PYTHON / "ludolog_client", TYPESCRIPT / "src"
    yield package / "types.py", types_module(document).encode()
    yield package / "operations.py", operations_module(document).encode()
    yield package / "problems.py", python_problems().encode()
    yield source / "problems.ts", typescript_problems().encode()
    yield source / "stream_data.ts", stream_data(document).encode()


def made_by_npm() -> Iterator[tuple[Path, bytes]]:
    """Yield the types by openapi-typescript, and what tsc makes of the sources: a service serves it without Node.js."""
    with tempfile.TemporaryDirectory() as folder:
        api = Path(folder) / "api.d.ts"
        # without the flag a field with a default is required in requests
        run(npm_program("openapi-typescript"), str(DOCUMENT), "--default-non-nullable=false", "-o", str(api), cwd=SDK)
        yield TYPESCRIPT / api.name, api.read_bytes()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "node_modules").symlink_to(node_modules(), target_is_directory=True)
        run(npm_program("tsc"), "--project", str(TYPESCRIPT), "--outDir", str(folder / "lib"), cwd=folder)
        for file in sorted((folder / "lib").iterdir()):
            yield TYPESCRIPT / "lib" / file.name, file.read_bytes()


def stream_data(document: Schema) -> str:
    """Return the module with the types of the events of each stream, which openapi-typescript leaves out."""
    text = (
        f'// {GENERATED.removeprefix("# ")}import type {{ components }} from "../api.js";\n\n'
        "/** The data of the events of each stream, by its path. */\nexport interface StreamData {\n"
    )
    for path, item in document["paths"].items():
        content = item.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if EVENTS not in content:
            continue
        names = [each["$ref"].rpartition("/")[2] for each in events_of(content)]
        union = " | ".join(f'components["schemas"]["{name}"]' for name in names)
        text += f'  "{path}": {union};\n'
    return text + "}\n"
