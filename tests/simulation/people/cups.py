"""Simulated tournaments: an owner and players who register and play their tables."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from domain.game.terms import Clock
from domain.ledger.times import SECOND
from domain.rulesets import RULESETS
from domain.tournaments.commands import AdjustPoints, AnyAct, Hold, Leave, LiftHold, Register, WithdrawRound
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Swiss, Terms
from projections.times import moment
from service.core.parts import Parts
from service.core.store.recorder import Origin
from service.tournaments.asking import Asking
from service.tournaments.loaded import Done
from service.tournaments.tournaments import Tournaments, tournament_id_of
from tests.simulation.machine.failover import EPOCH
from tests.simulation.people.calling import REFUSALS, Unknown
from tests.simulation.people.players import Table
from tests.tournaments.kit import terms as plain_terms

if TYPE_CHECKING:
    from tests.simulation.world import World

OWNER = "player:owner"


class Cup:
    """A tournament of Nim and its people."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._rng = random.Random(world.rng.getrandbits(64))
        self.id = ""
        self.tables: dict[str, Table] = {}

    async def run(self) -> None:
        """Open the tournament, register, and play what the steward publishes."""
        world, rng = self._world, self._rng
        terms = _terms(rng, moment(world.scheduler.now + rng.choice((1, 2)) * SECOND))
        origin = world.caller.origin(OWNER, to_builtins(terms))
        self.id = tournament_id_of(OWNER, origin.key)

        def opening(parts: Parts) -> Awaitable[Done]:
            return parts.get(Tournaments).open(self.id, terms, OWNER, origin)

        if await self._asked(opening, origin) is None:
            return
        players = [f"player:c{number}" for number in range(rng.choice((2, 4, 5)))]
        for player in players:
            await self._act(player, Register())
        await asyncio.gather(self._organise(), *(self._play(player) for player in players))

    async def _play(self, player: str) -> None:
        """Play each table at which the player is seated."""
        rng, played = self._rng, set[str]()
        is_absent = rng.random() < 0.15
        while not self._world.is_settling:
            await asyncio.sleep(0.2 + 0.3 * rng.random())
            found = await self._read()
            if found is None:
                continue
            if found.is_over:
                return
            if rng.random() < 0.02:
                await self._act(player, Leave())
            for held in found.rounds:
                table = held.table_of(player)
                if table is not None and held.is_open and table.game not in played and not is_absent:
                    played.add(table.game)
                    seat = table.players.index(player)
                    at = self.tables.setdefault(
                        table.game, Table(self._world, RULESETS["nim"], 40, table.game, len(table.players))
                    )
                    await at.sit_down(seat, player)
                    await at.play(seat, player, 0.1)

    async def _organise(self) -> None:
        """Act as the owner from time to time."""
        rng = self._rng
        while not self._world.is_settling:
            await asyncio.sleep(2 + 3 * rng.random())
            found = await self._read()
            if found is None or found.is_over:
                continue
            number = len(found.rounds)
            acts: list[AnyAct] = [LiftHold()] if found.is_held else [Hold("a reason")]
            if number:
                acts.append(WithdrawRound(number, "a reason"))
                acts += [AdjustPoints(number, player, "1", "a reason") for player in list(found.entrants)[:1]]
            await self._act(OWNER, rng.choice(acts))
            if acts[0] == LiftHold():
                await self._act(OWNER, LiftHold())

    async def end(self) -> None:
        """Let the service finish alone: lift a hold."""
        found = await self._read()
        if found is not None and found.is_held:
            await self._act(OWNER, LiftHold())

    async def _read(self) -> Tournament | None:
        async def read(parts: Parts) -> Tournament:
            found = (await parts.get(Tournaments).load(self.id)).tournament
            if EPOCH.get() == self._world.epoch:
                self._world.cups.compare(found)
            return found

        try:
            return await self._world.caller.call(read)
        except (Unknown, *REFUSALS):
            return None

    async def _act(self, player: str, act: AnyAct) -> Done | None:
        origin = self._world.caller.origin(player, [self.id, to_builtins(act)])
        asking: Any = Asking(player, act)

        def asked(parts: Parts) -> Awaitable[Done | None]:
            return parts.get(Tournaments).act(self.id, asking, origin)

        return await self._asked(asked, origin)

    async def _asked(self, ask: Callable[[Parts], Awaitable[Done | None]], origin: Origin) -> Done | None:
        world = self._world
        epoch = world.epoch

        async def work(parts: Parts) -> Done | None:
            done = await ask(parts)
            if EPOCH.get() == world.epoch:
                world.cups.acknowledged(self.id, origin)
            return done

        try:
            return await world.caller.insist(work)
        except REFUSALS:
            if epoch == world.epoch:
                world.cups.refused(self.id, origin)
            return None
        except Unknown:
            return None


def _terms(rng: random.Random, start: str) -> Terms:
    return plain_terms(
        "nim",
        name="Cup",
        sizes=(2, 3),
        format=Swiss(rounds=rng.choice((1, 2, 3))),
        starts=(start,),
        pause=0,
        check_in=0,
        clock=Clock(1, 1, "bot", 1),
        no_show="bot",
        grace=60,
    )
