"""The caps of accounts and addresses, and the error for a cap that is reached."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.settings import Settings

SIGN_UP_WINDOW = 3600
"""Seconds for which a sign-up counts towards the cap of its address."""

Capped: TypeAlias = Literal[
    "tokens",
    "invitations",
    "open_games",
    "guests",
    "sign_ups",
    "sign_ups_of_network",
    "passkeys",
    "pings",
    "webhooks",
    "browsers",
    "confirmations",
    "tests",
    "analyses",
    "deep_analyses",
    "name_changes",
    "devices",
    "user_codes",
    "exports",
]


class Caps(Value, frozen=True):
    """The maximum numbers for an account, and of sign-ups for an address in an hour. 0 means no limit."""

    tokens: int = 0
    invitations: int = 0
    open_games: int = 0
    guests: int = 0
    sign_ups: int = 0
    sign_ups_of_network: int = 0

    @classmethod
    def of(cls, settings: Settings) -> "Caps":
        """Return the caps of the settings."""
        return cls(
            *(settings.tokens, settings.invitations, settings.open_games, settings.guests, settings.sign_ups),
            settings.sign_ups_per_network,
        )


class Usage(Value, frozen=True):
    """The current numbers of an account."""

    tokens: int
    invitations: int
    open_games: int
    guests: int


class CapReachedError(Exception):
    """An account or an address has reached a cap."""

    def __init__(self, what: Capped, most: int, seconds: int | None = None) -> None:
        super().__init__(f"{what}: at most {most}")
        self.what: Capped = what
        self.most = most
        self.seconds = seconds
        """Seconds until the next one is allowed; None if that depends on actions of the account."""
