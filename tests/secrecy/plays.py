"""Games of chance under any options, played without a service: the log of each, and the game after every event."""

import contextlib
import hashlib
import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from domain.game import decide
from domain.game import game as games
from domain.game.clock_decisions import take_vacation
from domain.game.decide import Decided, NewGame, NotPossible
from domain.game.events import STAND_IN, Spectators, Visibility
from domain.game.fold import append, fold
from domain.game.game import Game
from domain.game.overdue import overdue
from domain.game.terms import Clock, Terms
from domain.kernel.codec import canonical
from domain.kernel.ruleset import OptionError, Ruleset
from domain.kernel.values import Command, Seat, Viewer
from domain.ledger.records import tip_of_new
from domain.ledger.times import micros
from domain.rulesets import RULESETS
from domain.siberia.commands import TakeBack
from domain.siberia.state import Placing
from service.bots.choosing import choose
from service.core.store.recorder import Origin, StoredEntry

SEED = bytes(range(32))
GAME = "00000000-0000-4000-8000-000000000016"

LONGEST = 1_500
"""Events after which a game is not played on."""


HIDING: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "giganten": ({"money_public": False}, {"peek_memory": False}),
    "siberia": ({"take_back": False}, {"money_public": False, "take_back": True}),
    "minos": (
        {"money_public": False, "fish": "open", "ring_purchase": "turn"},
        {"money_public": "own_choice"},
    ),
}
"""Option values of each title that decide what is hidden, fixed in its games from number 1 on; game 0 has all defaults.

All other options of these games, and all options of later games, are random.
"""


VACATION, ABSENCE = 0.02, 0.05
"""How often, in a game with a clock, a player takes vacation, or is absent for two minutes."""

TAKING_BACK = 0.25
"""How often a seat that may take a token back does so."""


