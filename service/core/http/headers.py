"""The names of our own headers, the form of secrets that no log may contain, and the origin of a request."""

import re
from collections.abc import Iterable
from contextvars import ContextVar

INVITATION_HEADER = "Ludolog-Invitation"
"""The header with the secret of an invitation to a private game."""

NEXT_CURSOR = "Ludolog-Next-Cursor"
"""The header with the cursor after the last item of a reply whose body has no place for it."""

POSITION_HEADER = "Ludolog-Position"
"""The header with what a reply shows, and in a request with what the client has seen; only with replicas."""

INCOMPLETE_HEADER = "Ludolog-Incomplete"
"""The header of a list that may lack games, with the number of partitions of the log that do not answer."""

TOKEN_PREFIX = "ludolog_"  # noqa: S105 - the prefix of every token is not a secret
"""The prefix of every token and invitation."""

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the current request; None outside requests, such as for decisions of bots."""

_SECRET = re.compile(rf"({TOKEN_PREFIX})[\w-]{{16,}}|(whsec_)[\w+/=%-]{{16,}}|(/unsubscriptions/)\w{{32,}}")
"""Tokens, invitations, sessions, stream tickets, the secrets that sign webhooks, and the links that end an e-mail."""


def has_secret(text: str) -> bool:
    """Return whether a text contains a secret that a client has sent in the wrong place."""
    return _SECRET.search(text) is not None


def without_secrets(text: str) -> str:
    """Return a text with the prefix of each secret and asterisks instead of the secret."""
    return _SECRET.sub(lambda found: f"{found[found.lastindex or 0]}***", text)


def has_origin(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether the first Origin header has a value. The CORS middleware of the framework does the same."""
    return bool(next((value for name, value in headers if name == b"origin"), b""))


CREDENTIALS = "Authorization, Cookie"
"""The headers that identify the player of a request, for Vary."""
