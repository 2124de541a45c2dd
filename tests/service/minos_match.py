"""Matches between bots of Minos, without the service around them."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from domain.game import game as games
from domain.game.fold import append
from domain.kernel.values import Choice, Command, Seat
from domain.ledger.records import tip_of_new
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.events import ConflictOpened
from domain.minos.options import Space
from domain.minos.state import State
from projections.views.minos import MinosView, view
from service.bots import random_bot
from service.bots.minos import careful
from service.bots.minos.evaluation import Evaluator

SEED = bytes(range(32))


class Match(NamedTuple):
    """A game between bots: who won, the last table, and how many conflicts there were."""

    winners: tuple[str, ...]
    state: State
    conflicts: int


class Peaceful(Evaluator):
    """A careful player who sees nobody to attack."""

    @cached_property
    def held_by_others(self) -> Mapping[Space, Seat]:
        """No place."""
        return {}


def peaceful(view: MinosView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice of a careful player who never attacks."""
    return careful.decide(Peaceful(view, seat), choices, rng)


BOTS = {"careful": careful.choose, "peaceful": peaceful, "random": random_bot.choose}


def match(number: int, bots: tuple[str, ...] = ("careful", "random"), **options: Any) -> Match:
    """Play a game between bots, who change seats from game to game."""
    rng = random.Random(number)
    name = f"00000000-0000-4000-8000-{number:012}"
    chosen = MINOS.resolve_options(None, options)
    opened = games.open_game(MINOS, len(bots), chosen, DEFAULT_DATA_SET, SEED, "player:a", "public")
    game, _ = append(None, tip_of_new(name), SEED, "t", None, opened)
    turned = number % len(bots)
    seated = (*bots[turned:], *bots[:turned])
    for seat, bot in enumerate(seated):
        taken = games.take_seat(game, seat, f"bot:{bot}", rng.randbytes(32).hex(), "server")
        game, _ = append(game, game.tip, SEED, "t", seat, taken)
    game, _ = append(game, game.tip, SEED, "t", None, games.start(game))
    conflicts = 0
    while game.status == "running":
        (seat,) = games.awaiting(game)
        choices = games.legal_commands(game, seat)
        command = BOTS[seated[seat]](view(game, seat), seat, choices, rng)
        events = games.decide(game, seat, command)
        conflicts += sum(isinstance(event, ConflictOpened) for event in events)
        game, _ = append(game, game.tip, SEED, "t", seat, events)
    return Match(tuple(seated[place.seat] for place in game.places if place.rank == 1), game.state, conflicts)
