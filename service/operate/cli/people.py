"""The command `people`: acts of the operator at the command line."""

import asyncio
import contextlib
from pathlib import Path
from typing import Annotated, Literal

import typer
from eventsourcing.persistence import PersistenceError

from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError
from service.core.store.feature_tables import migrate
from service.core.store.files.checks import is_free
from service.core.store.store import Store
from service.core.store.url import sqlite_path
from service.moderation.desk import Desk
from service.moderation.feature import TABLES
from service.moderation.orders import (
    Answer,
    GrantOrder,
    NotAnsweredError,
    Order,
    RevokeOrder,
    RolesOrder,
    ask_service,
    order_files,
)
from service.moderation.roles import Roles
from service.operate.cli.common import Database, check_file, fail, say, settings_of
from service.people.accounts import Accounts
from service.people.names import printable

RoleName = Annotated[Literal["operator", "moderator"], typer.Argument(help="operator or moderator.")]
PlayerName = Annotated[str, typer.Argument(metavar="NAME", help="The name or the id of a player.")]
Reason = Annotated[str, typer.Option(help="Why, for the log of moderation. Quote no names and no texts.")]

BY_OPERATOR = "at the command line"
"""The reason of an act for which none is given."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    group = typer.Typer(no_args_is_help=True, help="Govern the players of a service.")
    group.command()(grant)
    group.command()(revoke)
    group.command()(roles)
    app.add_typer(group, name="people")


def grant(name: PlayerName, role: RoleName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Make a player an operator or a moderator. The service may run."""
    _carry_out(GrantOrder(name, role, printable(reason)), database)


def revoke(name: PlayerName, role: RoleName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Take a role from a player. The service may run."""
    _carry_out(RevokeOrder(name, role, printable(reason)), database)


def roles(database: Database = None) -> None:
    """List operators and moderators."""
    _carry_out(RolesOrder(), database)


def _carry_out(order: Order, database: str | None) -> None:
    """Carry out an order, or let the service do it that owns the database, and print the answer."""
    settings = settings_of(database)
    try:
        answer = _answer(settings, order)
    except (StoreError, SettingsError, PersistenceError) as error:
        raise fail(error) from None
    if answer.refused is not None:
        raise fail(answer.refused, 1)
    for line in answer.lines:
        say(line)


def _answer(settings: Settings, order: Order) -> Answer:
    check_file(settings.database)
    files = order_files(settings)
    # a process that was just killed may still hold the file, so that one look is not enough to open it
    if files is not None and not is_free(Path(sqlite_path(settings.database))):
        with contextlib.suppress(NotAnsweredError):
            return ask_service(files, order)
    with Store(settings.direct_url) as store:
        accounts = Accounts(store.database)
        migrate(store.database, "moderation", TABLES)
        return asyncio.run(Desk(accounts, Roles(store.database, accounts)).answer(order))
