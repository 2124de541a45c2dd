"""Signs players up, few at a time: a flood of sign-ups must not delay the other requests that use the database."""

import asyncio
import math

from service.core.store.timeouts import STORE_TIMEOUT, with_timeout
from service.people.accounts import Accounts
from service.people.quotas.caps import CapReachedError
from service.people.tokens import NOTHING_FURTHER, Made, SigningUp

AT_ONCE = 2
"""The maximum number of concurrent sign-ups."""

_KNOWN = 10_000
"""The maximum number of addresses that are known to have reached the cap."""


class SignUps:
    """The sign-ups of a process, and the addresses that have reached the cap."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._full: dict[str, float] = {}
        """When the next sign-up of an address is possible, in seconds of the event loop."""

    async def sign_up(self, name: str, key: str | None, address: str, asked: SigningUp = NOTHING_FURTHER) -> Made:
        """Create a player and return the first token. Raises what `Accounts.sign_up` raises.

        Raises TimeoutError after STORE_TIMEOUT of waiting for other sign-ups, or for the database.

        An address that has reached the cap is refused without a query to the database. A request with an idempotency
        key may be a repetition, so it is always looked up.
        """
        loop = asyncio.get_running_loop()
        left = self._full.get(address, 0.0) - loop.time()
        if left > 0 and key is None:
            raise CapReachedError("sign_ups", self._accounts.caps.sign_ups, math.ceil(left))
        async with asyncio.timeout(STORE_TIMEOUT):
            await self._gate.acquire()
        try:
            return await with_timeout(self._accounts.sign_up, name, key, address, asked)
        except CapReachedError as reached:
            if reached.seconds is not None:
                self._note(address, loop.time(), reached.seconds)
            raise
        finally:
            self._gate.release()

    def _note(self, address: str, now: float, seconds: int) -> None:
        if len(self._full) >= _KNOWN:
            self._full = {known: until for known, until in self._full.items() if until > now}
        if len(self._full) < _KNOWN:
            self._full[address] = now + seconds
