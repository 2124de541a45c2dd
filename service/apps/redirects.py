"""Where an app gets its answer: redirect URIs (RFC 6749 3.1.2, RFC 8252), and what is added to them."""

import re
from collections.abc import Mapping
from urllib.parse import SplitResult, urlencode, urlsplit

MOST = 2000
"""The maximum length of a redirect URI."""

# no fragment (RFC 6749 3.1.2), and no user: what stands before an @ looks like the host
# a scheme in small letters, as the page of consent compares it
_URI = re.compile(r"[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?\[\]!$&'()*+,;=@]|%[0-9A-Fa-f]{2})+", re.ASCII)
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.ASCII)
_LOOPBACK = frozenset({"127.0.0.1", "[::1]", "localhost"})


def shown_host(uri: str) -> str | None:
    """Return what a person has to recognise in a redirect URI: its host, or its private scheme.

    None for a URI that is not accepted. Accepted are `https` with a host, `http` to the loopback interface with any
    port, and private schemes, which contain a dot (RFC 8252 7).
    """
    if len(uri) > MOST or not _URI.fullmatch(uri):
        return None
    try:
        parts = urlsplit(uri)
        host = _host_of(parts)
    except ValueError:
        return None
    match parts.scheme:
        case "https":
            return host
        case "http":
            return host if host is not None and _without_port(host) in _LOOPBACK else None
        case scheme:
            return scheme if "." in scheme else None


def _host_of(parts: SplitResult) -> str | None:
    """Return the host with its port. Raises ValueError for a port that is no number."""
    place = parts.netloc.lower()
    port = parts.port
    host = place if port is None else place.rpartition(":")[0]
    return place if _HOST.fullmatch(host) else None


def _without_port(host: str) -> str:
    return re.sub(r":[0-9]+$", "", host)


def with_parameters(uri: str, parameters: Mapping[str, str]) -> str:
    """Return a redirect URI with further parameters in its query, which stays as it is (RFC 6749 4.1.2)."""
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(parameters)}"
