"""The names of our own headers, and the form of secrets that no log may contain."""

import re

INVITATION_HEADER = "Ludolog-Invitation"
"""The header with the secret of an invitation to a private game."""

TOKEN_PREFIX = "ludolog_"  # noqa: S105 - the prefix of every token is not a secret
"""The prefix of every token and invitation."""

_SECRET = re.compile(rf"({TOKEN_PREFIX})[\w-]{{16,}}|(whsec_)[\w+/=%-]{{16,}}|(/unsubscriptions/)\w{{32,}}")
"""Tokens, invitations, sessions, stream tickets, the secrets that sign webhooks, and the links that end an e-mail."""


def has_secret(text: str) -> bool:
    """Return whether a text contains a secret that a client has sent in the wrong place."""
    return _SECRET.search(text) is not None


def without_secrets(text: str) -> str:
    """Return a text with the prefix of each secret and asterisks instead of the secret."""
    return _SECRET.sub(lambda found: f"{found[found.lastindex or 0]}***", text)


CREDENTIALS = "Authorization, Cookie"
"""The headers that identify the player of a request, for Vary."""
