"""The generators: how each makes its client from the document, and how its player is run."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tests.contract.generators.toolchain import DOCUMENT, HERE, NODE, node_modules, npm_program, run, script

PLAYERS = HERE / "players"

SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options of Java without the compiler for code that runs long: a client then takes half of the processor time."""


class Report(msgspec.Struct, frozen=True):
    """What a player saw of its game."""

    game: str
    decisions: int
    ranks: tuple[int, ...]
    versions: tuple[int, ...] = ()
    """The versions of the events of the stream, in their order; empty for players that follow none."""


class Generator(msgspec.Struct, frozen=True):
    """A generator of clients."""

    title: str | None
    """What its player plays: all titles are played by one of them. None: its client is only compiled."""
    generate: Callable[[Path], None]
    """Makes the client in a folder."""
    build: Callable[[Path], None]
    """Type-checks and compiles client and player."""
    command: Callable[[Path], list[str]] | None = None
    """The command that plays, without its arguments: the address of the server and the title."""


def make(name: str, folder: Path) -> None:
    """Generate a client in an empty folder, and type-check it; raises ToolError."""
    generator = GENERATORS[name]
    generator.generate(folder)
    generator.build(folder)


def play(name: str, base: str, folder: Path) -> Report | None:
    """Generate a client in an empty folder, type-check it, and play a game with it; raises ToolError.

    The result is None for a client that is only compiled.
    """
    generator = GENERATORS[name]
    make(name, folder)
    if generator.command is None or generator.title is None:
        return None
    environment = {"PYTHONPATH": str(folder)}
    printed = run(*generator.command(folder), base, generator.title, cwd=folder, environment=environment)
    return msgspec.convert(_last_line(printed), Report)


def _last_line(printed: str) -> Any:
    return json.loads(printed.strip().splitlines()[-1])


def _openapi_python_client(folder: Path) -> None:
    # the generator has no types for lines of JSON, pictures and feeds
    config = folder / "config.yml"
    types = {"application/x-ndjson": "application/octet-stream", "image/svg+xml": "text/plain"}
    types["application/atom+xml"] = "text/plain"
    lines = [f"  {known}: {read_as}\n" for known, read_as in types.items()]
    # nobody reads the client: it is not formatted
    config.write_text(f"post_hooks: []\ncontent_type_overrides:\n{''.join(lines)}", encoding="utf-8")
    run(
        script("openapi-python-client"), "generate", "--config", str(config), "--path", str(DOCUMENT), "--meta", "none",
        "--output-path", "openapi_python_client_client", "--fail-on-warning", cwd=folder,
    )  # fmt: skip


def _openapi_generator(kind: str) -> Callable[[Path], None]:
    def generate(folder: Path) -> None:
        # without docs and tests of each model, which are most of the files
        left_out = ",".join(f"{part}=false" for part in ("apiDocs", "modelDocs", "apiTests", "modelTests"))
        only = f"--global-property=apis,models,supportingFiles,{left_out}"
        run(
            script("openapi-generator-cli"), "generate", "--generator-name", kind, "--input-spec", str(DOCUMENT),
            "--output", str(folder), "--package-name", "openapi_generator_client", only, cwd=folder,
            environment={"JAVA_TOOL_OPTIONS": SHORT_RUN},
        )  # fmt: skip

    return generate


def _hey_api(folder: Path) -> None:
    run(npm_program("openapi-ts"), "-i", str(DOCUMENT), "-o", "hey_api", "-c", "@hey-api/client-fetch", cwd=folder)


def _openapi_typescript(folder: Path) -> None:
    # without the flag a field with a default is required in requests
    optional = "--default-non-nullable=false"
    run(npm_program("openapi-typescript"), str(DOCUMENT), optional, "-o", "openapi_typescript/api.d.ts", cwd=folder)


def _orval(folder: Path) -> None:
    config = folder / "orval.config.mjs"
    shutil.copy(HERE / config.name, config)
    run(npm_program("orval"), "--config", str(config), cwd=folder, environment={"LUDOLOG_DOCUMENT": str(DOCUMENT)})


def _compile(folder: Path) -> None:
    """Compile `player.ts` of a folder, and what it imports."""
    (folder / "node_modules").symlink_to(node_modules(), target_is_directory=True)
    shutil.copy(HERE / "tsconfig.json", folder)
    run(npm_program("tsc"), "--project", ".", cwd=folder)


def _compile_with(player: str) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        shutil.copy(PLAYERS / player, folder / "player.ts")
        _compile(folder)

    return build


def _compile_whole(folder: Path) -> None:
    """Compile a client without a player: all that its index exports."""
    (folder / "player.ts").write_text('export * from "./index";\n', encoding="utf-8")
    _compile(folder)


def _typescript(title: str, player: str, generate: Callable[[Path], None]) -> Generator:
    return Generator(title, generate, _compile_with(player), lambda _: [NODE, "build/player.js"])


def _python(title: str, player: str, generate: Callable[[Path], None]) -> Generator:
    return Generator(title, generate, lambda _: None, lambda _: [script("python"), str(PLAYERS / player)])


GENERATORS: Mapping[str, Generator] = {
    "openapi-python-client": _python("giganten", "openapi_python_client.py", _openapi_python_client),
    "openapi-generator": _python("siberia", "openapi_generator.py", _openapi_generator("python")),
    "typescript-fetch": Generator(None, _openapi_generator("typescript-fetch"), _compile_whole),
    "typescript-axios": Generator(None, _openapi_generator("typescript-axios"), _compile_whole),
    "hey-api": _typescript("minos", "hey_api.ts", _hey_api),
    "openapi-typescript": _typescript("siberia", "openapi_typescript.ts", _openapi_typescript),
    "orval": _typescript("giganten", "orval.ts", _orval),
}
"""Every generator that openapi/README.md names, by the name that the command takes. `test_clients.py` runs all."""
