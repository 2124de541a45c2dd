"""How strong the light policy is: games of one seat of it against bots of the service."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.game.game import Game
from domain.kernel.values import Command, Seat
from domain.rulesets import RULESETS
from service.bots.strong.light import policy_of, weights_of
from service.bots.strong.search import Playout
from service.bots.values import POLICY, Strength
from service.operate.arena import Match, Outcome, named, play
from tests.lab.json_lines import append, read
from tests.lab.ladder import rung

OPPONENTS = ("careful", "random")

FIRST_DEAL = 30_000_000
"""The number of the first deal: far from those of the data set."""


def light(game: Game, seat: Seat, rng: random.Random, _: int) -> Command:
    """Return the decision of the light policy, as it plays on in searches."""
    title = game.ruleset.name
    return Playout(game.ruleset, policy_of(title), weights_of(title), rng).choice(game.state, seat)


def add_strength(folder: Path, title: str, games: int) -> None:
    """Add games of the light policy against each bot, with the most seats, to the files of a folder."""
    ruleset = RULESETS[title]
    for opponent in OPPONENTS:
        bots = _bots(title, opponent)
        file = folder / f"{title}-{opponent}.jsonl"
        done = len(read(file, Outcome))
        match = Match(title, bots, ruleset.resolve_options(None, {}), games, seed=FIRST_DEAL, first=done)
        for outcome in play(match, ruleset, {POLICY: light, opponent: named(opponent)}):
            append(file, outcome)


def strength_of(folder: Path, title: str) -> Iterator[Strength]:
    """Yield the results of the light policy by the files of a folder.

    A stopped run leaves more games against one bot than against another: only the first ones of each count.
    """
    played = {opponent: read(folder / f"{title}-{opponent}.jsonl", Outcome) for opponent in OPPONENTS}
    games = min((len(outcomes) for outcomes in played.values() if outcomes), default=0)
    for opponent, outcomes in played.items():
        if outcomes:
            found = rung(title, _bots(title, opponent), outcomes[:games])
            yield msgspec.convert(found, Strength, from_attributes=True)


def _bots(title: str, opponent: str) -> tuple[str, ...]:
    """Return the light policy and its opponents, with the most seats."""
    return (POLICY, *(opponent,) * (RULESETS[title].seats[-1] - 1))
