"""Accounts, tokens, sessions, passkeys and quotas."""

import asyncio
import logging
from collections.abc import Iterable

from eventsourcing.persistence import PersistenceError

from service.accounts.accounts import NOTED_EVERY, Accounts
from service.accounts.quotas.caps import Caps
from service.accounts.quotas.open_games import OpenGames
from service.accounts.quotas.open_streams import OpenStreams
from service.accounts.quotas.rate_limit import RateLimits
from service.accounts.quotas.sign_ups import SignUps
from service.accounts.request_keys import RequestKeys
from service.accounts.sessions.passkeys import Passkeys
from service.accounts.sessions.sessions import Sessions
from service.accounts.tickets import Tickets
from service.api.accounts import tokens
from service.api.sessions import routes as sessions
from service.feature import Feature
from service.parts import Parts
from service.settings import Settings
from service.store.errors import StoreError
from service.store.outage import OUTAGE
from service.store.store import Store
from service.store.timeouts import with_timeout
from service.worker import Background, Started, Worker

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Read the accounts."""
    settings, database = parts.get(Settings), parts.get(Store).database
    people = parts.add(Accounts(database, Caps.of(settings)))
    parts.add(SignUps(people))
    parts.add(Tickets(database, people))
    parts.add(RequestKeys(database))
    parts.add(Passkeys(database, people, parts.add(Sessions(database, people))))
    parts.add(OpenGames(database, people.caps))
    parts.add(OpenStreams(settings.streams))
    parts.add(RateLimits(settings))


def background(parts: Parts) -> Iterable[Background]:
    """Note the last uses of tokens, at intervals and in the end."""
    people = parts.get(Accounts)

    async def note() -> None:
        await asyncio.to_thread(people.note_uses)

    async def note_last() -> None:
        try:
            # with a timeout: a database that does not answer would block the shutdown
            await with_timeout(people.note_uses)
        except (PersistenceError, StoreError, TimeoutError) as error:
            OUTAGE.report("the last uses of tokens are not noted", error)

    yield Started(stop=note_last)
    yield Worker(
        note,
        every=NOTED_EVERY,
        begins_after=NOTED_EVERY,
        outage="the last uses of tokens are noted later",
        failure="the last uses of tokens cannot be noted",
        log=_log,
    )


feature = Feature(
    "people",
    routes=(tokens.router, sessions.router),
    parts={
        "accounts": Accounts,
        "sign_ups": SignUps,
        "sessions": Sessions,
        "passkeys": Passkeys,
        "open_games": OpenGames,
        "limits": RateLimits,
        "request_keys": RequestKeys,
        "tickets": Tickets,
    },
    build=build,
    background=background,
)
