"""The careful bot of each title: it beats random play, and finishes games under all options.

LUDOLOG_BOT_GAMES=200 is the long run.
"""

import os
import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat
from domain.minos.events import ConflictOpened
from domain.minos.options import Space
from domain.rulesets import RULESETS
from projections.views.minos import view
from service.bots.choosing import choose
from service.bots.minos import careful as careful_minos
from service.bots.minos.evaluation import Evaluator, Ground
from tests.games.plays import played
from tests.projections.bot_games import Bot, batches

GAMES = int(os.environ.get("LUDOLOG_BOT_GAMES", "12"))
"""How many games show the strength of a careful bot."""

SHARES: Mapping[str, tuple[int, float]] = {"giganten": (4, 0.8), "siberia": (2, 0.7), "minos": (2, 0.7)}
"""Seats of a game, and the share of games that the one careful bot wins at least."""

CONFLICT = "minos.conflict_opened"


class Match(NamedTuple):
    """A game that is over, the winners, and the types of its events."""

    game: Game
    winners: list[Seat]
    types: Sequence[str]


def match(title: str, number: int, bots: Sequence[Bot], options: Mapping[str, Any] | None = None) -> Match:
    """Play a game between bots."""
    steps = list(batches(RULESETS[title], number, len(bots), options or {}, bots))
    game, _ = steps[-1]
    winners = [place.seat for place in game.places if place.rank == 1]
    return Match(game, winners, [entry.record.type for _, entries in steps for entry in entries])


@pytest.mark.parametrize("title", SHARES)
def test_one_careful_bot_beats_random_ones(title: str) -> None:
    seats, share = SHARES[title]
    won = 0
    for number in range(GAMES):
        own = number % seats
        bots = ["careful" if seat == own else "random" for seat in range(seats)]
        won += match(title, number, bots).winners == [own]

    assert won >= share * GAMES


def careful(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    command = choose(game, seat, "careful", rng)
    assert any(choice.admits(command) for choice in choices)
    return command


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("title", RULESETS)
def test_careful_players_finish_under_all_options(title: str, number: int) -> None:
    *_, last = played(RULESETS[title], number, careful)

    assert last.after.status == "ended"
    assert last.after.places[0].score > 0


PROFILES = [(title, profile) for title, ruleset in RULESETS.items() for profile in ruleset.profiles]


@pytest.mark.parametrize(("title", "profile"), PROFILES)
def test_every_bot_finishes_games_under_every_profile(title: str, profile: str) -> None:
    ruleset = RULESETS[title]
    options = ruleset.resolve_options(profile, {})

    assert len(match(title, 1, ["careful", "random", "careful", "random"], options).game.places) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_careful_players_of_minos_come_to_conflicts_and_build_all_there_is(seats: int) -> None:
    matches = [match("minos", number, ["careful"] * seats) for number in range(4)]
    states = [one.game.state for one in matches]

    assert ConflictOpened.__struct_config__.tag == CONFLICT
    assert sum(CONFLICT in one.types for one in matches) >= 3
    assert all(state.round <= 81 * state.options.idle_limit for state in states)
    assert max(player.income for state in states for player in state.players) > 20


class Peaceful(Ground):
    """What a careful player of Minos sees who sees nobody to attack."""

    @cached_property
    def held_by_others(self) -> Mapping[Space, Seat]:
        """No place."""
        return {}


def peaceful(game: Game, seat: Seat, rng: random.Random) -> Command:
    """Return the choice of a careful player who never attacks."""
    seen = view(game, seat)
    evaluator = Evaluator(seen, seat)
    pieces = tuple((player.ships, player.soldiers) for player in seen.players)
    evaluator.ground = Peaceful(seen.data_set, seat, pieces, seen.fields)
    return careful_minos.decide(evaluator, game.ruleset.legal_commands(game.state, seat), rng)


def test_attacking_pays() -> None:
    """The careful bot of Minos attacks when it pays off."""
    won = {"careful": 0, "peaceful": 0}
    for number in range(GAMES):
        bots: list[Bot] = ["careful", peaceful] if number % 2 else [peaceful, "careful"]
        for seat in match("minos", number, bots).winners:
            won["careful" if bots[seat] == "careful" else "peaceful"] += 1

    assert won["careful"] > won["peaceful"]
