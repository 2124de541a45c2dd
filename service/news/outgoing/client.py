"""Sends one request to a URL of a user: to a checked address, without redirects and proxies, within limits."""

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, cast

import httpcore
import httpx

from domain.kernel.values import Value
from service.news.outgoing.addresses import Address, address_in
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

MOST_KEPT = 2_000
"""Bytes of a reply that are read and kept."""

RESOLVING_THREADS = 8
"""Names that are resolved at the same time. Slow name servers must not use up the threads of the database."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a name and a port as text. Raises OSError."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


class Outcome(Value, frozen=True):
    """What came of a request: the status and the start of the reply, or an error."""

    status: int | None = None
    reply: str = ""
    error: str | None = None
    """Begins with the step that failed: `refused` (also by the resolution), `connect`, `tls`, `timeout` or `http`."""
    retry_after: int | None = None
    """The seconds of the header Retry-After, if it has this form (RFC 9110 10.2.3)."""

    @property
    def is_success(self) -> bool:
        """Whether the receiver accepted the request."""
        return self.status is not None and self.status // 100 == 2  # noqa: PLR2004 - 2xx


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
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            return Outcome(error=_connect_error(error))
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            return Outcome(error=f"http: the connection broke off or the reply is malformed ({type(error).__name__})")
        except ssl.SSLError as error:
            # after the handshake, such as by a TLS 1.3 server that requires a certificate; httpcore raises it unchanged
            return Outcome(error=f"tls: the connection broke off ({error.reason})")

    def close(self) -> None:
        """Release the threads without waiting for name servers."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _exchange(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Outcome:
        addresses = await self.addresses(target)
        sent = {**headers, "Host": target.authority, "Accept-Encoding": "identity", "Connection": "close"}
        if self._tls is None:
            # certificates of SSL_CERT_FILE and SSL_CERT_DIR, or of certifi
            self._tls = await asyncio.to_thread(httpx.create_ssl_context)
        pool = httpcore.AsyncConnectionPool(
            self._tls, max_connections=1, max_keepalive_connections=0, network_backend=_Pinned(addresses)
        )
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        async with pool, pool.stream("POST", url, headers=list(sent.items()), content=body) as response:
            kept = b""
            async for chunk in response.aiter_stream():
                kept += chunk
                if len(kept) >= MOST_KEPT:
                    break
            return Outcome(response.status, _text(kept[:MOST_KEPT]), None, _retry_after(response.headers))

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


class _Pinned(httpcore.AsyncNetworkBackend):
    """Connects to checked addresses without resolving the name again. TLS still checks the name."""

    def __init__(self, addresses: Iterable[Address]) -> None:
        self._addresses = [str(address) for address in addresses]
        # typed as what it is without anyio, which is installed
        self._backend = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - resolved before
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address that accepts the connection. Raises httpcore.ConnectError."""
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in self._addresses:
            try:
                return await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        assert failure is not None
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no URL leads to a local socket."""
        raise NotImplementedError

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await self._backend.sleep(seconds)


def _connect_error(error: Exception) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"tls: the certificate is not accepted ({cause.verify_message})"
        if isinstance(cause, ssl.SSLError):
            return f"tls: the handshake failed ({cause.reason})"
        cause = cause.__cause__ or cause.__context__
    return "connect: the host does not accept connections on this port"


def _text(raw: bytes) -> str:
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", raw.decode("utf-8", "replace"))


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < len("1000000"):
            return int(value)
    return None
