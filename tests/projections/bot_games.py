"""Games of any title between bots, and everything that a viewer sees of a position of them."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided
from domain.game.fold import append
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Seat, Viewer
from domain.ledger.records import Entry, tip_of_new
from projections.views import VIEWS
from service.bots.choosing import choose
from tests.new_games import new_game

SEED = bytes(range(32))

Bot: TypeAlias = str | Callable[[Game, Seat, random.Random], Command]
"""A bot of the service by its name, or one of the tests."""


def batches(
    ruleset: Ruleset[Any], number: int, seats: int, options: Mapping[str, Any], bots: Sequence[Bot] = ()
) -> Iterator[tuple[Game, list[Entry]]]:
    """Play a game with these bots, or careful and random ones; return the game after each batch, with its entries."""
    rng = random.Random(number)
    name = f"00000000-0000-4000-8000-{number:012}"
    events = decide.open_game(new_game(ruleset, seats, options=options), SEED)
    game, _ = append(None, tip_of_new(name), SEED, "t", None, events)
    for seat in range(seats):
        game, _ = appended(game, seat, decide.take_seat(game, seat, f"bot:{seat}", rng.randbytes(32).hex(), "server"))
    game, entries = appended(game, None, decide.start(game))
    yield game, entries
    while game.status == "running":
        seat = rng.choice(sorted(games.awaiting(game)))
        bot = bots[seat] if bots else "careful" if seat % 2 else "random"
        command = choose(game, seat, bot, rng) if isinstance(bot, str) else bot(game, seat, rng)
        game, entries = appended(game, seat, decide.command(game, seat, command))
        yield game, entries


def appended(game: Game, seat: Seat | None, decided: Decided) -> tuple[Game, list[Entry]]:
    """Return the game after what a seat did, and the new entries of its log."""
    after, entries = append(game, game.tip, SEED, "t", seat, decided)
    return after, [*entries]


def positions(ruleset: Ruleset[Any], number: int, seats: int, options: Mapping[str, Any]) -> Iterator[Game]:
    """Return a game between bots as it stands before each decision."""
    return (game for game, _ in batches(ruleset, number, seats, options) if game.status == "running")


def observed(game: Game, viewer: Viewer) -> bytes:
    """Return everything that a viewer sees of a position, except the history."""
    choices = () if viewer is None else games.legal_commands(game, viewer)
    awaited = sorted(games.awaiting(game))
    questions = [(games.decision_id(game, seat), game.ruleset.question(game.state, seat)) for seat in awaited]
    return msgspec.json.encode((VIEWS[game.ruleset.name](game, viewer), choices, questions))
