"""The closing line of a loaded game."""

from service.core.keys.closing import closing_line
from service.core.keys.signing import Signer
from service.play.loaded import Loaded


def closing_of(signer: Signer, loaded: Loaded) -> bytes:
    """Return the closing line of a loaded game. It is signed once for each version and key, for all readers."""
    game = loaded.game
    return loaded.closing or loaded.shown(f"{game.version}.closing.{signer.key_id}", lambda: closing_line(game, signer))
