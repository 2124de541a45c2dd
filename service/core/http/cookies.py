"""The cookie of a session (RFC 6265bis): its name, its value in a request, and the headers that set and clear it."""

from typing import Any, cast

from litestar.types import HTTPScope

from service.core.connections.origins import is_secure

NAME = "ludolog"

COOKIES = "ludolog.cookies"
"""The key in the scope of a request with cookies. Its value is that of the header Cookie."""


def cookie_name(origin: str) -> str:
    """Return the name of the cookie of an origin.

    With TLS, the prefix `__Host-` binds the cookie to the host: no other host of the domain can set it. Without TLS,
    the name has the port, because cookies of all ports of a host are one set.
    """
    if is_secure(origin):
        return f"__Host-{NAME}"
    port = origin.rpartition(":")[2]
    return f"{NAME}-{port}" if port.isdecimal() else NAME


def cookie_in(scope: HTTPScope, name: str) -> str | None:
    """Return the value of a cookie of a request; None if it is missing."""
    for pair in cast("dict[str, Any]", scope).get(COOKIES, "").split(";"):
        found, _, text = pair.strip().partition("=")
        if found == name:
            return text
    return None


def other_cookies(scope: HTTPScope) -> dict[str, str]:
    """Return the cookies of a request that hold no session."""
    pairs = (pair.strip().partition("=") for pair in cast("dict[str, Any]", scope).get(COOKIES, "").split(";"))
    return {name: text for name, _, text in pairs if name and NAME not in name}


def set_cookie(origin: str, secret: str, seconds: int) -> str:
    """Return the value of Set-Cookie that stores the secret of a session for some seconds."""
    return f"{cookie_name(origin)}={secret}; Max-Age={seconds}; {_attributes(origin)}"


def clear_cookie(origin: str) -> str:
    """Return the value of Set-Cookie that deletes the cookie."""
    return f"{cookie_name(origin)}=; Max-Age=0; {_attributes(origin)}"


def _attributes(origin: str) -> str:
    secure = "; Secure" if is_secure(origin) else ""
    return f"Path=/; HttpOnly; SameSite=Strict{secure}"
