"""Simulated players and organisers of one game, who retry their requests with the same idempotency key."""

import asyncio
import random
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from domain.game.decide import Decided, NewGame
from domain.game.game import Game, awaiting, decision_id, is_by_bot, legal_commands, seat_to_return_to, to_take_back
from domain.game.rulings.decide import Ruling, adjudicate, extend_clock, pause, resume
from domain.game.terms import Clock, Terms
from domain.kernel.values import Command, Seat
from domain.ledger.times import SECOND, micros
from projections.times import moment
from service.core.parts import Parts
from service.core.store.recorder import Origin
from service.play.loaded import Done
from service.play.play import Play, game_id_of
from service.play.requests import Answer
from tests.games.plays import any_of, random_options
from tests.simulation.people.asking import (
    Ask,
    answering,
    deciding,
    resigning,
    returning,
    starting,
    taking,
    taking_back,
    vacation,
)
from tests.simulation.people.calling import REFUSALS, Unknown

if TYPE_CHECKING:
    from domain.kernel.ruleset import Ruleset
    from tests.simulation.world import World

RULING = Ruling("player:owner", "a reason")


class Table:
    """One game and the people around it."""

    def __init__(self, world: "World", ruleset: "Ruleset[Any]", decisions: int, game: str = "", seats: int = 0) -> None:
        """`game` names a game that is open already, of a number of seats."""
        self._world = world
        self._rng = random.Random(world.rng.getrandbits(64))
        self._ruleset = ruleset
        self._left = decisions
        """The number of requests after which the players leave."""
        self.game = game
        self._seats = seats

    async def run(self) -> None:
        """Open the game, seat all players, and play."""
        world, rng = self._world, self._rng
        seats = self._seats = rng.choice(self._ruleset.seats)
        bots = {seat: "random" for seat in range(1, seats) if rng.random() < 0.1}
        options = random_options(self._ruleset, seats, rng)
        new = NewGame(
            self._ruleset, seats, options, self._ruleset.default_data_set, "player:owner", bots=bots, terms=_terms(rng)
        )
        origin = world.caller.origin("player:owner", {"open": to_builtins(options), "seats": seats})
        self.game = game_id_of("player:owner", origin.key)
        if await self._asked(lambda parts, origin: parts.get(Play).open(new, origin), origin) is None:
            return
        for seat in range(seats):
            if (
                seat not in bots
                and await self._ask(taking(self.game, seat, f"player:{seat}"), f"player:{seat}", seat) is None
            ):
                return
        await self._ask(starting(self.game), "player:owner", "start")
        await asyncio.gather(*(self.play(seat, f"player:{seat}") for seat in range(seats) if seat not in bots))

    async def sit_down(self, seat: Seat, player: str) -> None:
        """Take a seat of a game that is open already."""
        await self._ask(taking(self.game, seat, player), player, seat)

    async def end(self) -> None:
        """Let the owner end a game that still runs, so that no bots play on to its end."""
        ranks = tuple(range(1, self._seats + 1))
        ruling = deciding(self.game, None, lambda now, _: adjudicate(now, ranks, RULING))
        if self._seats:
            await self._ask(ruling, "player:owner", "end")

    async def play(self, seat: Seat, player: str, pace: float | None = None) -> None:
        """Play a seat until the game is over or no requests are left."""
        rng = self._rng
        pace = pace or rng.choice((0.02, 0.2, 1.5))
        while self._left > 0 and not self._world.is_settling:
            await asyncio.sleep(pace * rng.random())
            self._left -= 1
            try:
                game = await self._world.caller.call(self._read)
            except Unknown:
                continue
            except REFUSALS:
                return
            if game.is_over:
                return
            if game.status != "running":
                continue
            await self._act(game, seat, player)

    async def _act(self, game: Game, seat: Seat, player: str) -> None:
        """Decide if it is the turn of a seat; sometimes do something else."""
        chance = self._rng.random()
        if chance < 0.02:
            await self._rule(game)
        elif chance < 0.025 and game.paused_until is None:
            await self._ask(resigning(self.game, seat), player, ("resign", seat))
        elif chance < 0.05:
            await self._ask(vacation(self.game, seat, self._rng.randint(1, 3)), player, ("vacation", seat))
        elif chance < 0.2 and (last := to_take_back(game, seat)) is not None:
            await self._ask(taking_back(self.game, seat, last), player, ("take back", last))
        elif seat_to_return_to(game, player) == seat:
            await self._ask(returning(self.game, seat), player, ("return", seat))
        elif seat in awaiting(game) and not is_by_bot(game, seat):
            command = self._choose(game, seat)
            answer = Answer(decision_id(game, seat), command)
            await self._ask(answering(self.game, seat, answer), player, to_builtins(command))

    async def _read(self, parts: Parts) -> Game:
        loaded = await parts.get(Play).load(self.game)
        self._world.seen(loaded)
        return loaded.game

    def _choose(self, game: Game, seat: Seat) -> Command:
        return any_of(legal_commands(game, seat), self._rng, 0.8)

    async def _rule(self, game: Game) -> None:
        rng = self._rng
        kind = rng.randrange(4)
        seat, ranks = rng.randrange(game.opened.seats), tuple(range(1, game.opened.seats + 1))

        def decided(now: Game, at: str) -> Decided:
            if now.paused_until is not None:
                return resume(now, RULING, at)
            match kind:
                case 0 if rng.random() < 0.3:
                    return adjudicate(now, ranks, RULING)
                case 1:
                    return extend_clock(now, seat, 2, RULING)
                case _:
                    return pause(now, moment(micros(at) + 2 * SECOND), RULING, at)

        await self._ask(deciding(self.game, None, decided), "player:owner", ("rule", kind))

    async def _ask(self, ask: Ask, player: str, content: object) -> Done | None:
        return await self._asked(ask, self._world.caller.origin(player, [self.game, content]))

    async def _asked(self, ask: Ask, origin: Origin) -> Done | None:
        """Ask until a definite reply comes, mostly with the same key; None: refused, or given up."""
        world = self._world
        epoch = world.epoch

        async def work(parts: Parts) -> Done:
            done = await ask(parts, origin)
            world.acknowledged(done, origin)
            return done

        try:
            return await world.caller.insist(work, most=1 if self._rng.random() < 0.1 else 40)
        except REFUSALS:
            world.refused(self.game, origin, epoch)
            return None
        except Unknown:
            return None


def _terms(rng: random.Random) -> Terms:
    clock = Clock(
        rng.choice((1, 2, 5)), rng.choice((0, 1, 3)), rng.choice(("bot", "resign")), rng.choice((1, 2, 9)), 6
    )  # fmt: skip
    given: dict[str, Any] = {"clock": clock} if rng.random() < 0.75 else {}
    return Terms(take_back=rng.random() < 0.6, **given)
