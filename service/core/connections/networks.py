"""Networks in settings."""

import ipaddress
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class ProxyError(ValueError):
    """A trusted proxy is neither an address nor a network."""


def networks_in(text: str) -> tuple[Network, ...]:
    """Return the networks in a list such as `127.0.0.1, 10.0.0.0/8`. Raises ProxyError."""
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise ProxyError(str(error)) from None
