"""The names of our own headers, and the prefix of secrets that no log line may contain."""

INVITATION_HEADER = "Ludolog-Invitation"
"""The header with the secret of an invitation to a private game."""

TOKEN_PREFIX = "ludolog_"  # noqa: S105 - the prefix of every token is not a secret
"""The prefix of every token and invitation."""

CREDENTIALS = "Authorization, Cookie"
"""The headers that identify the player of a request, for Vary."""
