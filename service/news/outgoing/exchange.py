"""One request over a connection to a checked address, with the libraries for it."""

import re
import ssl
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import httpcore
import httpx

from service.news.outgoing.addresses import Address
from service.news.outgoing.outcome import Outcome
from service.news.outgoing.targets import Target

MOST_KEPT = 2_000
"""Bytes of a reply that are read and kept."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def tls_context() -> ssl.SSLContext:
    """Return a context with the certificates of SSL_CERT_FILE and SSL_CERT_DIR, or of certifi."""
    return httpx.create_ssl_context()


async def exchange(
    tls: ssl.SSLContext, target: Target, addresses: Sequence[Address], body: bytes, headers: Mapping[str, str]
) -> Outcome:
    """Send a body to the first address that accepts the connection. Errors are part of the outcome."""
    try:
        return await _exchange(tls, target, addresses, body, headers)
    except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
        return Outcome(error=_connect_error(error))
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        return Outcome(error=f"http: the connection broke off or the reply is malformed ({type(error).__name__})")
    except ssl.SSLError as error:
        # after the handshake, such as by a TLS 1.3 server that requires a certificate; httpcore raises it unchanged
        return Outcome(error=f"tls: the connection broke off ({error.reason})")


async def _exchange(
    tls: ssl.SSLContext, target: Target, addresses: Sequence[Address], body: bytes, headers: Mapping[str, str]
) -> Outcome:
    sent = {**headers, "Host": target.authority, "Accept-Encoding": "identity", "Connection": "close"}
    pool = httpcore.AsyncConnectionPool(
        tls, max_connections=1, max_keepalive_connections=0, network_backend=_Pinned(addresses)
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
