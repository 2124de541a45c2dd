"""Random play of whole games in process, against Catanatron with its random players."""

import cProfile
import importlib
import io
import pstats
import random
from itertools import count
from typing import Any

from domain.giganten import GIGANTEN
from domain.kernel.values import Choice, Command
from service.bots import random_bot
from tests.benchmarks.rounds import Row, compared
from tests.kit import RandomChance
from tests.rules.giganten.kit import table

GAMES = 12
_seeds = count()


def giganten() -> int:
    """Play whole games of four random players; returns the number of decisions."""
    return sum(_game(next(_seeds)) for _ in range(GAMES))


def _game(seed: int) -> int:
    rng = random.Random(seed)
    chance = RandomChance(random.Random(seed + 1))
    state = table(4)
    for event in GIGANTEN.setup(state, chance):
        state = GIGANTEN.evolve(state, event)
    decisions = 0
    while seats := GIGANTEN.awaiting(state):
        (seat,) = seats
        command = _any(list(GIGANTEN.legal_commands(state, seat)), rng)
        state = GIGANTEN.step(state, seat, command, chance).state
        decisions += 1
    return decisions


def _any(choices: list[Choice], rng: random.Random) -> Command:
    return random_bot.choose(None, 0, choices, rng)


def catanatron() -> int:
    """Play whole games of four random players; returns the number of their actions."""
    # from a dependency group of its own, and without types
    peer: Any = importlib.import_module("catanatron")
    actions = 0
    for _ in range(GAMES // 3):
        players = [peer.RandomPlayer(colour) for colour in list(peer.Color)[:4]]
        game = peer.Game(players, seed=next(_seeds))
        game.play()
        actions += len(game.state.actions)
    return actions


def rows() -> list[Row]:
    """Compare decisions a second."""
    return [compared("random play: decisions, Catanatron's actions", ">= 2", giganten, catanatron)]


def profile() -> str:
    """Return the functions that take most of the time."""
    profiler = cProfile.Profile()
    profiler.runcall(giganten)
    text = io.StringIO()
    stats = pstats.Stats(profiler, stream=text)
    stats.strip_dirs().sort_stats("tottime").print_stats(8)
    return "\n".join(line for line in text.getvalue().splitlines() if ":" in line or "{" in line or "ncalls" in line)
