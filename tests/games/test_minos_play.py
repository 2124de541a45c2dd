"""Properties of every game of Minos, over random play with random options.

LUDOLOG_GAMES says how many games are played (default 32; 1000 is the long run).
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain import game as games
from domain.game import Game
from domain.kernel.chance import KeyedChance, chance_key
from domain.kernel.ledger import Entry, next_head, read_event, tip_of_new
from domain.kernel.values import Choice, Command, Event
from domain.minos import DEFAULT_DATA_SET, MINOS, flow
from domain.minos import commands as c
from domain.minos import events as e
from domain.minos.dice import ACTION_SYMBOLS, SYMBOLS, Dice, dice_of
from domain.minos.options import BUILDINGS, OPTIONS, PROFILES
from domain.minos.state import Acting, Fighting, Over, Phase, Placing, Rolling, State, is_present, sides, value_of

GAMES = int(os.environ.get("LUDOLOG_GAMES", "32"))
BATCHES = 8
SEED = bytes(range(32))
BUILDINGS_IN_ALL = 80


def random_options(whim: random.Random) -> dict[str, Any]:
    """Return a profile with some options changed."""
    options = MINOS.resolve_options(whim.choice(list(PROFILES)), {})
    for option in OPTIONS:
        if whim.random() < 0.5:
            options[option.name] = whim.choice(option.values)
    if options["first_player"] in {"seat_2", "seat_3"}:
        options["first_player"] = "seat_1"
    return options


def opened(number: int, whim: random.Random) -> tuple[Game, list[Entry]]:
    """Return a game that is about to start, with its log."""
    seats = whim.choice([2, 3, 4])
    name = f"00000000-0000-4000-8000-{number:012}"
    events = games.open_game(MINOS, seats, random_options(whim), DEFAULT_DATA_SET, SEED, "player:a", "public")
    game, entries = games.append(None, tip_of_new(name), SEED, "t", None, events)
    log = list(entries)
    for seat in range(seats):
        taken = games.take_seat(game, seat, f"player:{seat}", whim.randbytes(32).hex(), "player")
        game, entries = games.append(game, game.tip, SEED, "t", seat, taken)
        log += entries
    return game, log


def any_of(choices: list[Choice], whim: random.Random, *, keen: bool) -> Command:
    """Return any of the choices; the keen build where they can, and play on before they end a turn."""
    if keen:
        kinds = {type(choice.command) for choice in choices}
        kind = c.Build if c.Build in kinds else whim.choice(sorted(kinds - {c.EndTurn} or kinds, key=str))
        choices = [choice for choice in choices if type(choice.command) is kind]
    choice = whim.choice(choices)
    span = choice.range
    if span is None:
        return choice.command
    return replace(choice.command, **{span.field: whim.randint(span.min, span.max)})


def played(number: int, whim: random.Random) -> Iterator[tuple[Game, list[Event], list[Entry]]]:
    """Play a whole game; return after each batch the game, the events and the log so far."""
    game, log = opened(number, whim)
    keen = whim.random() < 0.7
    events = games.start(game)
    seat = None
    while True:
        game, entries = games.append(game, game.tip, SEED, "t", seat, events)
        log += entries
        yield game, events, log
        if game.status != "running":
            return
        (seat,) = games.awaiting(game)
        command = any_of(list(games.legal_commands(game, seat)), whim, keen=keen)
        events = games.decide(game, seat, command)


def others(state: State, whim: random.Random) -> list[Command]:
    """Return commands of all kinds with plausible arguments, legal or not."""
    board = state.board
    standing = [space for player in state.players for space in (*player.ships, *player.soldiers)]
    spaces = [*board.waters, *board.roads]
    origin = whim.choice(standing or spaces)
    near = [*board.waters.get(origin, ()), *board.roads.get(origin, ())]
    to = whim.choice([*near, *near, whim.choice(spaces), "nowhere"])
    field = whim.choice([board.field_of.get(origin, "roma"), *board.fields])
    number = whim.randint(-1, 4)
    dice = dice_of(*whim.choices(SYMBOLS, k=whim.randint(0, 3)))
    return [
        c.RollAgain(dice),
        c.RollAgain(Dice(gull=-1, star=1)),
        c.KeepDice(),
        *(c.UseDice(symbol, number, whim.random() < 0.5, whim.random() < 0.5) for symbol in ACTION_SYMBOLS),
        *(c.UseDice(symbol, 0, joker=True, star=False) for symbol in ACTION_SYMBOLS),
        c.BuyRings(number),
        c.MoveShip(origin, to),
        c.MoveShip(whim.choice(spaces), to),
        c.MoveSoldier(origin, to),
        c.MoveSoldier(whim.choice(spaces), to),
        c.CarrySoldier(field, whim.choice(board.fields)),
        c.CarrySoldier(origin, to),
        *(c.Build(field, building) for building in BUILDINGS),
        c.Build(to, "port"),
        c.Recruit(field, "ship"),
        c.Recruit(field, "soldier"),
        c.PlaceSoldier(),
        c.DeclineSoldier(),
        c.RerollInConflict(dice),
        c.StandInConflict(),
        c.EndTurn(),
    ]


def check_listed_is_accepted(state: State, whim: random.Random) -> None:
    """Exactly what is listed is accepted, for every seat."""
    awaited = flow.awaiting(state)
    for seat in range(len(state.players)):
        choices = flow.legal_commands(state, seat)
        assert bool(choices) == (seat in awaited)
        for choice in choices:
            ends = (choice.range.min, choice.range.max) if choice.range else ()
            for number in ends:
                assert choice.range
                assert flow.forbid(state, seat, replace(choice.command, **{choice.range.field: number})) is None
            assert flow.forbid(state, seat, choice.command) is None
        for command in others(state, whim):
            listed = any(choice.admits(command) for choice in choices)
            assert listed == (flow.forbid(state, seat, command) is None), command


def check_conserved(state: State) -> None:
    """Rings and buildings are neither made nor lost; pieces keep to their numbers and places; incomes are right."""
    players = state.players
    assert state.rings + state.rings_lost + sum(player.rings for player in players) == 50
    assert min(state.rings, *(player.rings for player in players), *(player.money for player in players)) >= 0
    standing = Counter(kind for each in state.settlements.values() for kind in each.buildings)
    assert [standing[kind] + left for kind, left in zip(BUILDINGS, state.stock, strict=True)] == [16, 16, 32, 16]
    assert min(state.stock) >= 0
    for seat, player in enumerate(players):
        assert len(player.ships) <= 7 * sides(state)
        assert len(player.soldiers) <= 12 * sides(state)
        owned = [each for each in state.settlements.values() if each.owner == seat]
        assert player.income == sum(value_of(state, each.buildings) for each in owned)
        assert not (seat in state.eliminated and (player.has_pieces or player.money or owned))
    assert not set(state.covered) & state.settlements.keys()


def check_places(state: State) -> None:
    """Between decisions no place is held by two, no space is too full, and owners are present."""
    board = state.board
    ships = Counter(space for player in state.players for space in player.ships if space != board.fish)
    crowded = Counter(space for player in state.players for space in player.soldiers)
    assert all(number == 1 for number in ships.values())
    narrow = [number for space, number in crowded.items() if space not in board.fields or space in state.covered]
    assert all(number == 1 for number in narrow)
    holders = {
        (board.field_of.get(space, space), seat)
        for seat, player in enumerate(state.players)
        for space in (*player.ships, *player.soldiers)
        if space != board.fish
    }
    assert len({place for place, _ in holders}) == len(holders)
    for field, settlement in state.settlements.items():
        assert settlement.owner is None or is_present(state, settlement.owner, field)
        assert 1 <= len(settlement.buildings) <= 4
        assert settlement.buildings[0] != "walls"
        assert settlement.buildings.count("walls") == 1 or len(settlement.buildings) < 4


def money_moved(event: Event) -> dict[int, int]:
    """Return what an event says that it gives to, or takes from, a seat, in talents."""
    match event:
        case e.DiceUsed(seat, "scales"):
            return {seat: event.gain}
        case e.RingsBought() | e.BuildingBuilt() | e.PieceRecruited():
            return {event.seat: -event.cost}
        case e.PlayerEliminated():
            return {event.seat: -event.talents}
        case _:
            return {}


def pieces_moved(event: Event) -> dict[int, int]:
    """Return how many pieces an event says that it brings to, or takes from, the board for a seat."""
    match event:
        case e.BuildingBuilt():
            return {event.seat: int(event.soldier)}
        case e.PieceRecruited() | e.FreeSoldierPlaced():
            return {event.seat: 1}
        case e.DuelFought():
            return {event.loser: -1}
        case _:
            return {}


def check_events(before: State, events: list[Event]) -> None:
    """At every event: money and pieces change by what it says, and all the rest is conserved."""
    state = before
    for event in events:
        if type(event) not in MINOS.events:
            continue
        after = MINOS.evolve(state, event)
        for seat, (old, new) in enumerate(zip(state.players, after.players, strict=True)):
            assert new.money - old.money == money_moved(event).get(seat, 0)
            number = len(new.ships) + len(new.soldiers) - len(old.ships) - len(old.soldiers)
            assert number == pieces_moved(event).get(seat, 0)
        check_conserved(after)
        state = after


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_with_everything_conserved(batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        whim = random.Random(number)
        before: State | None = None
        game = None
        for decisions, (game, events, _) in enumerate(played(number, whim), 1):
            table = before or MINOS.initial(game.opened.seats, game.opened.options, game.opened.data_set)
            check_events(table, events)
            before = game.state
            check_places(game.state)
            if decisions % 5 == 0 and game.status == "running":
                check_listed_is_accepted(game.state, whim)

        assert game is not None
        assert game.status == "ended"
        assert isinstance(game.state.phase, Over)
        assert game.state.round <= (BUILDINGS_IN_ALL + 1) * game.state.options.idle_limit
        assert sorted(place.seat for place in game.places) == list(range(game.opened.seats))
        assert all(place.score == sum(part.amount for part in place.parts) for place in game.places)
        assert flow.legal_commands(game.state, 0) == ()


def test_random_games_reach_every_step_and_every_end() -> None:
    steps: set[type] = set()
    reasons: set[str] = set()
    asked: set[bool] = set()
    kinds: set[type] = set()
    for number in range(24):
        for game, events, _ in played(number, random.Random(number)):
            phase: Phase = game.state.phase
            steps.add(type(phase))
            kinds |= {type(event) for event in events}
            if isinstance(phase, Fighting):
                asked.add(phase.step == "defend")
            if isinstance(phase, Over):
                reasons.add(phase.reason)

    assert steps == {Rolling, Acting, Placing, Fighting, Over}
    assert asked == {True, False}
    assert reasons >= {"all_built", "idle"}
    assert set(MINOS.events) - kinds <= {e.PlayerEliminated}


@pytest.mark.parametrize("number", range(6))
def test_the_log_rebuilds_the_game(number: int) -> None:
    *_, (game, _, log) = played(number, random.Random(number))

    assert games.fold(log) == game
    half = games.fold(log[: len(log) // 2])
    assert games.fold(log[len(log) // 2 :], half) == game


@pytest.mark.parametrize("number", range(4))
def test_every_record_follows_from_seed_and_entropy(number: int) -> None:
    *_, (game, _, log) = played(number, random.Random(number))
    head = tip_of_new(game.id).head
    key = chance_key(SEED, game.id, [bytes.fromhex(o.entropy) for o in game.occupants if o])
    chance = KeyedChance(key, 0)
    drawn = 0
    for entry in log:
        record = entry.record
        head = next_head(head, record)
        assert entry.head == head
        assert entry.secret is None or record.version == 1
        if record.cause == record.version:
            chance = KeyedChance(key, record.version - 1)
        for size, outcome in getattr(read_event(entry, game.codec), "draws", ()):
            assert chance.draw(size) == outcome
            drawn += 1

    assert drawn > 60


def test_the_same_seed_entropy_and_commands_give_the_same_log() -> None:
    heads = [[game.tip.head for game, _, _ in played(3, random.Random(3))] for _ in range(2)]

    assert heads[0] == heads[1]
