"""The commands `export` and `import`."""

import contextlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from domain.game.fold import fold
from domain.ledger.integrity import DamagedLogError
from domain.proof.bundle import LogSection
from domain.rulesets import UnknownDataSet
from projections.history import FULL
from service.core.keys.opening import make_first_keys, open_keys_of
from service.core.keys.signing import KeyFileError, Signer
from service.core.settings import SettingsError
from service.core.store.errors import StoreError
from service.core.store.failpoints import at_point
from service.core.store.files.durable import flush
from service.core.store.reading import DamagedRow, PlacedEntry, is_corrupt, reason_of
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.monitoring.integrity.checks import check_game
from service.operate.cli.common import Database, check_file, err, fail, out, printable, settings_of
from service.operate.cli.mirror import mirrored
from service.play.loaded import Loaded
from service.proof.bundles import bundle, bundles_in, lines_in
from service.proof.imports import BundleRefusedError, import_bundle
from service.site_log.reading import section_of
from service.terminal.commands.common import client_of, guarded
from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply
from service.terminal.display.screen import Screen


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(name="export")(export)
    app.command(name="import")(import_files)


def export(
    game: Annotated[
        list[str] | None,
        typer.Argument(help="Ids of games. Default: all finished games; with --server all public ones."),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--out", help="The folder for the files, one for each game.", file_okay=False)
    ] = Path(),
    database: Database = None,
    server: Annotated[
        str | None,
        typer.Option(help="Export from a running server at this address, with its public keys."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="With --server: your name there, if you use several.")] = None,
) -> None:
    """Export signed bundles of finished games, from a server or from a database on which no service runs.

    All public games of a server are verified, too: the folder is one of `ludolog mirror`.
    """
    if server is not None and not game:
        raise typer.Exit(mirrored(server, folder))
    if server is not None:
        _download(server, name, game or [], folder)
        return
    settings = settings_of(database)
    files: list[Path] = []
    try:
        check_file(settings.database)
        with Store(settings.direct_url) as store:
            signer, _ = open_keys_of(store, settings.key_path)
            folder.mkdir(parents=True, exist_ok=True)
            wanted = game or _finished(store)
            with Progress(console=err, transient=True) as progress:
                for each in progress.track(wanted, description="exporting"):
                    files += _export(store, each, folder, signer)
    except (KeyFileError, StoreError, PersistenceError, SettingsError, OSError) as error:
        raise fail(error) from None
    _report(files if game else [], len(files))
    if len(files) < len(wanted):
        raise typer.Exit(1)


def _download(server: str, name: str | None, games: list[str], folder: Path) -> None:
    """Write the bundle of each game as GAME.jsonl, with the keys: GAME.keys.json, and GAME.log.vkey of its log."""
    files: list[Path] = []
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, name, signed_in=True) as client:
            folder.mkdir(parents=True, exist_ok=True)
            for game in games:
                files.extend(_downloaded(client, game, folder))
        _report(files, len(games))

    guarded(screen, act)


def _downloaded(client: Client, game: str, folder: Path) -> list[Path]:
    """Write the bundle of a game and the keys. Return the files. Raises the exit of the command if it is not over."""
    asked = quote(game, safe="")
    status = client.get(f"/games/{asked}")["status"]
    if status not in {"ended", "abandoned"}:
        raise fail(f"game {game} is {status}: export it when it is over", 1)
    contents = {
        "jsonl": client.download(f"/v1/games/{asked}/bundle"),
        "keys.json": client.download("/.well-known/jwks.json"),
    }
    with contextlib.suppress(ProblemReply):
        # a server of an earlier release has no log
        contents["log.vkey"] = client.download("/log/vkey")
    for end, content in contents.items():
        _replace(folder / f"{asked}.{end}", content)
    return [folder / f"{asked}.{end}" for end in contents]


