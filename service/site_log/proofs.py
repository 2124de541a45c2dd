"""The proofs of games and tournaments, as bundles and results have them."""

from collections.abc import Callable

from cachetools import TTLCache

from domain.proof.bundle import LogSection
from domain.proof.log_check import LogKeys
from domain.tournaments.proof.lines import Proofs
from service.core.keys.signing import is_signed_by
from service.play.loaded import Loaded
from service.site_log.keeper import LogKeeper
from service.site_log.reading import LogReader, PossibleEntries

ABSENT_FOR = 60.0
"""Seconds for which a game that the log does not have, because it was damaged, is not looked for again."""


class GameProofs:
    """Finds the proofs of games and tournaments. The bundle of a game that is over is the same from the beginning."""

    def __init__(self, reader: LogReader, keeper: LogKeeper) -> None:
        self._reader = reader
        self._keeper = keeper
        self._absent: TTLCache[str, bool] = TTLCache(1024, ABSENT_FOR)

    async def of(self, loaded: Loaded) -> LogSection | None:
        """Return the proofs of a game; None: it is not over, was imported, or the log does not have it yet.

        A log that has taken in what was there before takes in the game at once.
        """
        is_in_log = loaded.game.is_over and not loaded.is_foreign
        return await self.of_finished(loaded.game.id) if is_in_log else None

    async def of_finished(self, game: str) -> LogSection | None:
        """Return the same for a game of this site that is over, by its id."""
        found = await self._reader.section(game)
        if found is None and self._keeper.is_current and game not in self._absent:
            await self._keeper.hurry()
            found = await self._reader.section(game)
            if found is None:
                self._absent[game] = True
        return found

    async def of_tournament(
        self, tournament: str, version: int, entries: Callable[[], PossibleEntries]
    ) -> Proofs | None:
        """Return the proofs of a tournament up to a version; None: the log does not have all of its entries yet.

        `entries` is called in a thread.
        """
        found = await self._reader.proofs(tournament, version, entries)
        if found is None and self._keeper.is_current and tournament not in self._absent:
            await self._keeper.hurry()
            found = await self._reader.proofs(tournament, version, entries)
            if found is None:
                self._absent[tournament] = True
        return found

    async def are_complete(self) -> bool:
        """Take in and sign what has happened; return whether a checkpoint covers all of it."""
        await self._keeper.hurry()
        return self._keeper.is_current and self._keeper.is_signed

    async def begin(self) -> None:
        """Let the log of a site that has games have its first checkpoint, if it has none."""
        if (await self._reader.state()).signed is None and self._keeper.is_current:
            await self._keeper.hurry()

    async def keys(self) -> LogKeys | None:
        """Return the keys of the log of this site; logs of others are not trusted, and no error. None: it is empty."""
        state = await self._reader.state()
        return LogKeys(state.keys, is_signed_by, must_be_signed=False) if state.is_open else None
