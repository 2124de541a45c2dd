"""Which IP addresses are public: not those of the special-purpose registries of IANA, and none inside another one."""

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

from service.core.connections.networks import Network

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_REFUSED_V4 = tuple(
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, with the metadata services of clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, with the broadcast address
    )
)

_REFUSED_V6 = tuple(
    ipaddress.IPv6Network(text)
    for text in (
        "::/96",  # unspecified, loopback, IPv4-compatible
        "::ffff:0:0/96",  # IPv4-mapped
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",  # NAT64 for local use
        "100::/64",  # discarded
        "2001::/23",  # Teredo, ORCHID, benchmarks, other protocols
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
        "5f00::/16",  # segment routing
        "fc00::/7",  # unique local
        "fe80::/10",  # link-local
        "fec0::/10",  # site-local
        "ff00::/8",  # multicast
    )
)

_GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")
"""The only part of IPv6 that IANA has assigned to global addresses."""


def address_in(text: str) -> Address | None:
    """Return the address of a text in its canonical or full form; None for anything else, such as a zone or 0177.1."""
    if "%" in text:
        return None
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet."""
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not is_in(address, _REFUSED_V4)
    # an address inside another one would reach the inner one through a translator
    is_plain = address.ipv4_mapped is None and address.sixtofour is None and address.teredo is None
    return is_plain and address.is_global and address in _GLOBAL_V6 and not is_in(address, _REFUSED_V6)


def is_in(address: Address, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of these networks."""
    return any(address.version == network.version and address in network for network in networks)