def _report(files: list[Path], games: int) -> None:
    """Print the names of files, and the number of exported games."""
    for file in files:
        out.print(str(file), markup=False)
    out.print(f"{games} game{'s'[games == 1 :]}")


def _replace(file: Path, content: bytes) -> None:
    """Write a file atomically: a file with this name is always complete, also after a crash of the machine."""
    partial_file = file.with_suffix(".part")
    partial_file.write_bytes(content)
    flush(partial_file)
    at_point("export")
    partial_file.replace(file)


def _finished(store: Store) -> list[str]:
    """Return the games that are over, and those with damaged rows, which are named."""
    found: dict[str, None] = {}
    for line in store.scan_lines(["game.ended", "game.abandoned"]):
        game = line.entry.record.game if isinstance(line, PlacedEntry) else line.game
        if game is None:
            err.print(line.reason if isinstance(line, DamagedRow) else "", markup=False)
        else:
            found[game] = None
    return [*found]


def _export(store: Store, name: str, folder: Path, signer: Signer) -> list[Path]:
    """Write the bundle of a game. Return its file; none if its data set is unknown, or its log damaged."""
    try:
        entries = store.read(name)
        folded = check_game(name, entries, signer.keys) if entries else None
    except (StoreError, PersistenceError) as error:
        if not is_corrupt(error):
            raise
        return _left_out(name, reason_of(error))
    except DamagedLogError as damaged:
        return _left_out(name, reason_of(damaged))
    except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
        return _left_out(name, f"{type(error).__name__}: {reason_of(error)}")
    if folded is None and entries:
        return _without_data_set(name, entries)
    if folded is None or not folded.is_over:
        raise fail(f"{name} is no finished game of this database")
    loaded = Loaded(folded, entries)
    file = folder / f"{folded.id}.jsonl"
    log = None if loaded.is_foreign else _section(store, name)
    _replace(file, bundle(folded, entries, FULL, signer, loaded.closing, log))
    return [file]


def _section(store: Store, name: str) -> LogSection | None:
    """Return the proofs that the log of the site has a game; None: it does not have it, as in earlier releases."""
    with store.in_use(), store.database.reading() as cursor:
        return section_of(cursor, name) if cursor.has_table("log_state") else None


def _left_out(name: str, reason: str) -> list[Path]:
    """Name a damaged game: nothing is signed about it."""
    err.print(printable(f"{name} is damaged, and not exported: {reason}"), markup=False)
    return []


def _without_data_set(name: str, entries: list[StoredEntry]) -> list[Path]:
    try:
        fold(entries)
    except UnknownDataSet as unknown:
        err.print(f"{name}: {unknown}", markup=False)
    return []


def import_files(
    files: Annotated[list[Path], typer.Argument(help="Bundles of finished games, or folders of them.")],
    database: Database = None,
) -> None:
    """Import games that were played elsewhere. Verifies each game by the rules and marks it as foreign."""
    settings = settings_of(database)
    refused = 0
    try:
        paths = list(bundles_in(files))
        with Store(settings.direct_url) as store:
            make_first_keys(store, settings)
            for path in paths:
                refused += not _import(store, path)
    except (KeyFileError, StoreError, PersistenceError, SettingsError, OSError) as error:
        raise fail(error) from None
    if refused:
        raise typer.Exit(1)


def _import(store: Store, path: Path) -> bool:
    try:
        report = import_bundle(store, _lines_in(path))
    except BundleRefusedError as refused:
        err.print(printable(f"{path}: {refused.details}"), markup=False)
        return False
    out.print(f"{path}: game {report.game}, {report.events} events", markup=False)
    return True


def _lines_in(path: Path) -> Iterator[bytes]:
    """Return the lines of a bundle. Raises BundleRefusedError if it cannot be read: the other files are imported."""
    try:
        yield from lines_in(path)
    except (OSError, EOFError, zlib.error) as error:
        message = f"the file cannot be read: {error}"
        raise BundleRefusedError(message) from None
