"""Whose address a request comes from: the client's own, also where a trusted proxy passes the request on."""

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache

from service.connections.networks import Network

ADDRESS = "ludolog.address"
"""Where in the scope of a request the address stands that it is counted for."""

IPV6_PREFIX = 64
"""Bits of an IPv6 address that one client has: it chooses the other ones as it likes."""

_CACHED = 4096


class Addresses:
    """Finds the address that limits are counted for."""

    def __init__(self, trusted: Sequence[Network]) -> None:
        self._trusted = tuple(trusted)
        self._key = lru_cache(_CACHED)(self._uncached_key)

    def key_of(self, address: str) -> str | None:
        """Return the name under which an address is counted; None for a trusted proxy, which has many clients.

        The addresses of an IPv6 network of 64 bits are counted as one.
        """
        return self._key(address)

    def client_of(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Return the name under which the client of a request is counted.

        `X-Forwarded-For` (RFC 7239 1) is read only from a trusted proxy, from its end: what stands before the first
        address that is no trusted proxy may have been made up by the client.
        """
        if not self._trusted or self._key(peer) is not None:
            return self._key(peer) or peer
        values = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
        for address in reversed([part.strip() for part in ",".join(values).split(",")]):
            key = self._key(address)
            if key is not None:
                # a proxy may write anything there, such as `unknown`: then its own address stands for the client
                return key if _parsed(address) is not None else peer
        return peer

    def _uncached_key(self, address: str) -> str | None:
        parsed = _parsed(address)
        if parsed is None:
            return address
        if any(parsed in network for network in self._trusted):
            return None
        if isinstance(parsed, ipaddress.IPv6Address):
            return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
        return str(parsed)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
