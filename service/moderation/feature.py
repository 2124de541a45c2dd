"""Government: roles, acts of moderators and their log."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.moderation import log, roles
from service.moderation.api import role_routes
from service.moderation.desk import EVERY, Desk
from service.moderation.log import ModerationLog
from service.moderation.orders import order_files
from service.moderation.roles import PlayerUnknownError, RoleRefusedError, Roles
from service.people.accounts import Accounts

_log = logging.getLogger(__name__)

TABLES = (*log.TABLES, *roles.TABLES)


def build(parts: Parts) -> None:
    """Build the use cases over accounts."""
    database, accounts = parts.get(Store).database, parts.get(Accounts)
    parts.add(Desk(accounts, parts.add(Roles(database, accounts))))
    parts.add(ModerationLog(database))
    accounts.erasing.append(log.forget_names)


def background(parts: Parts) -> Iterable[Background]:
    """Carry out the orders next to a SQLite database."""
    files, desk = order_files(parts.get(Settings)), parts.get(Desk)
    if files is None:
        return

    async def answer() -> None:
        await desk.answer_all(files)

    yield Worker(
        answer,
        every=EVERY,
        outage="orders of the operator wait",
        failure="orders of the operator cannot be carried out",
        log=_log,
    )


feature = Feature(
    "moderation",
    routes=(role_routes.router,),
    parts={"roles": Roles, "moderation_log": ModerationLog},
    tables=TABLES,
    problems={
        RoleRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        PlayerUnknownError: lambda _, __: ProblemError("not-found", "there is no such player"),
    },
    build=build,
    background=background,
)
