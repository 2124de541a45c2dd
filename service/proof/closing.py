"""The closing line of a loaded game, apart from bundles: offline verification needs no games in memory."""

from service.games.loaded import Loaded
from service.keys.signing import Signer
from service.proof.bundles import closing_line


def closing_of(signer: Signer, loaded: Loaded) -> bytes:
    """Return the closing line of a loaded game. It is signed once for each version and key, for all readers."""
    game = loaded.game
    return loaded.closing or loaded.shown(f"{game.version}.closing.{signer.key_id}", lambda: closing_line(game, signer))
