"""Makes the bundles of many games, one at a time: the clients take turns."""

from collections.abc import AsyncGenerator, Sequence

from domain.ledger.integrity import DamagedLogError
from domain.proof.bundle import LogSection
from service.core.connections.asker import Asker
from service.core.keys.signing import Signer
from service.core.store.store import Store
from service.play.turns import Turns
from service.proof.bundles import whole_bundle_lines
from service.site_log.proofs import GameProofs


class Bundling:
    """Reads games past the cache of games, which keeps those that are played."""

    def __init__(self, store: Store, signer: Signer, proofs: GameProofs) -> None:
        self._store = store
        self._signer = signer
        self._proofs = proofs
        self._turns = Turns()

    async def of(self, asker: Asker, game: str) -> bytes:
        """Return the bundle of a game of this site that is over; empty for a damaged one. Raises 429 and 503 problems.

        It is made when it is the turn of the asker, and has the proofs of the log of the site as soon as there are any.
        """
        log = await self._proofs.of_finished(game)
        return await self._turns.in_thread(asker, lambda: self._made(game, log))

    async def following(self, asker: Asker, first: bytes, games: Sequence[str]) -> AsyncGenerator[bytes]:
        """Yield a bundle, and those of further games."""
        yield first
        for game in games:
            yield await self.of(asker, game)

    def _made(self, game: str, log: LogSection | None) -> bytes:
        try:
            lines = whole_bundle_lines(game, self._store.read(game), self._signer, log)
            return b"".join(line + b"\n" for line in lines)
        except DamagedLogError:
            return b""
