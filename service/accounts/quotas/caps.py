"""The caps of accounts and addresses, and the error of whoever has reached one."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.settings import Settings

SIGN_UP_WINDOW = 3600
"""Seconds in which sign-ups from one address are counted."""

Capped: TypeAlias = Literal["tokens", "invitations", "open_games", "guests", "sign_ups"]


class Caps(Value, frozen=True):
    """How many of each an account may have, and sign-ups an address in an hour; 0: any number."""

    tokens: int = 0
    invitations: int = 0
    open_games: int = 0
    guests: int = 0
    sign_ups: int = 0

    @classmethod
    def of(cls, settings: Settings) -> "Caps":
        """Return the caps of the settings."""
        return cls(settings.tokens, settings.invitations, settings.open_games, settings.guests, settings.sign_ups)


class Usage(Value, frozen=True):
    """How many of each an account has now."""

    tokens: int
    invitations: int
    open_games: int
    guests: int


class CapReachedError(Exception):
    """Somebody has as many of something as is allowed."""

    def __init__(self, what: Capped, most: int, seconds: int | None = None) -> None:
        super().__init__(f"{what}: {most} at the most")
        self.what: Capped = what
        self.most = most
        self.seconds = seconds
        """Until there may be one more; None where that depends on what its owner does."""
