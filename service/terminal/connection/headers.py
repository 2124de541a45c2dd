"""Checks of the values that become headers of requests. A secret is never part of a message."""

import re

from service.terminal.connection.errors import Misused

_SECRET = re.compile(r"[!-~]+")
_LANGUAGE = re.compile(r"[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*")


def checked_secret(what: str, secret: str) -> str:
    """Return a token or an invitation; raises Misused if it cannot be one. `what` names it in the message."""
    if not _SECRET.fullmatch(secret):
        message = f"{what} is not valid: it may only have visible ASCII characters, without spaces and line breaks"
        raise Misused(message)
    return secret


def checked_language(language: str) -> str:
    """Return a language tag of RFC 5646; raises Misused if it is none."""
    if not _LANGUAGE.fullmatch(language):
        message = f"{language!r} is not a language: use a tag such as de or pt-BR"
        raise Misused(message)
    return language
