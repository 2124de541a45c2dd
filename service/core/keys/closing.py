"""The closing line of a game: a signed statement about the tip of its log. Offline verification needs no more."""

from msgspec.structs import asdict

from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.ledger.signing import head_statement
from domain.proof.bundle import Closing, LogSection
from service.core.keys.signing import Signer


def closing_line(game: Game, signer: Signer | None, log: LogSection | None = None) -> bytes:
    """Return the statement about the tip of a log, signed if there is a signer, with the proofs of the site's log."""
    signed = Closing(None, None, head_statement(game.tip, None)) if signer is None else signer.sign_head(game.tip)
    return canonical(signed if log is None else {**asdict(signed), "log": log})