def random_options(ruleset: Ruleset[Any], rng: random.Random, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Return a random value of every option that is not fixed; one without effect has its default (X17)."""
    chosen = {option.name: rng.choice(option.values) for option in ruleset.options}
    chosen.update(fixed)
    for option in ruleset.options:
        needs = option.needs
        if needs is not None and chosen[needs.option] not in needs.values:
            chosen[option.name] = option.values[0]
    return chosen


class Move:
    """A decision of a game: who decides what, and the batch that follows from it."""

    def __init__(self, before: Game, seat: Seat, command: Command, last: int) -> None:
        self.before = before
        self.seat = seat
        self.command = command
        self.decision = games.decision_id(before, seat)
        self.first, self.last = before.version + 1, last

    @property
    def key(self) -> str:
        """The idempotency key under which the command is sent."""
        return f"key-{self.decision}-{self.first}"


class Setting:
    """Which game is played: title, options, number of seats, and the seed of all choices."""

    def __init__(
        self,
        title: str,
        number: int,
        options: Mapping[str, Any] | None = None,
        seats: int = 0,
        *,
        has_clock: bool = False,
    ) -> None:
        rng = random.Random(f"{title} {number}")
        self.ruleset = RULESETS[title]
        self.number = number
        self.seats = seats or rng.choice(list(self.ruleset.seats))
        self.options = self._possible(rng, options)
        self.visibility: Visibility = "private" if number % 2 else "public"
        self.spectators: Spectators = "none" if number % 5 == 2 else "open"
        # game 0 has all defaults; a game with fixed options is as short as it can be
        has_clock = has_clock or (options is None and number % 3 == 1)
        self.clock = Clock(30, 10, "bot", 1_000, 3_600) if has_clock else UNSET

    def _possible(self, rng: random.Random, options: Mapping[str, Any] | None) -> dict[str, Any]:
        if options is not None:
            return self.ruleset.resolve_options(None, options)
        if not self.number:
            return self.ruleset.resolve_options(None, {})
        strata = HIDING[self.ruleset.name]
        fixed: Mapping[str, Any] = strata[self.number - 1] if self.number <= len(strata) else {}
        while True:
            chosen = random_options(self.ruleset, rng, fixed)
            try:
                resolved = self.ruleset.resolve_options(None, chosen)
                self.ruleset.initial(self.seats, resolved, self.ruleset.default_data_set)
            except OptionError:
                continue
            return resolved

    def __str__(self) -> str:
        return f"{self.ruleset.name} {self.number}, {self.seats} seats, {self.options}"


class Played:
    """A game with its log, as it would have been written by the service for these players."""

    def __init__(self, setting: Setting, players: tuple[str, ...], owner: str, most: int = LONGEST) -> None:
        self.setting = setting
        self.entries: list[StoredEntry] = []
        self.games: list[Game] = []
        """The game after each event, the first one first."""
        self.moves: list[Move] = []
        self._rng = random.Random(f"moves {setting.number}")
        self._absent = 0
        """The seconds of all absences: without them, each event takes a second."""
        self._open(players, owner)
        while self.game.status == "running" and self.game.version < most:
            if setting.clock is not UNSET:
                self._let_time_pass()
            if self.game.status == "running":
                self._move()

    @property
    def game(self) -> Game:
        """The game after the last event."""
        return self.games[-1]

    def after(self, version: int) -> Game:
        """Return the game as it stood at a version."""
        return self.games[version - 1]

    def hides(self, move: Move, viewer: Viewer) -> bool:
        """Whether something follows from a decision that a viewer may not know."""
        batch = self.entries[move.first - 1 : move.last]
        return any(entry.secret is not None and viewer not in entry.record.known_to for entry in batch)

    @cached_property
    def started(self) -> int:
        """The version of the batch with which the players' decisions begin."""
        return self.moves[0].before.version

    def _open(self, players: tuple[str, ...], owner: str) -> None:
        setting, ruleset = self.setting, self.setting.ruleset
        self._append(
            None,
            decide.open_game(
                NewGame(
                    ruleset,
                    setting.seats,
                    setting.options,
                    ruleset.default_data_set,
                    owner,
                    setting.visibility,
                    setting.spectators,
                    terms=Terms(take_back=True, clock=setting.clock),
                ),
                SEED,
            ),
        )
        for seat, player in enumerate(players):
            entropy = self._rng.randbytes(32).hex()
            self._append(seat, decide.take_seat(self.game, seat, player, entropy, "server"), Origin(player))
        self._append(None, decide.start(self.game), Origin(owner))

    def _move(self) -> None:
        game = self.game
        seat = self._rng.choice(sorted(games.awaiting(game)))
        # careful players get far, random ones get everywhere
        command = self._taken_back(game, seat) or choose(game, seat, self._rng.choice(("careful", "random")), self._rng)
        decided = decide.command(game, seat, command)
        move = Move(game, seat, command, game.version + len(decided.events))
        self.moves.append(move)
        self._append(seat, decided, self._origin(move))

    def _let_time_pass(self) -> None:
        """Let now and then a player take vacation, or be absent until the clock runs out and the bot answers."""
        seat = self._rng.choice(sorted(games.awaiting(self.game)))
        occupant = self.game.occupants[seat]
        assert occupant is not None
        if self._rng.random() < VACATION:
            with contextlib.suppress(NotPossible):
                taken = take_vacation(self.game, seat, 60, micros(self._next_at()))
                self._append(seat, taken, Origin(occupant.player))
        if self._rng.random() < ABSENCE:
            self._absent += 120
        while (ran_out := overdue(self.game, STAND_IN, micros(self._next_at()))) is not None:
            self._append(None, ran_out)
            for late in sorted(games.awaiting(self.game)):
                if games.is_by_bot(self.game, late):
                    command = choose(self.game, late, STAND_IN, self._rng)
                    self._append(late, decide.command(self.game, late, command))

    def _taken_back(self, game: Game, seat: Seat) -> Command | None:
        """Return now and then a command that takes a token back (Siberia 2.8): bots hardly ever do."""
        if not isinstance(game.state.phase, Placing) or self._rng.random() >= TAKING_BACK:
            return None
        backs = [choice.command for choice in games.legal_commands(game, seat) if isinstance(choice.command, TakeBack)]
        return self._rng.choice(backs) if backs else None

    def _origin(self, move: Move) -> Origin:
        occupant = self.game.occupants[move.seat]
        assert occupant is not None
        return origin_of_move(occupant.player, move)

    def _append(self, seat: Seat | None, decided: Decided, origin: Origin | None = None) -> None:
        game = self.games[-1] if self.games else None
        tip = game.tip if game else tip_of_new(GAME)
        _, entries = append(game, tip, SEED, self._next_at(), seat, decided)
        for place, entry in enumerate(entries):
            self.entries.append(
                StoredEntry(entry.record, entry.head, entry.secret, None if place else origin),
            )
            game = fold((entry,), game)
            assert game is not None
            self.games.append(game)

    def _next_at(self) -> str:
        """Return the time of the next event."""
        second = len(self.entries) + 1 + self._absent
        return f"2026-11-20T{12 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000000Z"


def origin_of_move(player: str, move: Move) -> Origin:
    """Return what the service keeps of a keyed command."""
    body = {"command": {"decision": move.decision, "command": msgspec.to_builtins(move.command)}}
    return Origin(player, move.key, hashlib.sha256(canonical(body)).hexdigest(), f"request {move.first}")
