"""Random games with clocks, vacations, take-backs and rulings."""

import random
from collections.abc import Callable
from functools import cache, partial

from msgspec import UNSET

from domain.game import decide
from domain.game import game as games
from domain.game.clock_decisions import return_to_seat, run_out, take_vacation
from domain.game.decide import Decided, NewGame, NotPossible
from domain.game.declining import decline_seat
from domain.game.fold import append
from domain.game.game import Game
from domain.game.rulings.decide import (
    Ruling,
    accept_replacement,
    adjudicate,
    extend_clock,
    give_up_seat,
    offer_replacement,
    pause,
    resume,
)
from domain.game.terms import Clock, Terms
from domain.kernel.values import Seat
from domain.ledger.records import Entry, tip_of_new
from domain.ledger.times import SECOND, micros
from domain.rulesets import RULESETS
from projections.times import moment
from tests.games.bundles import Finished
from tests.games.plays import any_of, random_options, seed_of

START = micros("2026-11-20T12:00:00.000000Z")
OWNER = "player:9"
RULING = Ruling(OWNER, "a reason")
UNUSUAL = 0.08
"""How often something else than a decision is tried."""
LONGEST = 2500
"""Events after which the owner ends a game."""
ADJUDICATED, EARLY = 4, 120
"""The last digit of the numbers of games that the owner ends early, and the events after which this happens."""


def clock_of(rng: random.Random) -> Clock:
    """Return a clock, mostly a short one, so that it runs out in many games."""
    return Clock(
        allowance=rng.choice((1, 10, 60)),
        bank=rng.choice((0, 5, 600)),
        on_empty=rng.choice(("bot", "resign")),
        strikes=rng.choice((1, 3, 20)),
        vacation=rng.choice((0, 3600)),
    )


class Clocked:
    """A game that is being played, with its log and the time."""

    def __init__(self, title: str, number: int) -> None:
        self.rng = rng = random.Random(f"clocked {title} {number}")
        ruleset = RULESETS[title]
        seats = rng.choice(ruleset.seats)
        options = random_options(ruleset, seats, rng)
        self.now: int = START
        self.entries: list[Entry] = []
        self.replaced = 0
        self._longest = EARLY if number % 10 == ADJUDICATED else LONGEST
        terms = Terms(clock=clock_of(rng), take_back=True if rng.random() < 0.7 else UNSET)
        new = NewGame(
            ruleset, seats, options, ruleset.default_data_set, OWNER, bots={1: "careful"} if rng.random() < 0.2 else {},
            terms=terms,
        )  # fmt: skip
        seed = seed_of(number)
        tip = tip_of_new(f"00000000-0000-4000-8000-{number:012x}")
        opening = decide.open_game(new, seed, (rng.randbytes(32).hex() for _ in new.bots))
        self.game, log = append(None, tip, seed, moment(self.now), None, opening)
        self.entries += log
        for seat in range(seats):
            if self.game.occupants[seat] is None:
                taken = decide.take_seat(self.game, seat, f"player:{seat}", rng.randbytes(32).hex(), "player")
                self.store(seat, taken)
        self.store(None, decide.start(self.game))

    def store(self, seat: Seat | None, decided: Decided) -> None:
        """Append a batch at the present time."""
        game = self.game
        self.game, log = append(game, game.tip, game.seed, moment(self.now), seat, decided)
        self.entries += log

    def play(self) -> None:
        """Play to the end."""
        while self.game.status == "running":
            self.step()

    def step(self) -> None:
        """Let time pass, then let something happen."""
        self._wait()
        game, rng = self.game, self.rng
        if game.paused_until is not None:
            if rng.random() < 0.5:
                self.now = max(self.now, micros(game.paused_until))
                self.store(None, resume(game, None, moment(self.now)))
            else:
                self.store(None, resume(game, RULING, moment(self.now)))
            return
        if game.version > self._longest:
            self.store(None, adjudicate(game, [1] * game.opened.seats, RULING))
            return
        if rng.random() < UNUSUAL and self._unusual():
            return
        seat = rng.choice(sorted(games.awaiting(game)))
        due = game.clocks and game.clocks.due(seat)
        if due is not None and self.now >= due and rng.random() < 0.9:
            self.store(None, run_out(game, seat, "careful", self.now))
            return
        command = any_of(games.legal_commands(game, seat), rng, 0.6)
        self.store(seat, decide.command(game, seat, command))

    def _wait(self) -> None:
        rng = self.rng
        dues = [due for seat in range(self.game.opened.seats) if (due := self._due(seat)) is not None]
        chance = rng.random()
        if chance < 0.1 and dues:
            # just before, at, and just after the moment
            self.now = max(self.now, rng.choice(dues) + rng.choice((-1, 0, 0, 1)))
        elif chance < 0.9:
            self.now += rng.randrange(5 * SECOND)
        else:
            self.now += rng.randrange(100 * SECOND)

    def _due(self, seat: Seat) -> int | None:
        return None if self.game.clocks is None else self.game.clocks.due(seat)

    def _unusual(self) -> bool:
        game, rng = self.game, self.rng
        seat = rng.randrange(game.opened.seats)
        occupant = game.occupants[seat]
        assert occupant is not None
        self.replaced += 1
        tries: list[tuple[Seat | None, Callable[[], Decided]]] = [
            (seat, partial(decide.take_back, game, seat)),
            (seat, partial(decide.take_back, game, seat)),
            (game.undo[-1].seat if game.undo else seat, partial(self._take_back, game)),
            (seat, partial(take_vacation, game, seat, rng.randint(1, 2000), self.now)),
            (seat, partial(return_to_seat, game, seat)),
            (None, partial(extend_clock, game, seat, rng.randint(1, 100), RULING)),
            (None, partial(pause, game, moment(self.now + rng.randint(1, 1000) * SECOND), RULING, moment(self.now))),
            (None, partial(self._replace, game, seat)),
        ]
        if rng.random() < 0.1:
            tries = [
                (seat, partial(decide.resign, game, seat, "careful")),
                (None, partial(give_up_seat, game, seat, "careful", RULING)),
            ]
        who, attempt = rng.choice(tries)
        try:
            decided = attempt()
        except NotPossible:
            return False
        self.store(who, decided)
        return True

    def _replace(self, game: Game, seat: Seat) -> Decided:
        """Offer a seat, or answer an offer."""
        player = f"player:{100 + self.replaced}"
        if not game.offers:
            return offer_replacement(game, seat, player, RULING)
        offer = game.offers[-1]
        if self.replaced % 5 == 0:
            return decline_seat(game, offer.seat, offer.player)
        if self.replaced % 5 == 1:
            return offer_replacement(game, seat, player, RULING)
        return accept_replacement(game, offer.seat, offer.player)

    def _take_back(self, game: Game) -> Decided:
        return decide.take_back(game, game.undo[-1].seat if game.undo else 0)


@cache
def clocked(title: str, number: int) -> Finished:
    """Return the game of this number, played once."""
    playing = Clocked(title, number)
    playing.play()
    return Finished(playing.game, playing.entries)
