"""Two worlds that differ only in what a viewer may not know look the same to that viewer."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import game as games
from domain.game import Game
from domain.giganten.state import State
from domain.kernel.ledger import tip_of_new
from domain.kernel.values import Viewer
from domain.rulesets import RULESETS
from projections.history import seen
from projections.views.giganten import LicencesView, view
from service.bots.runner import choose
from tests.projections.worlds import resampled

SEED = bytes(range(32))
OPTIONS: list[dict[str, Any]] = [
    {},
    {"bluff_pick": "owner", "money_public": False},
    {"bluffer_rejoins": "excluded", "min_opening_bid": 0, "truck_entry": "setup"},
    {"peek_memory": False, "price_special": "exact", "inflation": "on"},
]


def positions(number: int, seats: int, options: dict[str, Any]) -> Iterator[Game]:
    """Play a game with careful and random bots, and return it as it stands before each decision."""
    giganten, whim = RULESETS["giganten"], random.Random(number)
    name = f"00000000-0000-4000-8000-{number:012}"
    resolved = giganten.resolve_options(None, options)
    events = games.open_game(giganten, seats, resolved, "kosmos-1999", SEED, "player:a", "public")
    game, _ = games.append(None, tip_of_new(name), SEED, "t", None, events)
    for seat in range(seats):
        taken = games.take_seat(game, seat, f"bot:{seat}", whim.randbytes(32).hex(), "server")
        game, _ = games.append(game, game.tip, SEED, "t", seat, taken)
    game, _ = games.append(game, game.tip, SEED, "t", None, games.start(game))
    while game.status == "running":
        yield game
        (seat,) = games.awaiting(game)
        command = choose(game, seat, "careful" if seat % 2 else "random", whim)
        game, _ = games.append(game, game.tip, SEED, "t", seat, games.decide(game, seat, command))


def observed(game: Game, viewer: Viewer) -> bytes:
    """Return all that a viewer is told of a position, but for the history."""
    choices = () if viewer is None else games.legal_commands(game, viewer)
    awaited = sorted(games.awaiting(game))
    questions = [(games.decision_id(game, seat), game.ruleset.question(game.state, seat)) for seat in awaited]
    return msgspec.json.encode((view(game, viewer), choices, questions))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_viewer_cannot_tell_two_worlds_apart(seats: int, options: dict[str, Any]) -> None:
    whim = random.Random(seats)
    changed = 0
    for game in positions(seats * 10 + len(options), seats, options):
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
    for game in positions(seats + 70, seats, {}):
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
    after, _ = games.append(game, game.tip, SEED, "t", 0, events)
    return after


def test_the_worlds_reach_every_hidden_thing() -> None:
    whim = random.Random(1)
    hands = tiles = 0
    for game in positions(5, 4, {}):
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
    worlds = [(game, replace(game, state=resampled(game.state, None, whim))) for game in positions(6, 3, {})]

    assert any(leaking(game, None) != leaking(other, None) for game, other in worlds)


def test_a_secret_is_shown_to_those_who_know_it_only() -> None:
    giganten = RULESETS["giganten"]
    events = games.open_game(giganten, 3, giganten.resolve_options(None, {}), "kosmos-1999", SEED, "player:a", "public")
    game, (opened,) = games.append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), SEED, "t", None, events)

    assert seen(opened, None, SEED).secret is msgspec.UNSET
    assert seen(opened, 0, SEED).secret is msgspec.UNSET
    assert seen(opened, "full", SEED).secret == opened.secret
    assert game.opened.seed_commitment == opened.record.sealed
