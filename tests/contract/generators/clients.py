"""The generators: how each makes its client from the document, and how its player is run."""

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import openapi_generator_cli

from tests.contract.generators.toolchain import DOCUMENT, HERE, NODE, ToolError, node_modules, npm_program, run, script

PLAYERS = HERE / "players"

JAKARTA = "/usr/share/java/jakarta-annotation-api.jar"

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
    generate: Callable[[Path], None] | None
    """Makes the client in a folder. None: `_openapi_generator` makes it, with others."""
    kind: str = ""
    """What openapi-generator calls the client."""
    player: str | None = None
    """The file of `PLAYERS` that plays. None: there is no player, and all that the client exports is compiled."""
    is_typescript: bool = False
    options: Mapping[str, str] = MappingProxyType({})
    """Further options of openapi-generator."""
    compile: Callable[[Path], None] | None = None
    """Compiles the client in a folder with what Debian has."""
    is_in_ci: bool = True
    """Whether CI makes it. The others are made by the command."""

    @property
    def outcome(self) -> str:
        """What is done with the client."""
        if self.player is not None:
            return "played to the end"
        return "compiles" if self.compile or self.is_typescript else "is generated"


def make(names: Iterable[str], folder: Path) -> None:
    """Generate clients, each in a new folder with its name, and type-check them; raises ToolError.

    One process of Java makes all clients of openapi-generator, and one compiler checks all of TypeScript: to start
    them, and to read the document and the libraries, would take most of the time.
    """
    chosen = {name: GENERATORS[name] for name in names}
    for name, generator in chosen.items():
        (folder / name).mkdir()
        if generator.generate is not None:
            generator.generate(folder / name)
    if kinds := {name: generator for name, generator in chosen.items() if generator.kind}:
        _openapi_generator(kinds, folder)
    for name, generator in chosen.items():
        if generator.compile is not None:
            generator.compile(folder / name)
    if typescript := {name: generator.player for name, generator in chosen.items() if generator.is_typescript}:
        _compile(typescript, folder)


def play(name: str, base: str, folder: Path) -> Report | None:
    """Play a game with a client that was made in a folder; raises ToolError.

    The result is None for a client that is only compiled.
    """
    generator = GENERATORS[name]
    if generator.title is None or generator.player is None:
        return None
    program = (
        [NODE, f"build/{name}/player.js"]
        if generator.is_typescript
        else [script("python"), str(PLAYERS / generator.player)]
    )
    environment = {"PYTHONPATH": str(folder / name)}
    printed = run(*program, base, generator.title, cwd=folder, environment=environment)
    return msgspec.convert(_last_line(printed), Report)


def _last_line(printed: str) -> Any:
    return json.loads(printed.strip().splitlines()[-1])


def _openapi_python_client(folder: Path) -> None:
    # the generator has no types for lines of JSON, archives, pictures and feeds
    config = folder / "config.yml"
    types = dict.fromkeys(("application/x-ndjson", "application/zip"), "application/octet-stream")
    types |= dict.fromkeys(("application/atom+xml", "image/svg+xml", "text/javascript"), "text/plain")
    lines = [f"  {known}: {read_as}\n" for known, read_as in types.items()]
    # nobody reads the client: it is not formatted
    config.write_text(f"post_hooks: []\ncontent_type_overrides:\n{''.join(lines)}", encoding="utf-8")
    run(
        script("openapi-python-client"), "generate", "--config", str(config), "--path", str(DOCUMENT), "--meta", "none",
        "--output-path", "openapi_python_client_client", "--fail-on-warning", cwd=folder,
    )  # fmt: skip


