"""Games of Siberia by players who do anything legal, under all options: what must hold at every event."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from domain import game as games
from domain.kernel.values import Event, Seat
from domain.lobby import GameEnded
from domain.siberia import flow
from domain.siberia.events import CubesSold, Laid
from domain.siberia.options import COLUMNS, Spot, Token
from domain.siberia.state import Placing, State
from projections.history import seen
from projections.views.siberia import view
from tests.games.siberia_kit import (
    SIBERIA,
    Chooser,
    Match,
    any_options,
    anything,
    busy,
    cubes_of,
    guesses,
    tiles_of,
    tokens_of,
)

GAMES = range(100)
CHUNK = 10
CHUNKS = [GAMES[first : first + CHUNK] for first in GAMES[::CHUNK]]
MANY_ROUNDS = 60


def match(number: int) -> tuple[Match, tuple[Chooser, ...]]:
    """The game of a number: seats, options and players follow from it."""
    whim = random.Random(number)
    seats = 2 + number % 3
    choosers = tuple(whim.choice((anything, busy)) for _ in range(seats))
    return Match(number, seats, any_options(whim, seats)), choosers


@pytest.mark.parametrize("numbers", CHUNKS, ids=str)
def test_what_is_listed_is_what_is_accepted(numbers: range):
    for number in numbers:
        played, choosers = match(number)
        for game, seat, _, _ in played.play(choosers):
            check_listed(game.state, seat, played.whim)


def check_listed(state: State, seat: Seat, whim: random.Random) -> None:
    choices = SIBERIA.legal_commands(state, seat)
    commands = [choice.command for choice in choices]
    assert commands
    assert len(set(commands)) == len(commands)
    for command in commands:
        assert flow.forbid(state, seat, command) is None
    for command in guesses(state, whim):
        refusal = flow.forbid(state, seat, command)
        assert (refusal is None) == (command in commands), command
        assert refusal is None or (refusal.rule in SIBERIA.rules and refusal.reason)
    for other in set(range(len(state.players))) - flow.awaiting(state):
        assert not SIBERIA.legal_commands(state, other)
        assert flow.forbid(state, other, commands[0]) is not None


@pytest.mark.parametrize("numbers", CHUNKS, ids=str)
def test_nothing_is_lost_and_the_log_rebuilds_the_table(numbers: range):
    for number in numbers:
        played, choosers = match(number)
        state = SIBERIA.initial(len(choosers), played.game.opened.options, SIBERIA.default_data_set)
        cubes, tokens, tiles = cubes_of(state), tokens_of(state), tiles_of(state)
        assert (len(cubes), len(tokens), len(tiles)) == (70, 70, 20)
        batches = [played.start[1:], *(events for _, _, _, events in played.play(choosers))]
        for event in (event for batch in batches for event in batch if not isinstance(event, GameEnded)):
            before, state = state, SIBERIA.evolve(state, event)
            assert (cubes_of(state), tokens_of(state), tiles_of(state)) == (cubes, tokens, tiles)
            for seat, player in enumerate(state.players):
                assert player.reserve + len(player.workers) + len(player.salesmen) == 6
                sold = event.proceeds if isinstance(event, CubesSold) and event.seat == seat else 0
                assert player.money == before.players[seat].money + sold
                assert all(player.free(column) >= 0 for column in COLUMNS)
            assert all(len(set(found)) == len(found) for found in state.areas.values())
            assert not any(state.areas[area] for area in state.exhausted)
        assert state == played.game.state
        assert games.fold(played.entries) == played.game
        assert state.round < MANY_ROUNDS
        assert played.game.status == "ended"
        assert sum(place.score for place in played.game.places) == sum(player.money for player in state.players)


@pytest.mark.parametrize("numbers", CHUNKS, ids=str)
def test_two_worlds_that_differ_in_secrets_look_the_same(numbers: range):
    for number in numbers:
        played, choosers = match(number)
        looked = 0
        for game, seat, command, events in played.play(choosers):
            # one in three is looked at: that is enough, and building views takes its time
            if not isinstance(game.state.phase, Placing) or played.whim.randrange(3):
                continue
            looked += 1
            other = replace(game, state=other_world(game.state, seat, played.whim))
            assert SIBERIA.legal_commands(other.state, seat) == SIBERIA.legal_commands(game.state, seat)
            assert games.awaiting(other) == games.awaiting(game)
            for sight in (seat, None):
                assert view(other, sight) == view(game, sight)
            if len(events) == 1:
                assert games.decide(other, seat, command) == events
        assert looked


def other_world(state: State, seat: Seat, whim: random.Random) -> State:
    """The table where all but this seat drew other tokens and laid them elsewhere, as far as that cannot be seen."""
    phase = state.phase
    assert isinstance(phase, Placing)
    bag = state.bag
    hands, laid = list(phase.hands), list(phase.laid)
    others = [other for other in range(len(state.players)) if other != seat]
    for other in others:
        for token in (*hands[other], *(one.token for one in laid[other])):
            bag = bag.having(token)
    for other in others:
        hand: list[Token] = []
        while len(hand) < len(hands[other]):
            token = bag.pick(whim.randrange(bag.total))
            bag = bag.without(token)
            hand.append(token)
        placed: list[Laid] = []
        while len(placed) < len(laid[other]):
            token = bag.pick(whim.randrange(bag.total))
            bag = bag.without(token)
            spots: tuple[Spot, ...] = (*state.board.columns[token], "research")
            free: list[Spot] = [
                s for s in spots if s == "research" or state.players[other].free(s) > sum(p.spot == s for p in placed)
            ]
            placed.append(Laid(token, whim.choice(free)))
        hands[other], laid[other] = tuple(hand), tuple(placed)
    return replace(state, bag=bag, phase=replace(phase, hands=tuple(hands), laid=tuple(laid)))


def test_nobody_sees_tokens_of_others_before_they_are_revealed():
    played, choosers = match(4)
    for _ in played.play(choosers):
        pass
    for entry in played.entries:
        name = entry.record.type
        hidden = name in {"siberia.tokens_drawn", "siberia.token_placed", "siberia.drawing_ended"}
        assert (entry.record.sealed is not None) == (hidden or name == "game.opened")
        for sight in (None, 0, 1):
            told = seen(entry, sight, played.seed).secret is not msgspec.UNSET
            assert told == (hidden and sight is not None and sight in entry.record.known_to)
        if name == "siberia.token_placed":
            assert msgspec.json.decode(entry.record.data).keys() == {"left", "seat"}


def test_everything_that_can_happen_does_and_the_first_event_holds_the_whole_choice():
    found: set[type[Event]] = set()
    for number in range(24):
        played, choosers = match(number)
        found |= {type(event) for event in played.start}
        for _, _, command, events in played.play(choosers):
            found |= {type(event) for event in events}
            chosen = msgspec.to_builtins(command) | {"type": ""}
            told = msgspec.to_builtins(events[0])
            assert (told | told.get("secret", {}) | {"type": ""}).items() >= chosen.items()
    assert set(SIBERIA.events) <= found


def test_full_sight_has_everything_once_the_game_is_over():
    played, choosers = match(1)
    for _ in played.play(choosers):
        pass
    found = view(played.game, "full")
    assert found.bag_tokens is not None
    assert sum(found.bag_tokens.values()) == found.bag
    assert found.investments_undrawn is not None
    assert found.phase_name == "over"
    assert view(played.game, None).bag_tokens is None


def test_money_is_hidden_by_the_option():
    options = SIBERIA.resolve_options(None, {"money_public": False})
    game = Match(0, 2, options).game
    assert [player.money for player in view(game, 0).players] == [0, None]
    assert [player.money for player in view(game, None).players] == [None, None]
