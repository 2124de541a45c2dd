"""The games of a tournament, which a feature above the lists knows."""

from collections.abc import Awaitable, Callable


async def _no_games(_tournament: str) -> tuple[str, ...]:
    return ()


class TournamentGames:
    """Finds the games of the tables of a tournament. A tag proves nothing: every account may give it to a game."""

    def __init__(self) -> None:
        self.of: Callable[[str], Awaitable[tuple[str, ...]]] = _no_games
        """Returns the games of a tournament by its id; of an unknown one there are none."""

    async def asked(self, tournament: str | None) -> tuple[str, ...] | None:
        """Return the games to which a list filter restricts a list; None: it does not."""
        return None if tournament is None else await self.of(tournament)
