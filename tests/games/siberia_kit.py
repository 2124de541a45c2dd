"""Whole games of Siberia through the ledger, by players who do anything that is legal."""

import random
import uuid
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from domain import game as games
from domain.game import Game
from domain.kernel.ledger import Entry, tip_of_new
from domain.kernel.values import Choice, Command, Event, Seat
from domain.rulesets import RULESETS
from domain.siberia import commands as c
from domain.siberia.options import COLUMNS, RESOURCES
from domain.siberia.state import Placing, State

SIBERIA = RULESETS["siberia"]
AT = "2026-01-01T00:00:00.000000Z"
MOST_DECISIONS = 1500

Chooser = Callable[[Game, Seat, Sequence[Choice], random.Random], Command]


def any_options(whim: random.Random, seats: int) -> dict[str, Any]:
    """A value for every option, such that all values come up sooner or later."""
    chosen = {option.name: whim.choice(option.values) for option in SIBERIA.options}
    named = ("random", *(f"seat_{seat}" for seat in range(seats)))
    return SIBERIA.resolve_options(None, chosen | {"first_player": whim.choice(named)})


def anything(game: Game, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    del game, seat
    return whim.choice(choices).command


_DULL = (c.VoidAction, c.Pass, c.EndLogistics)


def busy(game: Game, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    """Anything that has an effect, if there is such a thing: games in which much is mined and exhausted."""
    del game, seat
    commands = [choice.command for choice in choices]
    sales = [command for command in commands if isinstance(command, c.SellCubes)]
    columns = [one for one in commands if isinstance(one, c.PlaceToken) and one.spot != "research"]
    useful = [command for command in commands if not isinstance(command, _DULL)]
    return whim.choice(sales or columns or useful or commands)


class Match:
    """A game being played, with all its entries."""

    def __init__(self, number: int, seats: int, options: dict[str, Any]) -> None:
        self.whim = random.Random(number)
        self.seed = self.whim.randbytes(32)
        self.entries: list[Entry] = []
        opening = games.open_game(SIBERIA, seats, options, SIBERIA.default_data_set, self.seed, "player:1", "public")
        tip = tip_of_new(str(uuid.UUID(int=self.whim.getrandbits(128), version=4)))
        self.game, entries = games.append(None, tip, self.seed, AT, None, opening)
        self.entries += entries
        for seat in range(seats):
            self.add(seat, games.take_seat(self.game, seat, f"bot:{seat}", self.whim.randbytes(32).hex(), "server"))
        self.start = games.start(self.game)
        self.add(None, self.start)

    def add(self, seat: Seat | None, events: Sequence[Event]) -> None:
        self.game, entries = games.append(self.game, self.game.tip, self.seed, AT, seat, events)
        self.entries += entries

    def play(self, choosers: Sequence[Chooser]) -> Iterator[tuple[Game, Seat, Command, list[Event]]]:
        """Play to the end; before each command is applied: the game, who decides, what, and what follows."""
        for _ in range(MOST_DECISIONS):
            if self.game.status != "running":
                return
            seat = self.whim.choice(sorted(games.awaiting(self.game)))
            choices = games.legal_commands(self.game, seat)
            command = choosers[seat](self.game, seat, choices, self.whim)
            events = games.decide(self.game, seat, command)
            yield self.game, seat, command, events
            self.add(seat, events)
        raise AssertionError("the game does not end")


def guesses(state: State, whim: random.Random) -> Iterator[Command]:
    """Commands of every kind, legal or not."""
    board = state.board
    tokens, spots = (*board.columns, "nothing"), (*COLUMNS, "research", "nowhere")
    exchanges: Any = (*state.exchanges, "shanghai", "nowhere")
    origins: Any = (*board.places, *exchanges, "reserve")
    pick: Any = whim.choice
    yield c.ChooseSides(pick(("AAAAA", "ABABA", "AAA", "")))
    yield c.Pass()
    yield c.UseLogistics()
    yield c.EndLogistics()
    for _ in range(3):
        yield c.PlaceToken(pick(tokens), pick(spots))
        yield c.PlaceToken(token := pick(tokens), pick((*board.columns.get(token, ("gas",)), "research")))
        yield c.PlaceResource(token := pick(tokens), board.resource.get(token, "gas"), pick(board.places))
        yield c.PlaceResource("manager", pick(RESOURCES), pick(board.areas))
        yield c.VoidAction(pick(spots))
        yield c.PlayJoker(pick(spots))
        yield c.MoveWorker(pick(board.places), pick(board.places))
        yield c.PlaceSalesman(pick(origins), pick(exchanges))
        yield c.PlaceWorker(pick(origins))
        yield c.TakeInvestment(pick(spots))
        yield c.SellCubes(
            pick(RESOURCES), pick(exchanges), tuple(pick(board.places) for _ in range(pick((0, 1, 1, 2))))
        )
        yield c.ReturnToken(pick(tokens), pick(spots))
    for player in state.players:
        if player.workers:
            yield c.MoveWorker(pick(player.workers), pick(board.places))
            yield c.SellCubes(pick(RESOURCES), pick(exchanges), tuple(sorted({pick(player.workers) for _ in range(2)})))
        held = [(token, column) for column in COLUMNS for token in player.tokens[column]]
        if held:
            yield c.ReturnToken(*pick(held))


def tokens_of(state: State) -> list[str]:
    """Every token on the table, wherever it is."""
    phase = state.phase
    hidden = chain.from_iterable(phase.hands) if isinstance(phase, Placing) else ()
    laid = (one.token for one in chain.from_iterable(phase.laid)) if isinstance(phase, Placing) else ()
    on_panels = (t for player in state.players for column in player.tokens.values() for t in column)
    research = (token for player in state.players for token in player.research)
    in_bag = (token for token, count in state.bag.contents() for _ in range(count))
    return sorted((*hidden, *laid, *on_panels, *research, *in_bag))


def cubes_of(state: State) -> list[str]:
    """Every cube, wherever it is."""
    on_map = (resource for cubes in state.areas.values() for resource in cubes)
    away = (r for bag in (state.reserves, state.sold) for r, count in bag.contents() for _ in range(count))
    return sorted((*on_map, *away))


def tiles_of(state: State) -> list[str]:
    """Every investment tile, wherever it is."""
    on_panels = (tile for player in state.players for tile in player.tiles)
    return sorted((*on_panels, *state.open, *(t for t, count in state.stack.contents() for _ in range(count))))
