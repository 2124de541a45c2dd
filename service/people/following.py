"""What keeps the accounts of this process current with what other processes have stored."""

from typing import Protocol


class Follower(Protocol):
    """Follows the database."""

    async def catch_up(self) -> None:
        """Return once this process knows all that any process acknowledged before the call."""
        ...
