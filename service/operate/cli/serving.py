"""The commands `serve` and `doctor`."""

import gc
import logging
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated

import msgspec
import psycopg
import typer
from eventsourcing.persistence import PersistenceError

from service.core.keys.checking import incomplete_key_file
from service.core.keys.opening import open_keys_of
from service.core.keys.signing import KeyFileError
from service.core.settings import SettingsError, unknown_variables
from service.core.store.errors import StoreError
from service.core.store.outage import OUTAGE
from service.core.store.pooling import check_direct
from service.core.store.store import Store
from service.monitoring.telemetry.logs import configure_logs
from service.operate.cli.common import (
    Database,
    announce,
    data_sets_checked,
    give_up,
    layouts_checked,
    one_line,
    out,
    read_settings,
    settings_of,
)
from service.operate.doctor import Finding, exposed, findings, installed, scarce_connections
from service.people.accounts import Accounts
from service.proof.uploads.folder import check_upload_folder
from service.serving.demo import prepare
from service.serving.server import AddressError, check_address
from service.serving.server import serve as serve_settings

_log = logging.getLogger(__name__)

START_ERRORS = (AddressError, KeyFileError, SettingsError, StoreError, PersistenceError, psycopg.Error, OSError)
"""Errors during the start, which are reported in one line."""


Strict = Annotated[bool, typer.Option("--strict", help="End with exit code 1 for warnings too.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(serve)
    app.command()(doctor)


def serve(
    demo: Annotated[bool, typer.Option("--demo", help="First play example games and print a token.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", min=1, max=65535)] = None,
    database: Database = None,
) -> None:
    """Start the service."""
    # the modules stay: the collector need not look through them during the start
    gc.freeze()
    settings = settings_of(database, host, port, of_site=False)
    configure_logs(settings)
    data_sets_checked(partial(give_up, settings=settings, log=_log))
    layouts_checked(partial(give_up, settings=settings, log=_log))
    for name in unknown_variables():
        _log.warning("there is no setting %s: `ludolog doctor` lists all settings", name)
    for name, advice in (scarce_connections(settings) | exposed(settings)).items():
        _log.warning("%s: %s", name, advice)
    OUTAGE.hold()
    try:
        settings.check_projections()
        settings.check_shared_port()
        check_upload_folder(settings)
        check_address(settings)
        if settings.database_direct is not None:
            check_direct(settings.database, settings.database_direct)
        # opened once before the server starts, so that errors are reported before it listens
        with Store(settings.direct_url) as store:
            Accounts(store.database)
            signer, _ = open_keys_of(store, settings.key_path)
            if signer.unlisted:
                missing = [key.kid for key in signer.unlisted]
                _log.warning("%s", incomplete_key_file(missing, has_games=store.has_games()))
        if demo:
            out.print(prepare(settings), markup=False)
        where = f"http://{settings.host}:{settings.port}"
        announce(f"Ludolog listens on {where} and keeps its log in {settings.shown_database}", settings, _log)
        serve_settings(settings)
    except START_ERRORS as error:
        cause = f" ({OUTAGE.held})" if OUTAGE.held else ""
        raise give_up(f"{error}{cause}", settings, _log) from None


def doctor(
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    strict: Strict = False,
) -> None:
    """Check installation, settings, database and keys without changing them; exit code 1 if something is wrong."""
    print_findings(_found(database), as_json=json, is_strict=strict)


def _found(database: str | None) -> Iterator[Finding]:
    try:
        settings = read_settings(database)
    except SettingsError as error:
        yield from installed()
        yield Finding("settings", str(error), "wrong")
        return
    yield from findings(settings)


def print_findings(found: Iterable[Finding], *, as_json: bool, is_strict: bool = False) -> None:
    """Print findings, one per line or as JSON. Raises the exit with code 1 if one is wrong, or strictly a warning."""
    found = list(found)
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        width = max(len(finding.what) for finding in found)
        for finding in found:
            typer.echo(f"{finding.verdict:7}  {finding.what:{width}}  {one_line(finding.found)}")
    failing = {"wrong", "warning"} if is_strict else {"wrong"}
    if any(finding.verdict in failing for finding in found):
        raise typer.Exit(1)