def _openapi_generator(kinds: Mapping[str, Generator], folder: Path) -> None:
    """Make clients, each in the folder of its name."""
    # without docs and tests of each model, which are most of the files
    left_out = dict.fromkeys(("apiDocs", "modelDocs", "apiTests", "modelTests"), "false")
    only = {**dict.fromkeys(("apis", "models", "supportingFiles"), ""), **left_out}
    configs: list[str] = []
    for name, generator in kinds.items():
        config = folder / f"{name}.json"
        configs.append(str(config))
        options = {"generatorName": generator.kind, "inputSpec": str(DOCUMENT), "outputDir": str(folder / name)}
        package = {"packageName": "openapi_generator_client", "additionalProperties": {**generator.options}}
        config.write_text(json.dumps({**options, **package, "globalProperties": only}), encoding="utf-8")
    run(
        script("openapi-generator-cli"), "batch", "--threads", "1", "--fail-fast", *configs, cwd=folder,
        environment={"JAVA_TOOL_OPTIONS": SHORT_RUN},
    )  # fmt: skip


def _go(folder: Path) -> None:
    """Compile with golang-go and golang-gopkg-validator.v2-dev of Debian."""
    environment = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
    run(_debian("go", "golang-go golang-gopkg-validator.v2-dev"), "build", "-gcflags=-e", ".", cwd=folder,
        environment=environment)  # fmt: skip


def _java(folder: Path) -> None:
    """Compile with openjdk-17-jdk-headless and libjakarta-annotation-api-java of Debian.

    Jackson, with the classes for times, is in the archive of the generator; Debian has no package of the latter.
    """
    archive = Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")
    sources = sorted(str(file) for file in (folder / "src" / "main").rglob("*.java"))
    listed = folder / "sources.txt"
    listed.write_text("\n".join(sources), encoding="utf-8")
    run(
        _debian("javac", "openjdk-17-jdk-headless libjakarta-annotation-api-java"), "-nowarn", "-proc:none",
        "-J-XX:TieredStopAtLevel=1", "-cp", f"{archive}:{JAKARTA}", "-d", "build", f"@{listed}", cwd=folder,
    )  # fmt: skip


def _debian(program: str, packages: str) -> str:
    """Return the path of a compiler. Raises ToolError if it is not installed."""
    found = shutil.which(program)
    if found is None:
        raise ToolError(f"there is no {program}: run `apt-get install {packages}`")
    return found


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


def _compile(players: Mapping[str, str | None], folder: Path) -> None:
    """Compile the players of clients, by the names of these, and what they import, into `build`."""
    (folder / "node_modules").symlink_to(node_modules(), target_is_directory=True)
    for name, player in players.items():
        if player is None:
            (folder / name / "player.ts").write_text('export * from "./index";\n', encoding="utf-8")
        else:
            shutil.copy(PLAYERS / player, folder / name / "player.ts")
    config = json.loads((HERE / "tsconfig.json").read_bytes())
    config["files"] = [f"{name}/player.ts" for name in players]
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    run(npm_program("tsc"), "--project", ".", cwd=folder)


def _typescript(title: str, player: str, generate: Callable[[Path], None]) -> Generator:
    return Generator(title, generate, player=player, is_typescript=True)


GENERATORS: Mapping[str, Generator] = {
    "openapi-python-client": Generator("giganten", _openapi_python_client, player="openapi_python_client.py"),
    "openapi-generator": Generator("siberia", None, "python", "openapi_generator.py"),
    "typescript-fetch": Generator(None, None, "typescript-fetch", is_typescript=True),
    "typescript-axios": Generator(None, None, "typescript-axios", is_typescript=True),
    "hey-api": _typescript("minos", "hey_api.ts", _hey_api),
    "openapi-typescript": _typescript("siberia", "openapi_typescript.ts", _openapi_typescript),
    "orval": _typescript("giganten", "orval.ts", _orval),
    "java": Generator(
        None, None, "java", compile=_java, is_in_ci=False,
        options={"library": "native", "openApiNullable": "false", "useJakartaEe": "true"},
    ),
    "go": Generator(None, None, "go", compile=_go, is_in_ci=False),
    "csharp": Generator(None, None, "csharp", is_in_ci=False),
    "kotlin": Generator(None, None, "kotlin", is_in_ci=False),
    "rust": Generator(None, None, "rust", is_in_ci=False),
}  # fmt: skip
"""Every generator that openapi/README.md names, by the name that the command takes; the tests run those of CI."""
