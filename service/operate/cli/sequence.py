"""The command `sequence`, which changes the log of a PostgreSQL database to one that is appended to without a lock."""

from typing import Annotated

import typer

from service.core.settings import SettingsError
from service.core.store.adapters.sequencing import MOST_PARTITIONS
from service.core.store.adapters.sequencing import sequence as change
from service.core.store.errors import StoreError
from service.operate.cli.common import Database, fail, out, settings_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="sequence")(sequence)


def sequence(
    database: Database = None,
    partitions: Annotated[
        int, typer.Option(help="Divide the log by the hash of the game.", min=1, max=MOST_PARTITIONS)
    ] = 1,
) -> None:
    """Let processes append to the log of a PostgreSQL database without a lock. All of them must be stopped.

    Experimental, as deploy/partitions.md says. There is no way back but a backup.
    """
    settings = settings_of(database, of_site=False)
    try:
        events = change(settings.direct_url, partitions)
    except (StoreError, SettingsError) as error:
        raise fail(error) from None
    out.print(f"sequenced: {events} events, partitions: {partitions}")
