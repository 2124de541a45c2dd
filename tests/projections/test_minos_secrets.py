"""Two worlds of Minos that differ only in hidden talents look the same to who may not know them.

What is earned and paid lies open, and who keeps count knows all purses; but nothing that is shown or asked, and nothing
that happens by itself, follows from a purse that the options hide.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.codec import Codec
from domain.kernel.values import Command, Event, IllegalCommand, Seat
from domain.minos import MINOS
from domain.minos.commands import EndTurn
from domain.minos.events import TurnEnded
from domain.minos.resample import resample
from domain.minos.state import Acting, State
from projections.history import FULL, seen
from service.bots.runner import choose
from tests.kit import RandomChance
from tests.projections.bot_games import SEED, appended, batches, positions

CODEC = Codec(MINOS.events)
HIDDEN = {"money_public": False}
OPTIONS: list[dict[str, Any]] = [
    HIDDEN,
    HIDDEN | {"closed_fields": 8, "covered_passable": False, "end_when": "round"},
    HIDDEN | {"advanced_transport": True, "joker_scope": "per_combination", "star_on_scales": "talent"},
    HIDDEN | {"abandoned_bonus": False, "end_when": "turn", "two_player_ships": 1, "two_player_talents": 25},
]


def worlds(game: Game, viewer: Seat | None, whim: random.Random) -> Game:
    return replace(game, state=resample(game.state, viewer, RandomChance(whim)))


def told(state: State, seat: Seat, command: Command, game: Game) -> Sequence[tuple[str, bytes]] | None:
    """Return what all see of the events that follow from a command; None where it is refused."""
    try:
        events = MINOS.decide(state, seat, command, games.chance_of(game))
    except IllegalCommand:
        return None
    return public(events)


def public(events: Sequence[Event]) -> list[tuple[str, bytes]]:
    return [(parts.type, parts.data) for parts in map(CODEC.encode, events)]


def compared(number: int, seats: int, options: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Return what follows from each choice of a game in two worlds in which even the deciding seat has other talents.

    A choice that one of the worlds does not allow is left out: making it shows that it can be paid, as at the table.
    """
    whim = random.Random(number)
    for game in positions(MINOS, number, seats, options):
        (seat,) = games.awaiting(game)
        other = worlds(game, None, whim)
        choices = games.legal_commands(game, seat)
        for choice in whim.sample(choices, min(4, len(choices))):
            mine, theirs = (told(world.state, seat, choice.command, game) for world in (game, other))
            if theirs is not None:
                yield mine, theirs


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_what_follows_from_a_choice_follows_from_what_lies_open(seats: int, options: dict[str, Any]) -> None:
    """Also who is asked next, and whether a turn ends by itself: the events tell both."""
    pairs = [pair for number in (30, 40) for pair in compared(number + seats, seats, options)]

    assert all(mine == theirs for mine, theirs in pairs)
    assert len(pairs) > 200


def test_the_same_choices_make_the_same_history_whatever_the_purses() -> None:
    """A game is played beside one with fuller purses: every event, and who is awaited after it, is the same."""
    whim = random.Random(11)
    decided = 0
    game, _ = next(batches(MINOS, 11, 3, HIDDEN))
    fuller = tuple(replace(player, money=player.money + 500) for player in game.state.players)
    beside = replace(game, state=replace(game.state, players=fuller))
    while game.status == "running":
        (seat,) = games.awaiting(game)
        command = choose(game, seat, "careful" if seat else "random", whim)
        events = games.decide(game, seat, command)
        assert games.decide(beside, seat, command) == events
        (game, _), (beside, _) = (appended(world, seat, events) for world in (game, beside))
        assert games.awaiting(beside) == games.awaiting(game)
        decided += 1

    assert decided > 100


def test_a_planted_leak_in_the_flow_is_found() -> None:
    """A turn that ended by itself because talents are lacking would betray that they are."""
    leaks = 0
    whim = random.Random(3)
    for game in positions(MINOS, 34, 4, HIDDEN):
        (seat,) = games.awaiting(game)
        for choice in games.legal_commands(game, seat):
            if not isinstance(game.state.phase, Acting) or isinstance(choice.command, EndTurn):
                continue
            # under open talents, turns end as soon as nothing can be paid
            openly = replace(game.state.options, money_public=True)
            states = (replace(world.state, options=openly) for world in (game, worlds(game, None, whim)))
            mine, theirs = (told(state, seat, choice.command, game) for state in states)
            leaks += theirs is not None and mine != theirs

    assert leaks


def test_no_event_of_minos_has_a_secret_and_only_the_seed_is_sealed() -> None:
    assert not any("secret" in kind.__struct_fields__ for kind in MINOS.events)
    for _, entries in batches(MINOS, 5, 2, HIDDEN):
        for entry in entries:
            assert (entry.secret, entry.record.sealed, entry.record.known_to) == (None, None, ())
            assert seen(entry, 0, SEED) == seen(entry, None, SEED) == seen(entry, FULL, SEED)


def test_no_event_tells_how_many_talents_somebody_has() -> None:
    """Events tell what was earned and paid; none has the sum, under whatever name."""
    amounts = {name for kind in MINOS.events for name in kind.__struct_fields__}

    assert not amounts & {"money", "talents", "balance", "purse"}


def test_a_turn_with_hidden_talents_is_ended_by_its_player() -> None:
    """Where nothing but talents is lacking the player is asked, and has but one choice."""
    alone = ended = 0
    for game, entries in batches(MINOS, 34, 4, HIDDEN):
        ended += any(entry.record.type == CODEC.encode(TurnEnded(0)).type for entry in entries[1:])
        if game.status == "running":
            (seat,) = games.awaiting(game)
            choices = games.legal_commands(game, seat)
            alone += [type(choice.command) for choice in choices] == [EndTurn]

    assert alone
    assert ended
