"""The proofs of a game that is over, as its bundle and its result have them."""

import datetime

from domain.proof.bundle import LogSection
from domain.proof.log_check import LogKeys
from service.core.keys.signing import is_signed_by
from service.play.loaded import Loaded
from service.play.play import Play
from service.site_log.keeper import LogKeeper
from service.site_log.reading import LogReader

RECENT = datetime.timedelta(minutes=1)
"""For how long after its end a game is put into the log at once, when somebody asks for its proofs."""


class GameProofs:
    """Finds the proofs of games, so that the bundle of a game that is over is the same from the beginning."""

    def __init__(self, play: Play, reader: LogReader, keeper: LogKeeper) -> None:
        self._play = play
        self._reader = reader
        self._keeper = keeper

    async def of(self, loaded: Loaded) -> LogSection | None:
        """Return the proofs of a game; None: it is not over, was imported, or the log does not have its end yet."""
        game = loaded.game
        if not game.is_over or loaded.is_foreign:
            return None
        found = await self._reader.section(game.id)
        if found is None and self._play.clock() - datetime.datetime.fromisoformat(game.tip.at) < RECENT:
            await self._keeper.hurry()
            found = await self._reader.section(game.id)
        return found

    async def keys(self) -> LogKeys | None:
        """Return the key of the log of this site, beside which there are logs of others; None: it is empty."""
        state = await self._reader.state()
        return LogKeys((state.key,), is_signed_by, must_be_signed=False) if state.is_open else None
