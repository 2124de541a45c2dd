"""Games decided as the service decides them: opened, seated, started, played at random, ended. Each one verifies."""

import random
import uuid
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided, NewGame
from domain.game.events import GameOpened, Seed
from domain.game.fold import append
from domain.game.game import Game
from domain.game.rulings.decide import Ruling, adjudicate
from domain.game.terms import Terms
from domain.kernel.values import Seat
from domain.ledger.records import SEED_BYTES, seed_commitment, tip_of_new
from domain.rulesets import RULESETS
from service.core.store.recorder import StoredEntry

Batch: TypeAlias = list[StoredEntry]

Kind: TypeAlias = Literal["open", "abandoned", "running", "ended", "played"]
"""What becomes of a game: `ended` ends by a ruling after a few decisions, `played` by the rules unless it is long."""

DECISIONS = 4
"""Decisions of a running game, and of one that ends by a ruling."""

LONGEST = 400
"""Decisions after which a game that is played is left unfinished."""

TAGS = 50


class Setting:
    """The players of all games, and the random numbers by which games are made."""

    def __init__(self, seed: int, players: int) -> None:
        self.rng = random.Random(seed)
        self.players = [player_id(number) for number in range(players)]


def player_id(number: int) -> str:
    """Return the id of the player of a number."""
    return f"player:{uuid.UUID(int=number, version=4)}"


class _Table:
    """A game to which batches are appended. `now` returns the time of a batch."""

    def __init__(self, setting: Setting, title: str, owner: str) -> None:
        self.seed = setting.rng.randbytes(SEED_BYTES)
        self.tip = tip_of_new(str(uuid.UUID(int=setting.rng.getrandbits(128), version=4)))
        self._state: Game | None = None
        self.title = title
        self.owner = owner

    @property
    def state(self) -> Game:
        """The game, which has been opened."""
        assert self._state is not None
        return self._state

    def append(self, at: str, seat: Seat | None, decided: Decided) -> Batch:
        """Append events, and return the rows."""
        self._state, entries = append(self._state, self.tip, self.seed, at, seat, decided)
        self.tip = self._state.tip
        return [StoredEntry(entry.record, entry.head, entry.secret) for entry in entries]


@cache
def _opening(title: str, visibility: Any, rated: bool | None) -> GameOpened:
    """Return the first event of a game with a placeholder of its seed: all games of a kind pass the same checks."""
    ruleset = RULESETS[title]
    # players that choose at random would take tokens back again and again
    options = ruleset.resolve_options(None, {"take_back": False} if title == "siberia" else {})
    terms = Terms() if rated is None else Terms(rated=rated)
    new = NewGame(ruleset, 3, options, ruleset.default_data_set, "player:owner", visibility, terms=terms)
    (event,) = decide.open_game(new, bytes(SEED_BYTES)).events
    assert isinstance(event, GameOpened)
    return event


def _opened(setting: Setting, table: _Table) -> Decided:
    rng = setting.rng
    opening = _opening(
        table.title, "private" if rng.random() < 0.15 else "public", rng.choice((True, False, None, None))
    )
    tags = {"tags": (f"evening-{rng.randrange(TAGS)}",)} if rng.random() < 0.05 else {}
    # the first event is the only one in which a game that has not started differs from others of its kind
    commitment = seed_commitment(table.seed)
    event = replace(opening, owner=table.owner, seed_commitment=commitment, secret=Seed(table.seed.hex()), **tags)
    return Decided([event])


def game(setting: Setting, kind: Kind) -> Iterator["Step"]:
    """Return the steps of a game. Each step appends a batch when it is called with its time."""
    rng = setting.rng
    owner, *seated = rng.sample(setting.players, 4)
    table = _Table(setting, rng.choice(tuple(RULESETS)), owner)

    def step(seat: Seat | None, decided: Decided) -> Step:
        return Step(table, seat, decided)

    yield step(None, _opened(setting, table))
    taken = rng.choice((0, 0, 0, 1, 2)) if kind in {"open", "abandoned"} else len(seated)
    for seat, player in enumerate(seated[:taken]):
        yield step(seat, decide.take_seat(table.state, seat, player, f"{rng.getrandbits(256):064x}", "player"))
    if kind == "open":
        return
    if kind == "abandoned":
        yield step(None, decide.abandon(table.state))
        return
    yield step(None, decide.start(table.state))
    for _ in range(LONGEST if kind == "played" else DECISIONS):
        seats = sorted(games.awaiting(table.state))
        if not seats:
            return
        seat = rng.choice(seats)
        command: Any = rng.choice(list(games.legal_commands(table.state, seat))).command
        yield step(seat, decide.command(table.state, seat, command))
    if kind == "ended":
        yield step(None, adjudicate(table.state, (1, 2, 2), Ruling(owner, "the evening is over")))


class Step:
    """A decision whose events are not appended yet."""

    def __init__(self, table: _Table, seat: Seat | None, decided: Decided) -> None:
        self._take = table.append
        self._seat, self._decided = seat, decided

    def __call__(self, at: str) -> Batch:
        """Append the events at a time."""
        return self._take(at, self._seat, self._decided)
