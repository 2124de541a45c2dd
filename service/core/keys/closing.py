"""The closing line of a game: a signed statement about the tip of its log. Offline verification needs no more."""

from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.ledger.signing import head_statement
from domain.proof.bundle import Closing
from service.core.keys.signing import Signer


def closing_line(game: Game, signer: Signer | None) -> bytes:
    """Return the statement about the tip of a log, signed if there is a signer."""
    if signer is None:
        return canonical(Closing(None, None, head_statement(game.tip, None)))
    return canonical(signer.sign_head(game.tip))
