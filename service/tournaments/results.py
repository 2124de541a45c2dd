"""What a tournament takes from the certificate of a game."""

from typing import Any

import msgspec

from domain.game.game import Game
from domain.tournaments.results import ResultStatement
from service.core.keys.signing import Signer
from service.play.certificates import certificate_of, certified


def statement_of(game: Game) -> ResultStatement:
    """Return the statement of the certificate of a game that is over, as far as a tournament needs it."""
    return msgspec.convert(msgspec.to_builtins(certified(game)), ResultStatement)


def certificate_in_bundle(game: Game, signer: Signer) -> dict[str, Any]:
    """Return the certificate of a game as a bundle of a tournament has it."""
    return msgspec.to_builtins(certificate_of(game, signer))
