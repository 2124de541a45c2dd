"""Siberia over random play with random options: nothing is made or lost except where an event says so.

In every other game somebody who wants to get on is at play, for else hardly an area is ever exhausted. The environment
variable LUDOLOG_GAMES says how many games are played (default 60).
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice

import msgspec
import pytest

from domain.game import game as games
from domain.game.events import GameEnded, GameStarted
from domain.game.game import Game
from domain.kernel.values import Choice, Command, Event, Seat
from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.options import COLUMNS
from domain.siberia.state import Placing, State
from tests.games.plays import BATCHES, GAMES, Step, accepted, numbers, plausible, played
from tests.games.steered.siberia import busy, idle

batches = pytest.mark.parametrize("batch", range(BATCHES))
MOST_ROUNDS = 60


def match(number: int) -> Iterator[Step]:
    return played(SIBERIA, number, busy if number % 2 else None)


class Books:
    """Money, cubes, tokens, tiles and pawns of one game as its events tell them."""

    def __init__(self, state: State) -> None:
        seats = range(len(state.players))
        self.money = dict.fromkeys(seats, 0)
        self.cubes = {"reserve": 70, "map": 0, "sold": 0}
        self.held = dict.fromkeys(seats, 0)
        self.tiles = dict.fromkeys(seats, 0)
        self.exhausted: list[str] = []

    def enter(self, state: State, event: Event) -> None:
        """Enter what an event says; check amounts against the rules and the table before it."""
        match event:
            case e.AreaSeeded(resources=resources):
                self._carry(len(resources), "reserve", "map")
            case e.ResourcePlaced(seat=seat):
                self._carry(1, "reserve", "map")
                self.held[seat] -= 1
            case e.CubesSold(seat=seat, areas=areas):
                exchange = state.exchanges[event.exchange]
                assert event.price == exchange.prices[("gas", "coal", "oil", "gold", "diamonds").index(event.resource)]
                assert event.proceeds == event.price * len(areas) > 0
                self.money[seat] += event.proceeds
                self._carry(len(areas), "map", "sold")
                self.held[seat] -= len(event.tokens)
            case e.RoundStarted():
                assert all(player.kept <= 10 and not player.research for player in state.players)
            case e.TokensDrawn(seat=seat):
                # four players keep ten tokens each at the most, so the bag never runs dry
                assert event.count == len(event.secret.tokens) == 6
                self.held[seat] += event.count
            case e.ResearchFailed(seat=seat) | e.TokenReturned(seat=seat):
                self.held[seat] -= 1
            case e.InvestmentTaken(seat=seat):
                self.tiles[seat] += 1
                self.held[seat] -= len(event.tokens)
            case e.AreaExhausted():
                self.exhausted.append(event.area)
                assert event.number == len(self.exhausted)
            case (
                e.ActionVoided(seat=seat, tokens=tokens)
                | e.JokerPlayed(seat=seat, tokens=tokens)
                | e.LogisticsStarted(seat=seat, tokens=tokens)
                | e.SalesmanPlaced(seat=seat, tokens=tokens)
                | e.WorkerPlaced(seat=seat, tokens=tokens)
            ):
                self.held[seat] -= len(tokens)
            case _:
                pass

    def _carry(self, cubes: int, origin: str, to: str) -> None:
        self.cubes[origin] -= cubes
        self.cubes[to] += cubes

    def compare(self, state: State) -> None:
        """The table says the same."""
        on_map = sum(len(cubes) for cubes in state.areas.values())
        assert self.cubes == {"reserve": state.reserves.total, "map": on_map, "sold": state.sold.total}
        players = dict(enumerate(state.players))
        assert self.money == {seat: player.money for seat, player in players.items()}
        assert self.tiles == {seat: len(player.tiles) for seat, player in players.items()}
        phase = state.phase
        unseen = zip(phase.hands, phase.laid, strict=True) if isinstance(phase, Placing) else [((), ())] * len(players)
        assert self.held == {
            seat: player.kept + len(player.research) + len(hand) + len(laid)
            for (seat, player), (hand, laid) in zip(players.items(), unseen, strict=True)
        }
        assert tuple(self.exhausted) == state.exhausted


def pieces(state: State) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return every cube, token and investment tile by its kind, wherever it is."""
    cubes = Counter[str](chain.from_iterable(state.areas.values()))
    cubes.update(dict(state.reserves.contents()))
    cubes.update(dict(state.sold.contents()))
    tokens = Counter(dict(state.bag.contents()))
    tiles = Counter[str](state.open)
    tiles.update(dict(state.stack.contents()))
    for player in state.players:
        tokens.update(chain(player.research, *player.tokens.values()))
        tiles.update(player.tiles)
    if isinstance(state.phase, Placing):
        tokens.update(chain(*state.phase.hands, (laid.token for laid in chain(*state.phase.laid))))
    return cubes, tokens, tiles


