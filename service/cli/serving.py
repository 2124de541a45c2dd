"""The commands `serve` and `doctor`."""

import logging
import sys
from functools import partial
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from service.accounts import Accounts
from service.cli.common import Database, announce, data_sets_checked, give_up, out, settings_of
from service.demo import prepare
from service.doctor import findings
from service.key_file import open_keys
from service.logs import configure_logs
from service.server import AddressError, check_address
from service.server import serve as serve_settings
from service.settings import SettingsError, unknown_variables
from service.signing import KeyFileError
from service.store import Store
from service.store_errors import StoreError

_log = logging.getLogger(__name__)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(serve)
    app.command()(doctor)


def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Play a few games first; print a token and lines.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", min=1, max=65535)] = None,
    database: Database = None,
) -> None:
    """Start the service."""
    settings = settings_of(database, host, port)
    configure_logs(settings)
    data_sets_checked(partial(give_up, settings=settings, log=_log))
    for name in unknown_variables():
        _log.warning("there is no setting %s: see `ludolog doctor` for those that there are", name)
    try:
        settings.check_projections()
        check_address(settings)
        if demo:
            out.print(prepare(settings), markup=False)
        else:
            # opened once before the server does, so that what is wrong is said in one line
            with Store(settings.database) as store:
                Accounts(store.database)
        open_keys(settings.key_path)
    except (AddressError, KeyFileError, StoreError, SettingsError) as error:
        raise give_up(str(error), settings, _log) from None
    where = f"http://{settings.host}:{settings.port}"
    announce(f"Ludolog listens on {where} and keeps its log in {settings.shown_database}", settings, _log)
    serve_settings(settings)


def doctor(
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Say what is installed and set, and what is wrong with it; exit code 1 if anything is."""
    found = list(findings(settings_of(database)))
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        table = Table("", "found", "")
        for finding in found:
            table.add_row(finding.what, finding.found, finding.verdict)
        out.print(table)
    if any(finding.verdict == "wrong" for finding in found):
        raise typer.Exit(1)
