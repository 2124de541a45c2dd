"""A whole feature in one file: a table, a part, two routes, a problem type and background work."""

import logging
from collections.abc import Iterable

from litestar import Response, Router, get, post

from service.core.feature import Feature
from service.core.http.game_problem_types import ProblemType
from service.core.http.messages import Reply
from service.core.http.problem_types import declare
from service.core.http.problems import ProblemError, problems
from service.core.parts import Parts
from service.core.store.database import Database
from service.core.store.store import Store
from service.core.store.timeouts import with_timeout
from service.core.worker import Background, Worker
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest

TAKEN = declare(
    "toy-taken",
    ProblemType(409, "Toy taken", "Another player has the toy.", "Take another one: GET /v1/toys lists them."),
)


class Toy(Reply, frozen=True):
    """A toy and what has become of it."""

    name: str
    is_polished: bool


class ToyTakenError(Exception):
    """Another player has the toy."""


class Toys:
    """The toys of the players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, name: str, player: str) -> None:
        """Give a toy to a player. Raises ToyTakenError."""
        with self._database.writing() as cursor:
            if cursor.one("SELECT 1 FROM toys WHERE name = ?", (name,)) is not None:
                raise ToyTakenError(name)
            cursor.execute("INSERT INTO toys (name, player, polished) VALUES (?, ?, 0)", (name, player))

    def all(self) -> list[Toy]:
        """Return the toys in the order of their names."""
        with self._database.reading() as cursor:
            return [Toy(row["name"], bool(row["polished"])) for row in cursor.all("SELECT * FROM toys ORDER BY name")]

    async def polish(self) -> None:
        """Polish all toys."""

        def work() -> None:
            with self._database.writing() as cursor:
                cursor.execute("UPDATE toys SET polished = 1 WHERE polished = 0")

        await with_timeout(work)


@get("/", summary="List toys", operation_id="toys")
async def toys(toys: Toys) -> list[Toy]:
    """Return all toys."""
    return await with_timeout(toys.all)


@post("/{name:str}", summary="Take a toy", operation_id="takeToy", responses=problems("token-needed", TAKEN))
async def take(request: PlayerRequest, toys: Toys, name: str) -> Response[None]:
    """Take a toy that is free."""
    await with_timeout(toys.take, name, account_of(request).player)
    return Response(None, status_code=204)


def build(parts: Parts) -> None:
    """Build the toys over the store."""
    parts.add(Toys(parts.get(Store).database))


def background(parts: Parts) -> Iterable[Background]:
    """Polish, again and again."""
    yield Worker(
        parts.get(Toys).polish,
        every=0.01,
        outage="toys are polished later",
        failure="toys cannot be polished",
        log=logging.getLogger(__name__),
    )


feature = Feature(
    "toys",
    routes=(Router("/v1/toys", route_handlers=[toys, take], tags=["toys"]),),
    tables=("CREATE TABLE toys (name TEXT PRIMARY KEY, player TEXT NOT NULL, polished INTEGER NOT NULL)",),
    problems={ToyTakenError: lambda _, error: ProblemError(TAKEN, f"{error} is taken")},
    parts={"toys": Toys},
    build=build,
    background=background,
)