def check_places(state: State) -> None:
    """Six pawns a player; no column is too full; no two cubes of a kind on an area, none on an exhausted one."""
    for player in state.players:
        assert player.reserve + len(player.workers) + len(player.salesmen) == 6
        assert player.reserve >= 0
        assert all(player.free(column) >= 0 for column in COLUMNS)
        assert len(set(player.tiles)) == len(player.tiles)
        assert state.options.exhausted_stop or not set(player.workers) & set(state.exhausted)
    assert all(len(set(cubes)) == len(cubes) for cubes in state.areas.values())
    assert not any(state.areas[area] for area in state.exhausted)
    slots = state.options.exchange_slots
    if slots != "none":
        salesmen = Counter(chain.from_iterable(player.salesmen for player in state.players))
        assert all(count <= slots for exchange, count in salesmen.items() if exchange != "frankfurt")


@batches
def test_everything_is_conserved_at_every_event_until_the_game_ends(batch: int):
    for number in numbers(batch):
        state: State | None = None
        books: Books | None = None
        whole = None
        step = None
        for step in match(number):
            for event in step.events:
                if isinstance(event, GameStarted):
                    opened = step.after.opened
                    state = SIBERIA.initial(opened.seats, step.after.options, opened.data_set)
                    books, whole = Books(state), pieces(state)
                    assert [sum(kinds.values()) for kinds in whole] == [70, 70, 20]
                elif isinstance(event, SIBERIA.events):
                    assert books is not None
                    assert state is not None
                    books.enter(state, event)
                    state = SIBERIA.evolve(state, event)
                    books.compare(state)
                    assert pieces(state) == whole
                    check_places(state)
            assert step.after.state == state
        assert step is not None
        assert books is not None
        assert step.after.status == "ended"
        assert step.after.state.round < MOST_ROUNDS
        assert {place.seat: place.score for place in step.after.places} == books.money


@batches
def test_exactly_what_is_listed_is_accepted_where_much_is_mined(batch: int):
    """The same as for all titles, in games that get further than those of players who do anything."""
    for number in numbers(batch, GAMES // 4):
        rng = random.Random(number)
        for step in played(SIBERIA, number, busy):
            game = step.after
            for seat in games.awaiting(game):
                commands = {choice.command for choice in games.legal_commands(game, seat)}
                guesses = set(islice(plausible(SIBERIA, rng), len(SIBERIA.commands)))
                for command in commands | guesses:
                    assert accepted(game, seat, command) == (command in commands), command


def test_the_decision_event_holds_all_that_was_chosen():
    """So the command can be rebuilt from the log: each field of it stands in the event, open or secret."""
    chosen: list[Command] = []
    decided: list[Event] = []

    def noted(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
        chosen.append(busy(game, seat, choices, rng))
        return chosen[-1]

    for number in range(6):
        firsts = (step.events[0] for step in played(SIBERIA, number, noted))
        decided += [event for event in firsts if isinstance(event, SIBERIA.events)]

    for command, event in zip(chosen, decided, strict=True):
        told = msgspec.to_builtins(event) | {"type": ""}
        assert (told | told.get("secret", {})).items() >= (msgspec.to_builtins(command) | {"type": ""}).items()


def test_games_in_which_nobody_touches_a_cube_end_by_standstill_where_the_options_say_so():
    ends: dict[str | int, set[str | None]] = defaultdict(set)
    for number in range(40):
        *_, last = played(SIBERIA, number, idle)
        assert last.after.status == "ended"
        ends[last.after.options["standstill"]].add(last.after.state.ending)

    assert "standstill" in ends[3] & ends[5]
    assert "standstill" not in ends["none"]


def test_everything_that_can_happen_does_and_both_ends_come():
    found: set[type] = set()
    ends: set[str | None] = set()
    most = 0
    for number in range(60):
        step = None
        for step in match(number):
            found |= {type(event) for event in step.events}
        assert step is not None
        ends.add(step.after.state.ending)
        most = max(most, len(step.after.state.exhausted))

    assert {*SIBERIA.events, GameEnded} <= found
    assert ends == {"areas", "reserves"}
    assert most > 8
