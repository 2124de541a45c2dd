"""The checks of settings that a site on the internet needs, or that open more than it should."""

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from service.core.connections.networks import Network
from service.core.settings import VARIABLES, Settings

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_OF_MACHINE = tuple(map(ipaddress.ip_network, ("127.0.0.0/8", "::1/128", "0.0.0.0/32", "::/128")))
_LINK_LOCAL = tuple(map(ipaddress.ip_network, ("169.254.0.0/16", "fe80::/10")))
"""There, machines in clouds find their own credentials."""

UNLIMITED = {
    "LUDOLOG_RATE_LIMIT": "one client can occupy the service",
    "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": "a player with many tokens can occupy the service",
    "LUDOLOG_RATE_LIMIT_PER_ADDRESS": "an address with many tokens can occupy the service",
    "LUDOLOG_CONNECTIONS_PER_ADDRESS": "one address can take all connections",
    "LUDOLOG_STREAMS": "one client can take all connections with streams",
    "LUDOLOG_SIGN_UPS": "one address can create any number of players, each with limits of its own",
    "LUDOLOG_SIGN_UPS_PER_NETWORK": "one network can create any number of players, an address at a time",
    "LUDOLOG_TOKENS": "one player can fill the database with tokens",
    "LUDOLOG_INVITATIONS": "one player can fill the database with invitations",
    "LUDOLOG_OPEN_GAMES": "one player can fill the lobby",
    "LUDOLOG_GUESTS": "one player can fill the database with guests",
    "LUDOLOG_EXPORTS": "one player can keep a processor busy with exports",
    "LUDOLOG_KEEP_ENDED_TOKENS": "labels and last uses of ended tokens are kept for ever",
    "LUDOLOG_MESSAGES": "one player can flood a game with messages",
    "LUDOLOG_MESSAGES_PER_ACCOUNT": "one player can fill the database with messages",
    "LUDOLOG_REPORTS": "one player can fill the queue of reports",
    "LUDOLOG_REPORTS_PER_ADDRESS": "one address with many players can fill the queue of reports",
    "LUDOLOG_MESSAGES_PER_ADDRESS": "one address with many players can fill the database with messages",
    "LUDOLOG_MESSAGES_PAUSE": "a player who has just signed up can write as often as others",
}
"""What a client can do without a limit."""

_SIOCGIFADDR = 0x8915
"""The request of Linux for the IPv4 address of an interface (netdevice(7))."""


def exposed(settings: Settings) -> dict[str, str]:
    """Return which settings of a public site are missing or too open, by variable, with the advice."""
    found: dict[str, str] = {}
    is_public = _is_public(settings)
    if settings.metrics and settings.operator_networks is None and not _is_loopback(settings.host):
        found["LUDOLOG_METRICS"] = (
            "on, and every client that reaches the port can read /metrics: set LUDOLOG_OPERATOR_NETWORKS to the "
            "networks from which it is collected"
        )
    reached = list(_reached(settings.allowed_targets[0]))
    if reached and is_public:
        found["LUDOLOG_WEBHOOK_NETWORKS"] = (
            f"{settings.webhook_networks}: every player can send requests to {', '.join(reached)}: name only networks "
            "without services that trust this machine"
        )
    if _needs_proxies(settings):
        found["LUDOLOG_TRUSTED_PROXIES"] = (
            f"not set, and the site {settings.origin} is behind a proxy: all clients share the limits of its address. "
            "Set it to the addresses of the proxy, such as 127.0.0.1"
        )
    return found


def unlimited(settings: Settings) -> dict[str, str]:
    """Return which limits of a public site are off, by variable, with the consequence."""
    if not _is_public(settings):
        return {}
    return {
        name: f"0 (no limit): {what}" for name, what in UNLIMITED.items() if getattr(settings, VARIABLES[name]) == 0
    }


def _is_public(settings: Settings) -> bool:
    return settings.origin is not None or not _is_loopback(settings.host)


def _needs_proxies(settings: Settings) -> bool:
    """Return whether the site has a public address that the service itself does not serve."""
    if settings.origin is None or settings.trusted_proxies is not None:
        return False
    site = urlsplit(settings.origin)
    is_local = _is_loopback(site.hostname or "")
    # the service itself does not speak TLS
    return not is_local and (site.scheme == "https" or _is_loopback(settings.host))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _reached(networks: tuple[Network, ...]) -> Iterator[str]:
    """Return what networks of webhooks reach that they should not."""
    if any(_overlap(each, own) for each in networks for own in _OF_MACHINE):
        yield "the services of this machine on the loopback interface"
    if any(_overlap(each, own) for each in networks for own in _LINK_LOCAL):
        yield "link-local addresses"
    for address in _own_addresses():
        if not address.is_loopback and any(address in each for each in networks):
            yield f"this machine ({address})"


def _overlap(one: Network, other: Network) -> bool:
    return one.version == other.version and one.overlaps(other)


def _own_addresses() -> Iterator[_Address]:
    """Return an IPv4 address of each interface, and all IPv6 addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                reply = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                # the interface has none
                continue
            yield ipaddress.IPv4Address(reply[20:24])
    try:
        lines = Path("/proc/net/if_inet6").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        yield ipaddress.IPv6Address(bytes.fromhex(line.split()[0]))
