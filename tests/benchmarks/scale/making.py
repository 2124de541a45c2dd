"""Makes a database with many games: accounts, the log in the order of its times, and the tables of lists."""

import hashlib
import random
import uuid
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from domain.kernel.values import Value
from projections.times import moment
from service.core.http.headers import TOKEN_PREFIX
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.lists.projector import Projector
from service.lists.reading import ReadModels
from service.people.accounts import Accounts
from service.people.credentials import SCOPES, digest_of, secret_of
from service.people.rows import insert_player, insert_token
from service.people.tokens import Player, Token
from tests.benchmarks.scale.games import Batch, Kind, Setting, game, player_id

AT_ONCE = 500
"""Games that are played at the same time."""

ROWS = 2_000
"""Rows of a commit."""

LAST_DAY = 1_795_392_000_000_000
"""Microseconds from 1970 to 2026-11-23: the end of the log."""

SPAN = 300 * 86_400 * 1_000_000
"""The microseconds from the first event to the last one."""

_MEAN: dict[Kind, float] = {"open": 1.6, "abandoned": 2.6, "running": 26, "ended": 28, "played": 330}
"""About how many events a game of a kind has."""


class Size(Value, frozen=True):
    """How large a database is to be."""

    games: int
    events: int
    players: int = 10_000
    seed: int = 1


class Made(NamedTuple):
    """How large a database has become."""

    games: int
    events: int


def shares(size: Size) -> dict[Kind, float]:
    """Return the share of each kind of games, so that a game has the wanted mean of events."""
    resting: dict[Kind, float] = {"open": 0.6, "abandoned": 0.4}
    started: dict[Kind, float] = {"running": 0.46, "ended": 0.5, "played": 0.04}
    low, high = (sum(_MEAN[kind] * share for kind, share in each.items()) for each in (resting, started))
    part = min(1.0, max(0.0, (size.events / size.games - low) / (high - low)))
    found: dict[Kind, float] = {kind: share * (1 - part) for kind, share in resting.items()}
    found.update({kind: share * part for kind, share in started.items()})
    return found


def token_of(number: int) -> str:
    """Return the token of the player of a number."""
    return secret_of(TOKEN_PREFIX, hashlib.sha256(b"scale %d" % number).digest())


def batches(size: Size) -> Iterator[Batch]:
    """Return the batches of the log, in the order of their times."""
    setting = Setting(size.seed, size.players)
    parts = shares(size)
    kinds: list[Kind] = setting.rng.choices([*parts], [*parts.values()], k=size.games)
    to_open = iter(kinds)
    running = [game(setting, kind) for kind in islice(to_open, AT_ONCE)]
    at, tick = LAST_DAY - SPAN, SPAN // size.events
    rng = random.Random(size.seed)
    while running:
        place = rng.randrange(len(running))
        step = next(running[place], None)
        if step is not None:
            batch = step(moment(at))
            # the last events may come after the span if there are more than wanted
            at += tick * len(batch)
            yield batch
        elif (kind := next(to_open, None)) is not None:
            running[place] = game(setting, kind)
        else:
            del running[place]


def make(store: Store, size: Size) -> Made:
    """Write accounts and log into an empty database."""
    make_accounts(store, size.players)
    rows: list[StoredEntry] = []
    games, events = 0, 0
    for batch in batches(size):
        rows += batch
        games += batch[0].record.version == 1
        if len(rows) >= ROWS:
            store.append(rows).result()
            events, rows = events + len(rows), []
    if rows:
        store.append(rows).result()
    return Made(games, events + len(rows))


def make_accounts(store: Store, players: int) -> None:
    """Sign players up, each with a token."""
    accounts = Accounts(store.database)
    created = moment(LAST_DAY - SPAN)
    with store.database.writing() as cursor:
        for number in range(players):
            player = player_id(number)
            insert_player(cursor, Player(player, f"Player {number}", created))
            token = Token(str(uuid.UUID(int=number, version=4)), player, "scale", created, SCOPES)
            insert_token(cursor, token, digest_of(token_of(number)))
    accounts.read()


def follow(store: Store) -> int:
    """Bring the tables of lists to the end of the log; returns the number of events."""
    models = ReadModels.of(store)
    projector = Projector(models.registry, models.log)
    done = 0
    while events := projector.step():
        done += events
    return done


def ask(store: Store, statement: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
    """Return the rows of a query."""
    with store.database.reading() as cursor:
        return [dict(row) for row in cursor.all(statement, parameters)]
