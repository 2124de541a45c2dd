"""Accounts, tokens, sessions, passkeys and quotas."""

import asyncio
import logging
from collections.abc import Iterable

from eventsourcing.persistence import PersistenceError

from service.core.connections.addresses import Addresses
from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.site_address import SiteAddress
from service.core.store.errors import StoreError
from service.core.store.outage import OUTAGE
from service.core.store.storage_watch import StorageWatch
from service.core.store.store import Store
from service.core.store.timeouts import with_timeout
from service.core.worker import Background, Started, Worker
from service.people.accounts import NOTED_EVERY, Accounts
from service.people.api import tokens
from service.people.api.auth import Gate
from service.people.api.cookies import SessionCookies
from service.people.api.identity import Authenticator
from service.people.api.problems import PROBLEM_OF
from service.people.api.sessions import routes as sessions
from service.people.personal import ACCOUNTS
from service.people.quotas.caps import Caps
from service.people.quotas.open_games import OpenGames
from service.people.quotas.open_streams import OpenStreams
from service.people.quotas.rate_limit import RateLimits
from service.people.request_keys import RequestKeys
from service.people.sessions.passkeys import Passkeys
from service.people.sessions.sessions import Sessions
from service.people.sign_ups import SignUps
from service.people.tickets import Tickets

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Read the accounts, and build the gate of all requests."""
    settings, database = parts.get(Settings), parts.get(Store).database
    people = parts.add(Accounts(database, Caps.of(settings)))
    parts.add(SignUps(people))
    parts.add(Tickets(database, people))
    parts.add(RequestKeys(database))
    parts.add(Passkeys(database, people, parts.add(Sessions(database, people))))
    parts.add(OpenGames(database, people.caps))
    parts.add(OpenStreams(settings.streams))
    site, limits = parts.get(SiteAddress), parts.add(RateLimits(settings))
    authenticator = Authenticator(people, parts.get(Tickets), parts.get(RequestKeys), limits, site)
    cookies = SessionCookies(people, site)
    parts.add(Gate(authenticator, people, cookies, limits, parts.get(Addresses), parts.get(StorageWatch)))


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
    problems=PROBLEM_OF,
    personal=ACCOUNTS,
    build=build,
    background=background,
)
