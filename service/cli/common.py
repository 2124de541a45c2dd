"""What the commands share: where they print, how they fail, and the settings under which they run."""

import logging
import os
from collections.abc import Callable
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from service.settings import Settings, SettingsError, settings_from
from service.site.state import DATABASES, with_site

MISUSED = 2
"""The exit code of a command that was given something it cannot use."""

Database = Annotated[
    str | None, typer.Option(help="Where the log is kept, sqlite:///FILE or postgresql://USER@HOST/NAME.")
]

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def announce(message: str, settings: Settings, log: logging.Logger) -> None:
    """Print how a process stands; where its log is set to be JSON, such as in a container, as a line of that.

    There it is one of the lines that LUDOLOG_LOG_LEVEL may leave out.
    """
    if settings.log == "json":
        log.info("%s", message)
    else:
        out.print(message, markup=False)


def give_up(message: str, settings: Settings, log: logging.Logger) -> typer.Exit:
    """Tell why a process cannot go on, where `announce` would; returns what ends it, to be raised."""
    if settings.log == "json":
        log.critical("%s", one_line(message))
        return typer.Exit(MISUSED)
    return fail(message)


def fail(message: str, code: int = MISUSED) -> typer.Exit:
    """Print why a command cannot go on; returns what ends it, to be raised."""
    err.print(f"ludolog: {one_line(message)}", markup=False)
    return typer.Exit(code)


def one_line(message: str) -> str:
    """Return a message in one line: those of libraries may have several."""
    return " ".join(message.split())


def data_sets_checked(refuse: Callable[[str], typer.Exit] = fail) -> None:
    """Raise what ends the command, as `refuse` tells it, where a data set cannot be used."""
    # not read by commands that need no rules
    from domain.kernel.datafile import DataSetError  # noqa: PLC0415
    from domain.rulesets import check_data_sets  # noqa: PLC0415

    try:
        check_data_sets()
    except DataSetError as error:
        raise refuse(str(error)) from None


def settings_of(
    database: str | None = None, host: str | None = None, port: int | None = None, *, of_site: bool = True
) -> Settings:
    """Return the settings, but for what is given on the command line; raises what ends the command."""
    try:
        return read_settings(database, host, port, of_site=of_site)
    except SettingsError as error:
        raise fail(str(error)) from None


def read_settings(
    database: str | None = None, host: str | None = None, port: int | None = None, *, of_site: bool = True
) -> Settings:
    """Return the settings, but for what is given on the command line; raises SettingsError.

    Where no database is set, and a site runs in this folder, its settings count.
    """
    settings = settings_from(with_site(os.environ) if of_site and not database else os.environ)
    return replace(
        settings,
        database=database or settings.database,
        host=host or settings.host,
        port=settings.port if port is None else port,
    )


def is_database_set() -> bool:
    """Return whether the environment says where the log is."""
    return any(os.environ.get(name) for name in DATABASES)
