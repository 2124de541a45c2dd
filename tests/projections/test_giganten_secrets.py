"""What is asked next, and to whom a secret is shown. Views and answers are compared in `tests/secrecy`."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.fold import append
from domain.game.game import Game
from domain.giganten import GIGANTEN
from domain.giganten.resample import resample
from domain.ledger.records import tip_of_new
from projections.history import seen
from tests.kit import RandomChance
from tests.projections.bot_games import SEED, appended, positions


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_asked_next_does_not_depend_on_others_secrets(seats: int) -> None:
    """A forced answer by itself would betray a hand: whoever is awaited is awaited in either world."""
    whim = random.Random(seats)
    compared = 0
    for game in positions(GIGANTEN, seats + 70, seats, {}):
        (seat,) = games.awaiting(game)
        other = replace(game, state=resample(game.state, seat, RandomChance(whim)))
        for choice in games.legal_commands(game, seat)[:3]:
            mine, theirs = (games.decide(world, seat, choice.command) for world in (game, other))
            if type(mine[-1]) is type(theirs[-1]) and public(mine) == public(theirs):
                after, beside = (fold(world, events) for world, events in ((game, mine), (other, theirs)))
                assert games.awaiting(after) == games.awaiting(beside)
                compared += 1

    assert compared > 200


def public(events: list[Any]) -> list[object]:
    """Return what everybody sees of events."""
    return [{**msgspec.to_builtins(event), "secret": None} for event in events]


def fold(game: Game, events: list[Any]) -> Game:
    return appended(game, 0, events)[0]


def test_a_secret_is_shown_to_those_who_know_it_only() -> None:
    events = games.open_game(GIGANTEN, 3, GIGANTEN.resolve_options(None, {}), "kosmos-1999", SEED, "player:a", "public")
    game, (opened,) = append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), SEED, "t", None, events)

    assert seen(opened, None, SEED).secret is msgspec.UNSET
    assert seen(opened, 0, SEED).secret is msgspec.UNSET
    assert seen(opened, "full", SEED).secret == opened.secret
    assert game.opened.seed_commitment == opened.record.sealed
