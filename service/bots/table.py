"""A game in memory, for many quick games between bots: no store, no ledger, no clock."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.game import decide
from domain.game.decide import NewGame
from domain.game.fold import append
from domain.game.game import Game, awaiting
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Place, Seat
from domain.ledger.records import tip_of_new

_SEED = bytes(32)

NUMBERS = 10**12
"""The number of a game is below this one: it has twelve digits of the id."""


def check_numbers(first: int, games: int) -> None:
    """Check the numbers of games from the first on. Raises ValueError if they are too large."""
    last = first + games - 1
    if last >= NUMBERS:
        message = f"the last game would have the number {last:,}: the largest is {NUMBERS - 1:,}"
        raise ValueError(message)


class Draws:
    """Draws of a random number generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, size: int) -> int:
        """Return a number from 0 to size - 1."""
        return self._rng.randrange(size)


class TableGame:
    """A game between bots. Its log ends with the start; the later decisions only change the state."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, options: Mapping[str, Any], number: int) -> None:
        rng = random.Random(f"ludolog/table/1 {ruleset.name} {seats} {number}")  # noqa: S311 - repeatable by intent
        self._draws = Draws(rng)
        name = f"00000000-0000-4000-8000-{number:012}"
        new = NewGame(ruleset, seats, options, ruleset.default_data_set, "player:arena", "public")
        game, _ = append(None, tip_of_new(name), _SEED, "t", None, decide.open_game(new, _SEED))
        for seat in range(seats):
            taken = decide.take_seat(game, seat, f"bot:{seat}", rng.randbytes(32).hex(), "server")
            game, _ = append(game, game.tip, _SEED, "t", seat, taken)
        game, _ = append(game, game.tip, _SEED, "t", None, decide.start(game))
        state: Any = ruleset.initial(seats, options, ruleset.default_data_set)
        for event in ruleset.setup(state, self._draws):
            state = ruleset.evolve(state, event)
        self.game: Game = replace(game, state=state)

    @property
    def places(self) -> Sequence[Place] | None:
        """The ranking, once the game is over."""
        return self.game.ruleset.result(self.game.state)

    @property
    def awaited(self) -> Seat:
        """The first seat that has to decide."""
        return min(awaiting(self.game))

    def decide(self, seat: Seat, command: Command) -> None:
        """Let a seat decide. Raises IllegalCommand."""
        game = self.game
        state = game.ruleset.step(game.state, seat, command, self._draws).state
        decided = tuple(number + (other == seat) for other, number in enumerate(game.decided))
        tip = game.tip
        # the search takes its seed from version and head: both have to differ between decisions
        head = hashlib.sha256(f"{tip.head} {seat}".encode()).hexdigest()
        self.game = replace(
            game, state=state, decided=decided, undo=(), tip=replace(tip, version=tip.version + 1, head=head)
        )
