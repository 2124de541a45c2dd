"""The commands `health` and `backup`, with few imports, because containers run `health` often."""

import http.client
import json
from pathlib import Path
from typing import Annotated

import typer

from service.core.settings import SettingsError
from service.core.store.files.backup import BackupError, back_up
from service.core.store.url import is_postgres, sqlite_path
from service.operate.cli.common import fail, is_database_set, out, settings_of
from service.operate.site.state import found_here

UNWELL = 1
MOST = 65_536
"""The maximum number of bytes read from a response."""

ANSWERS_WITHIN = 5.0
"""The timeout of a health check in seconds."""


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(backup)
    app.command()(health)


def backup(
    file: Annotated[
        Path, typer.Argument(help="The new file for the copy, or the new folder for the backup of a site.")
    ],
    database: Annotated[str | None, typer.Option(help="Where the log is kept, sqlite:///FILE.")] = None,
) -> None:
    """Back up a SQLite database, or the site that runs in this folder, while the service runs."""
    settings = settings_of(database)
    if is_postgres(settings.database):
        if database is None and not is_database_set() and (found := found_here()):
            # imported only if there is a site
            from service.operate.cli.site import write_backup  # noqa: PLC0415

            write_backup(*found, file)
            return
        message = f"use the tools of PostgreSQL: pg_dump --format=custom --file={file} {settings.shown_database}"
        raise fail(message)
    try:
        events = back_up(Path(sqlite_path(settings.database)), file)
    except (BackupError, SettingsError) as error:
        raise fail(error) from None
    out.print(f"{events:,} events are in {file}. The signing keys are not: copy {settings.key_path} too", markup=False)


def health() -> None:
    """Check whether the service at the host and port of the settings is ready; exit code 1 if not."""
    settings = settings_of()
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - asked, not listened on
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWERS_WITHIN)
    try:
        connection.request("GET", "/health/ready")
        reply = connection.getresponse()
        body = reply.read(MOST)
        status, reason = reply.status, _detail_of(body)
    except (OSError, http.client.HTTPException) as error:
        raise fail(f"no answer from {host} port {settings.port}: {error}", UNWELL) from None
    finally:
        connection.close()
    if status != http.client.OK:
        raise fail(f"the service answers {status}{reason}", UNWELL)
    out.print("ready, but a part of the database is damaged: see `ludolog doctor`" if _is_degraded(body) else "ready")


def _is_degraded(body: bytes) -> bool:
    try:
        return json.loads(body)["status"] == "degraded"
    except (ValueError, KeyError, TypeError):
        return False


def _detail_of(body: bytes) -> str:
    """Return the detail of a problem document; empty for another body."""
    try:
        return f": {json.loads(body)['detail']}"
    except (ValueError, KeyError, TypeError):
        return ""
