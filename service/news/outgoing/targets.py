"""The URLs to which the service sends requests: what is allowed, before and after the name is resolved."""

import re
from collections.abc import Iterable
from typing import Literal
from urllib.parse import urlsplit

from domain.kernel.values import Value
from service.core.connections.networks import Network
from service.news.outgoing.addresses import Address, address_in, is_in, is_public

MOST_CHARACTERS = 2000
"""The maximum length of a URL."""

HTTPS_PORT, HTTP_PORT = 443, 80

_URL = re.compile(r"[!-~]+", re.ASCII)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
_MOST_HOST = 253


class TargetError(ValueError):
    """A URL to which the service sends nothing. The message has the reason."""


class Policy(Value, frozen=True):
    """What the operator allows in addition to public addresses and the port of HTTPS."""

    networks: tuple[Network, ...] = ()
    """Networks in which every port is allowed, with and without TLS."""
    ports: frozenset[int] = frozenset({HTTPS_PORT})
    """The ports of public addresses."""


class Target(Value, frozen=True):
    """A parsed URL. `host` is a name in lower case, or an address without brackets."""

    url: str
    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str
    """The path with the query."""

    @property
    def authority(self) -> str:
        """The host and, if it is not the default one, the port: the value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        is_default = self.port == (HTTPS_PORT if self.scheme == "https" else HTTP_PORT)
        return host if is_default else f"{host}:{self.port}"


def target_of(url: str, policy: Policy) -> Target:
    """Return the parsed URL. Raises TargetError if no address of its host could be allowed."""
    if len(url) > MOST_CHARACTERS or not _URL.fullmatch(url) or "\\" in url:
        message = f"a URL is at most {MOST_CHARACTERS} printable ASCII characters, without spaces and backslashes"
        raise TargetError(message)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        message = "the host or port is malformed"
        raise TargetError(message) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and policy.networks):
        raise TargetError("the URL must begin with https://")
    if "@" in parts.netloc:
        raise TargetError("the URL must not contain a user name or password: put a token into the path or query")
    if "#" in url:
        raise TargetError("the URL must not contain a fragment")
    scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
    if port is None:
        port = HTTPS_PORT if scheme == "https" else HTTP_PORT
    if port not in policy.ports and not policy.networks:
        allowed = ", ".join(map(str, sorted(policy.ports)))
        raise TargetError(f"port {port} is not allowed: use {allowed}")
    host = _host(parts.hostname or "", "[" in parts.netloc)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    target = Target(url, scheme, host, port, path)
    if (address := address_in(host)) is not None:
        check_addresses(target, [address], policy)
    elif "." not in host and not policy.networks:
        raise TargetError("the host must be a full name, such as hooks.example.com")
    return target


def _host(host: str, is_bracketed: bool) -> str:
    """Return the name, or the address in its canonical form. Raises TargetError."""
    address = address_in(host)
    if address is not None and (address.version == 6) == is_bracketed:  # noqa: PLR2004 - the version of IP
        return str(address)
    labels = host.split(".")
    if is_bracketed or len(host) > _MOST_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise TargetError("the host must be a name in ASCII (punycode) or a plain IP address")
    if _NUMBER.fullmatch(labels[-1]):
        # resolvers read 2130706433, 0177.1 and 0x7f.1 as addresses
        raise TargetError("write an IPv4 address as four decimal numbers")
    return host


def check_addresses(target: Target, addresses: Iterable[Address], policy: Policy) -> None:
    """Raise TargetError unless every address of a target is allowed."""
    is_public_form = target.scheme == "https" and target.port in policy.ports
    for address in addresses:
        if not is_in(address, policy.networks) and not (is_public_form and is_public(address)):
            # the same words as for a name without address: they must not reveal names of internal networks
            raise TargetError(no_address(target.host))


def no_address(host: str) -> str:
    """Return the error message for a host without an allowed address."""
    return f"{host} has no address, or one that is not public"
