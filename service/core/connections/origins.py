"""Origins of web pages (RFC 6454), and which one is the own origin of a request."""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
_LOOPBACK = re.compile(r"(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\]")
_PORTS = {"http": "80", "https": "443"}


class OriginError(Exception):
    """A text is not the origin of a web page."""


def parsed_origin(text: str) -> str:
    """Return an origin as browsers write it: in lower case, without the default port. Raises OriginError."""
    found = _ORIGIN.fullmatch(text.lower())
    if found is None:
        raise OriginError(text)
    scheme, host, port = found.groups()
    return f"{scheme}://{host}" if port in {None, _PORTS[scheme]} else f"{scheme}://{host}:{port}"


def own_origin(configured: str | None, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the origin of the pages of this site: the configured one, or http and the Host of a loopback address.

    None without both: any name may lead to this process, so that the Host of a request proves nothing.
    """
    if configured is not None:
        return configured
    host = header(headers, b"host")
    try:
        found = None if host is None else parsed_origin(f"http://{host}")
    except OriginError:
        return None
    return found if found is not None and is_loopback(found) else None


def is_loopback(origin: str) -> bool:
    """Whether an origin is on the loopback interface, which needs no TLS."""
    return _LOOPBACK.fullmatch(_host_of(origin)) is not None


def is_secure(origin: str) -> bool:
    """Whether pages of an origin come over TLS."""
    return origin.startswith("https://")


def domain_of(origin: str) -> str | None:
    """Return the host name of an origin; None for an IP address, which cannot have passkeys (WebAuthn 5.1.2)."""
    host = urlsplit(origin).hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return host
    return None


def comes_from(origin: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a page of this origin certainly sent a request, by `Origin` or else by `Sec-Fetch-Site`."""
    pairs = list(headers)
    sent = header(pairs, b"origin")
    return header(pairs, b"sec-fetch-site") == "same-origin" if sent is None else sent == origin


def may_come_from(origin: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether no header shows that a page of another origin sent a request. The user may have typed the address."""
    pairs = list(headers)
    sent, site = header(pairs, b"origin"), header(pairs, b"sec-fetch-site")
    return sent in {None, origin} and site in {None, "same-origin", "none"}


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """Return the first value of a header."""
    return next((value.decode("latin-1") for key, value in headers if key == name), None)


def _host_of(origin: str) -> str:
    found = _ORIGIN.fullmatch(origin)
    assert found is not None
    return found[2]
