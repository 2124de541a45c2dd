"""The input of a strong bot: a world that its seat cannot distinguish from the real one, and a seed."""

import hashlib
from typing import Any

from domain.game.game import Game
from domain.kernel.values import Seat, Value
from domain.ledger.draws import KeyedChance
from service.bots.strong.light import policy_of
from service.bots.strong.worlds import resampled


class Position(Value, frozen=True):
    """A decision of a seat. The state of the real game is not part of it."""

    title: str
    version: int
    """The version of the ruleset."""
    seat: Seat
    world: Any
    """The state of a world. Everything that is hidden from the seat is resampled in it."""
    seed: int
    """The seed of the search. It is computed from the public log, and not from the secret seed of the game."""


def position_of(game: Game, seat: Seat) -> Position:
    """Return the decision of a seat, computed from what the seat knows."""
    seed = seed_of(game.id, game.version, game.tip.head, seat)
    chance = KeyedChance(seed.to_bytes(8), game.version)
    ruleset = game.ruleset
    world = resampled(ruleset, policy_of(ruleset.name), game.state, seat, chance)
    return Position(ruleset.name, ruleset.version, seat, world, seed)


def seed_of(game: str, version: int, head: str, seat: Seat) -> int:
    """Return the seed with which a seat searches at a version: the first 8 bytes of a SHA-256 of public data."""
    return int.from_bytes(hashlib.sha256(f"ludolog/strong/1 {game} {version} {head} {seat}".encode()).digest()[:8])
