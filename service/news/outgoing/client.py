"""Sends one request to a URL of a user: to a checked address, without redirects and proxies, within limits."""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

from service.news.outgoing.addresses import Address, address_in
from service.news.outgoing.outcome import Outcome
from service.news.outgoing.targets import (
    Policy,
    Target,
    TargetError,
    check_addresses,
    no_address,
    target_of,
)

RESOLVE_TIMEOUT = 3.0
"""Seconds to resolve a name."""

TIMEOUT = 6.0
"""Seconds for a whole exchange: the name, the connection, the request and the reply."""

MOST_SENT = 20_000
"""Maximum size of the body of a request in bytes."""

RESOLVING_THREADS = 8
"""Names that are resolved at the same time. Slow name servers must not use up the threads of the database."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a name and a port as text. Raises OSError."""

Exchange: TypeAlias = Callable[[Target, Sequence[Address], bytes, Mapping[str, str]], Awaitable[Outcome]]
"""Sends a body with headers to the first address of a target that accepts the connection."""


class OutgoingClient:
    """Sends requests. Every request resolves and checks the host again."""

    def __init__(
        self,
        policy: Policy,
        resolve: Resolve | None = None,
        tls: ssl.SSLContext | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.policy = policy
        self._executor = ThreadPoolExecutor(RESOLVING_THREADS, "resolve")
        self._resolve = resolve or self._system_addresses
        self._tls = tls
        self._prepared: Exchange | None = None
        self._timeout = timeout

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Send a body and return what came of it. Errors are part of the outcome."""
        if len(body) > MOST_SENT:
            return Outcome(error=f"refused: the body has more than {MOST_SENT} bytes")
        try:
            target = target_of(url, self.policy)
            async with asyncio.timeout(self._timeout):
                return await self._exchange(target, body, headers)
        except TargetError as error:
            return Outcome(error=f"refused: {error}")
        except TimeoutError:
            return Outcome(error=f"timeout: no complete reply within {self._timeout:g} seconds")
        except OSError as error:
            return Outcome(error=f"tls: the certificates of SSL_CERT_FILE or SSL_CERT_DIR cannot be read ({error})")

    async def _exchange(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Outcome:
        addresses = await self.addresses(target)
        if self._prepared is None:
            self._prepared = await asyncio.to_thread(self._prepare)
        return await self._prepared(target, addresses, body, headers)

    def _prepare(self) -> Exchange:
        """Load the libraries, which few services need and take a twentieth of the start, and the certificates."""
        from service.news.outgoing.exchange import exchange, tls_context  # noqa: PLC0415

        return partial(exchange, self._tls or tls_context())

    def close(self) -> None:
        """Release the threads without waiting for name servers."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def addresses(self, target: Target) -> list[Address]:
        """Return the addresses of a target, all of them allowed. Raises TargetError."""
        literal = address_in(target.host)
        if literal is not None:
            found: list[Address | None] = [literal]
        else:
            try:
                async with asyncio.timeout(RESOLVE_TIMEOUT):
                    found = [address_in(text) for text in await self._resolve(target.host, target.port)]
            except (OSError, UnicodeError) as error:
                if isinstance(error, TimeoutError):
                    raise TargetError(f"the name servers of {target.host} do not answer") from None
                raise TargetError(no_address(target.host)) from None
        allowed = [address for address in found if address is not None]
        if not allowed or len(allowed) != len(found):
            raise TargetError(no_address(target.host))
        check_addresses(target, allowed, self.policy)
        return allowed

    async def _system_addresses(self, host: str, port: int) -> Sequence[str]:
        def look_up() -> list[str]:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            # the text of an address with a zone contains %, which `address_in` refuses
            return list(dict.fromkeys(str(each[4][0]) for each in found))

        return await asyncio.get_running_loop().run_in_executor(self._executor, look_up)
