"""Who has signed in with a request that had no token yet, for the log of acts."""

from typing import Any, cast

from litestar.types import Scope

SIGNED_IN = "ludolog.signed_in"
"""The key in the scope of a request that has signed a player in, with the id."""


def note_sign_in(scope: Scope, player: str) -> None:
    """Note that a request has signed a player in: with a new account, a passkey, a token, a link or for an app."""
    cast("dict[str, Any]", scope)[SIGNED_IN] = player
