"""Two worlds that differ only in what a viewer may not know look the same to that viewer."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import game as games
from domain.folding import append
from domain.game import Game
from domain.giganten import GIGANTEN
from domain.giganten.state import State
from domain.kernel.ledger import tip_of_new
from domain.kernel.values import Viewer
from projections.history import seen
from projections.views.giganten import LicencesView, view
from tests.projections.bot_games import SEED, appended, observed, positions
from tests.projections.worlds.giganten import resampled

OPTIONS: list[dict[str, Any]] = [
    {},
    {"bluff_pick": "owner", "money_public": False},
    {"bluffer_rejoins": "excluded", "min_opening_bid": 0, "truck_entry": "setup"},
    {"peek_memory": False, "price_special": "exact", "inflation": "on"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_viewer_cannot_tell_two_worlds_apart(seats: int, options: dict[str, Any]) -> None:
    whim = random.Random(seats)
    changed = 0
    for game in positions(GIGANTEN, seats * 10 + len(options), seats, options):
        for viewer in (None, *range(seats)):
            other = replace(game, state=resampled(game.state, viewer, whim))
            changed += other.state != game.state

            assert observed(other, viewer) == observed(game, viewer)

    # the worlds do differ: else equality would prove nothing
    assert changed > 200


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_asked_next_does_not_depend_on_others_secrets(seats: int) -> None:
    """A forced answer by itself would betray a hand: whoever is awaited is awaited in either world."""
    whim = random.Random(seats)
    compared = 0
    for game in positions(GIGANTEN, seats + 70, seats, {}):
        (seat,) = games.awaiting(game)
        other = replace(game, state=resampled(game.state, seat, whim))
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


def test_the_worlds_reach_every_hidden_thing() -> None:
    whim = random.Random(1)
    hands = tiles = 0
    for game in positions(GIGANTEN, 5, 4, {}):
        state: State = game.state
        other = resampled(state, None, whim)
        hands += any(a.ones != b.ones for a, b in zip(state.players, other.players, strict=True))
        tiles += any(state.tiles[site] != other.tiles[site] for site in state.tiles)
        assert [p.licence_cards for p in state.players] == [p.licence_cards for p in other.players]

    assert hands > 100
    assert tiles > 20


def test_a_planted_leak_is_found() -> None:
    """A view that shows a rival's hand does not survive the comparison."""

    def leaking(game: Game, viewer: Viewer) -> bytes:
        shown = view(game, viewer)
        rival = game.state.players[-1]
        last = replace(shown.players[-1], licences=LicencesView(rival.ones, rival.twos))
        return msgspec.json.encode(replace(shown, players=(*shown.players[:-1], last)))

    whim = random.Random(2)
    worlds = [(game, replace(game, state=resampled(game.state, None, whim))) for game in positions(GIGANTEN, 6, 3, {})]

    assert any(leaking(game, None) != leaking(other, None) for game, other in worlds)


def test_a_secret_is_shown_to_those_who_know_it_only() -> None:
    events = games.open_game(GIGANTEN, 3, GIGANTEN.resolve_options(None, {}), "kosmos-1999", SEED, "player:a", "public")
    game, (opened,) = append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), SEED, "t", None, events)

    assert seen(opened, None, SEED).secret is msgspec.UNSET
    assert seen(opened, 0, SEED).secret is msgspec.UNSET
    assert seen(opened, "full", SEED).secret == opened.secret
    assert game.opened.seed_commitment == opened.record.sealed
