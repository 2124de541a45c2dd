"""The client address of a request, directly or behind trusted proxies."""

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache

from service.core.connections.networks import Network

ADDRESS = "ludolog.address"
"""The key of the client address in the scope of a request."""

IPV6_PREFIX = 64
"""The prefix length of the network of one IPv6 client, which chooses the other bits freely."""

NETWORK_PREFIXES = {4: 24, 6: 48}
"""The prefix lengths of the network that one customer of a provider may have, by the version of the protocol."""

_CACHED = 4096


class Addresses:
    """Finds the address to which the limits apply."""

    def __init__(self, trusted: Sequence[Network]) -> None:
        self._trusted = tuple(trusted)
        self._key = lru_cache(_CACHED)(self._uncached_key)

    def key_of(self, address: str) -> str | None:
        """Return the key under which an address is counted; None for a trusted proxy, which has many clients.

        All addresses of an IPv6 /64 network have the same key.
        """
        return self._key(address)

    def client_of(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Return the key under which the client of a request is counted."""
        address = self.address_of(peer, headers)
        return self._key(address) or address

    def address_of(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Return the address of the client of a request; that of the proxy if the proxy names no client.

        `X-Forwarded-For` (RFC 7239 1) is used only from trusted proxies and read from its end. The client may have
        forged everything before the first address that is not a trusted proxy.
        """
        return self.named_by(peer, headers) or peer

    def named_by(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """Return the address of the client that a trusted proxy names; None for another peer, or if it names none."""
        if not self._trusted or self._key(peer) is not None:
            return None
        values = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
        for address in reversed([part.strip() for part in ",".join(values).split(",")]):
            if self._key(address) is not None:
                # a proxy may write other values, such as `unknown`: then it names no client
                return address if _parsed(address) is not None else None
        return None

    def _uncached_key(self, address: str) -> str | None:
        parsed = _parsed(address)
        if parsed is None:
            return address
        if any(parsed in network for network in self._trusted):
            return None
        if isinstance(parsed, ipaddress.IPv6Address):
            return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
        return str(parsed)


def network_of(key: str) -> str:
    """Return the network of a client, which has many addresses; `key` is that of `client_of`."""
    address = _parsed(key.partition("/")[0])
    if address is None:
        return f"network of {key}"
    network = ipaddress.ip_network((address, NETWORK_PREFIXES[address.version]), strict=False)
    return f"network {network}"


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
