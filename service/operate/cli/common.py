"""Common parts of the commands: output, failure and settings."""

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from service.core.settings import Settings, SettingsError, settings_from
from service.core.store.errors import StoreError
from service.core.store.url import is_postgres, sqlite_path
from service.operate.site.state import DATABASES, with_site

MISUSED = 2
"""The exit code for invalid input."""

Database = Annotated[
    str | None, typer.Option(help="Where the log is kept, sqlite:///FILE or postgresql://USER@HOST/NAME.")
]

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def announce(message: str, settings: Settings, log: logging.Logger) -> None:
    """Print a status message. With LUDOLOG_LOG=json, log it with level INFO instead."""
    if settings.log == "json":
        log.info("%s", message)
    else:
        out.print(message, markup=False)


def give_up(message: str, settings: Settings, log: logging.Logger) -> typer.Exit:
    """Report why a process stops, to the same place as `announce`. Return the exit to raise."""
    if settings.log == "json":
        log.critical("%s", one_line(message))
        return typer.Exit(MISUSED)
    return fail(message)


def fail(reason: str | Exception, code: int = MISUSED) -> typer.Exit:
    """Print why a command fails. Return the exit to raise."""
    message = str(reason)
    if isinstance(reason, OSError) and reason.filename is not None and reason.strerror:
        names: list[str] = [str(name) for name in (reason.filename, reason.filename2) if name is not None]
        message = f"{' -> '.join(names)}: {reason.strerror}"
    # a message may quote an untrusted file
    err.print(f"ludolog: {printable(one_line(message))}", markup=False)
    return typer.Exit(code)


def unreadable(file: Path, error: Exception) -> typer.Exit:
    """Print why a file cannot be read, with its name. Return the exit to raise."""
    return fail(error if isinstance(error, OSError) and error.filename is not None else f"{file}: {error}")


def one_line(message: str) -> str:
    """Return a message, which may have several lines, as one line."""
    return " ".join(message.split())


def say(line: str) -> None:
    """Print a line without control characters, because the text may come from an untrusted file."""
    out.print(printable(line), markup=False)


def printable(text: str) -> str:
    """Return a text without control characters."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def data_sets_checked(refuse: Callable[[str], typer.Exit] = fail) -> None:
    """Raise the exit that `refuse` returns if a data set cannot be used."""
    # imported here, because most commands need no rules
    from domain.kernel.datafile import DataSetError  # noqa: PLC0415
    from domain.rulesets import check_data_sets  # noqa: PLC0415

    try:
        check_data_sets()
    except DataSetError as error:
        raise refuse(str(error)) from None


def layouts_checked(refuse: Callable[[str], typer.Exit] = fail) -> None:
    """Raise the exit that `refuse` returns if the layout of a board does not fit its data set."""
    # imported here, because most commands need no boards
    from projections.boards import check_layouts  # noqa: PLC0415
    from projections.boards.layouts import LayoutError  # noqa: PLC0415

    try:
        check_layouts()
    except LayoutError as error:
        raise refuse(str(error)) from None


def settings_of(
    database: str | None = None, host: str | None = None, port: int | None = None, *, of_site: bool = True
) -> Settings:
    """Return the settings, overridden by the command line. Raises the exit of the command."""
    try:
        return read_settings(database, host, port, of_site=of_site)
    except SettingsError as error:
        raise fail(error) from None


def read_settings(
    database: str | None = None, host: str | None = None, port: int | None = None, *, of_site: bool = True
) -> Settings:
    """Return the settings, overridden by the command line. Raises SettingsError.

    Where no database is set, and a site runs in this folder, its settings count.
    """
    settings = settings_from(with_site(os.environ) if of_site and not database else os.environ)
    return replace(
        settings,
        database=database or settings.database,
        database_direct=None if database else settings.database_direct,
        replicas=None if database else settings.replicas,
        host=host or settings.host,
        port=settings.port if port is None else port,
    )


def check_file(database: str) -> None:
    """Check that a SQLite file is there, because opening a store creates it. Raises StoreError."""
    if not is_postgres(database) and not (path := Path(sqlite_path(database))).is_file():
        message = f"there is no database {path}: see LUDOLOG_DATABASE"
        raise StoreError(message)


def is_database_set() -> bool:
    """Return whether the environment sets the database."""
    return any(os.environ.get(name) for name in DATABASES)


def printed(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 0) -> str:
    """Return a table as text. The first `left` columns are text, the others are numbers."""
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (columns, *rows)
    ]
    return "\n".join((title, *lines))
