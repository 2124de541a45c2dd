"""Matches between bots of Minos, without the service around them."""

import random
from typing import Any

from domain import game as games
from domain.folding import append
from domain.kernel.ledger import tip_of_new
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.state import State
from projections.views.minos import view
from service.bots import careful_minos, random_bot

SEED = bytes(range(32))


def match(number: int, bots: tuple[str, ...] = ("careful", "random"), **options: Any) -> tuple[tuple[str, ...], State]:
    """Play a game between bots, who change seats from game to game; return the winners and the last table."""
    whim = random.Random(number)
    name = f"00000000-0000-4000-8000-{number:012}"
    chosen = MINOS.resolve_options(None, options)
    opened = games.open_game(MINOS, len(bots), chosen, DEFAULT_DATA_SET, SEED, "player:a", "public")
    game, _ = append(None, tip_of_new(name), SEED, "t", None, opened)
    turned = number % len(bots)
    seated = (*bots[turned:], *bots[:turned])
    for seat, bot in enumerate(seated):
        taken = games.take_seat(game, seat, f"bot:{bot}", whim.randbytes(32).hex(), "server")
        game, _ = append(game, game.tip, SEED, "t", seat, taken)
    game, _ = append(game, game.tip, SEED, "t", None, games.start(game))
    while game.status == "running":
        (seat,) = games.awaiting(game)
        choices = games.legal_commands(game, seat)
        play = careful_minos.choose if seated[seat] == "careful" else random_bot.choose
        command = play(view(game, seat), seat, choices, whim)
        game, _ = append(game, game.tip, SEED, "t", seat, games.decide(game, seat, command))
    return tuple(seated[place.seat] for place in game.places if place.rank == 1), game.state
