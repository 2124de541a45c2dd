"""What the operator orders at the command line, as values, and how the service carries it out.

Only the service may open a SQLite database: while it runs, an order is a file next to the database, and so is the
answer. Both can be read by their owner only, since an answer may contain a secret. On PostgreSQL, and while no service
runs, the command carries out the order itself.
"""

import contextlib
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.kernel.values import Value
from service.core.settings import Settings
from service.core.store.errors import StoreError
from service.core.store.files.checks import is_free
from service.core.store.files.locks import OWNER_ONLY
from service.core.store.url import is_postgres, sqlite_path
from service.moderation.games import GameActName
from service.moderation.roles import Role
from service.moderation.search import StateAsked
from service.moderation.values import PlayerAct

MAX_BYTES = 16_384
"""The maximum size of an order in bytes."""

ANSWERED_WITHIN = 15.0
"""The timeout, in seconds, for the service to answer an order."""

OLD = 3600.0
"""Seconds after which a file that was left behind is deleted."""


class GrantOrder(Value, frozen=True, tag="grant"):
    """Grant a role to a player."""

    player: str
    role: Role
    reason: str


class RevokeOrder(Value, frozen=True, tag="revoke"):
    """Revoke a role of a player."""

    player: str
    role: Role
    reason: str


class RolesOrder(Value, frozen=True, tag="roles"):
    """List the roles."""


class FindOrder(Value, frozen=True, tag="find"):
    """Search for players."""

    text: str
    state: StateAsked | None = None


class ShowOrder(Value, frozen=True, tag="show"):
    """Show what moderators see of a player."""

    player: str


class PlayerOrder(Value, frozen=True, tag="player"):
    """Do an act about a player."""

    player: str
    act: PlayerAct


class GameOrder(Value, frozen=True, tag="game"):
    """Do an act about a game."""

    game: str
    action: GameActName
    reason: str


class TournamentOrder(Value, frozen=True, tag="tournament"):
    """Close a tournament."""

    tournament: str
    reason: str


class TextOrder(Value, frozen=True, tag="text"):
    """Remove the text of a message."""

    message: str
    reason: str


class PeriodOrder(Value, frozen=True, tag="period"):
    """Let the games that ended in `[since, until)` count for no rating."""

    since: str
    until: str
    reason: str
    ruleset: str | None = None


class RestoreOrder(Value, frozen=True, tag="restore"):
    """Let the games of a void period count again."""

    period: str
    reason: str


class LogOrder(Value, frozen=True, tag="log"):
    """Show the last acts; with a player, those that concern the player."""

    player: str | None = None
    limit: int = 50


class FeatureOrder(Value, frozen=True, tag="feature"):
    """An order that another feature carries out (`Desk.features`)."""

    feature: str
    order: dict[str, str]


Order: TypeAlias = (
    GrantOrder
    | RevokeOrder
    | RolesOrder
    | FindOrder
    | ShowOrder
    | PlayerOrder
    | GameOrder
    | TournamentOrder
    | TextOrder
    | PeriodOrder
    | RestoreOrder
    | LogOrder
    | FeatureOrder
)


class Answer(Value, frozen=True):
    """The lines to print, or why an order was refused."""

    lines: tuple[str, ...] = ()
    refused: str | None = None


class OrderRefusedError(Exception):
    """An order cannot be carried out. The message says why and what to do."""


class NotAnsweredError(StoreError):
    """The service has not answered an order. The message says what to do."""


def order_files(settings: Settings) -> Path | None:
    """Return the beginning of the names of order files; None for PostgreSQL, where any process may carry them out."""
    if is_postgres(settings.database):
        return None
    database = Path(sqlite_path(settings.database)).resolve()
    return database.with_name(database.name + ".people-")


def ask_service(beginning: Path, order: Order, within: float = ANSWERED_WITHIN) -> Answer:
    """Put an order next to the database, and return the answer of the service. Raises NotAnsweredError."""
    name = f"{beginning.name}{uuid.uuid4()}"
    asked, answered = beginning.with_name(f"{name}.order"), beginning.with_name(f"{name}.answer")
    _write(asked, msgspec.json.encode(order))
    deadline = time.monotonic() + within
    database = beginning.with_name(beginning.name.removesuffix(".people-"))
    try:
        while time.monotonic() < deadline:
            with contextlib.suppress(FileNotFoundError):
                return msgspec.json.decode(answered.read_bytes(), type=Answer)
            if is_free(database):
                break
            time.sleep(0.05)
    finally:
        asked.unlink(missing_ok=True)
        answered.unlink(missing_ok=True)
    message = "the process that uses the database does not answer: check that it is a service, and read its log"
    raise NotAnsweredError(message)


def taken_orders(beginning: Path) -> Iterator[tuple[Path, Order]]:
    """Take the orders next to the database. Yield each with the file for its answer. Files left behind are deleted."""
    for file in sorted(beginning.parent.glob(f"{beginning.name}*")):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > OLD:
                file.unlink(missing_ok=True)
            elif file.suffix == ".order":
                content = file.read_bytes()[:MAX_BYTES]
                file.unlink()
                with contextlib.suppress(msgspec.DecodeError):
                    yield file.with_suffix(".answer"), msgspec.json.decode(content, type=Order)


def put_answer(file: Path, answer: Answer) -> None:
    """Answer an order."""
    _write(file, msgspec.json.encode(answer))


def _write(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read, at once and whole."""
    new = file.with_name(file.name + ".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
    new.replace(file)
