"""Simulated tournaments: an owner, players who register and play their tables, and what their log has to tell."""

import asyncio
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import StoredEvent
from msgspec import to_builtins

from domain.game.terms import Clock
from domain.ledger.records import Tip, next_head, tip_of_new
from domain.ledger.times import SECOND
from domain.rulesets import RULESETS
from domain.tournaments.commands import AdjustPoints, AnyAct, Finish, Hold, Leave, LiftHold, Register, WithdrawRound
from domain.tournaments.fold import fold
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Swiss, Terms
from projections.times import moment
from service.services import Services
from service.store.recorder import Origin, StoredEntry
from service.tournaments.asking import Asking
from service.tournaments.loaded import Done
from service.tournaments.tournaments import tournament_id_of
from tests.simulation.calling import REFUSALS, Unknown
from tests.simulation.failover import EPOCH
from tests.simulation.failure import broken
from tests.simulation.players import Table

if TYPE_CHECKING:
    from tests.simulation.world import World

OWNER = "player:owner"


class Cup:
    """A tournament of Nim and its people."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._rng = random.Random(world.whims.getrandbits(64))  # noqa: S311 - a simulation
        self.id = ""
        self.tables: dict[str, Table] = {}

    async def run(self) -> None:
        """Open the tournament, register, and play what the steward publishes."""
        world, rng = self._world, self._rng
        terms = _terms(rng, moment(world.scheduler.now + rng.choice((1, 2)) * SECOND))
        origin = world.caller.origin(OWNER, to_builtins(terms))
        self.id = tournament_id_of(OWNER, origin.key)
        if await self._asked(lambda services: services.tournaments.open(self.id, terms, OWNER, origin), origin) is None:
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

    async def finish(self) -> None:
        """Let the owner end the tournament early."""
        await self._act(OWNER, Finish(early=True))

    async def _read(self) -> Tournament | None:
        async def read(services: Services) -> Tournament:
            found = (await services.tournaments.load(self.id)).tournament
            if EPOCH.get() == self._world.epoch:
                self._world.cups.compare(found)
            return found

        try:
            return await self._world.caller.call(read)
        except (Unknown, *REFUSALS):
            return None

    async def _act(self, player: str, act: AnyAct) -> Done | None:
        origin = self._world.caller.origin(player, [self.id, to_builtins(act)])
        asking: Any = Asking(player, frozenset(), act)
        return await self._asked(lambda services: services.tournaments.act(self.id, asking, origin), origin)

    async def _asked(self, ask: Any, origin: Origin) -> Done | None:
        world = self._world
        epoch = world.epoch

        async def work(services: Services) -> Done:
            done = await ask(services)
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
    nim = RULESETS["nim"]
    return Terms(
        name="Cup",
        ruleset="nim",
        ruleset_version=nim.version,
        data_set=nim.default_data_set,
        data_digest=nim.data_set(nim.default_data_set).digest,
        options=nim.resolve_options(None, {}),
        sizes=(2, 3),
        format=Swiss(rounds=rng.choice((1, 2, 3))),
        starts=(start,),
        pause=0,
        check_in=0,
        clock=Clock(1, 1, "bot", 1),
        no_show="bot",
        grace=60,
    )


class WatchedCup:
    """A tournament as its log tells it."""

    def __init__(self, name: str) -> None:
        self.tip: Tip = tip_of_new(name)
        self.state: Tournament | None = None
        self.keys: dict[tuple[str, str], int] = {}
        self.heads: dict[int, str] = {}
        self.rounds: list[tuple[str, str]] = []
        """The events about rounds that webhooks receive, with their times."""

    def add(self, entry: StoredEntry) -> None:
        """Check and take an entry."""
        record = entry.record
        broken(record.version != self.tip.version + 1, f"version {record.version} of {record.game} has no predecessor")
        broken(entry.head != next_head(self.tip.head, record), f"the head of version {record.version} is wrong")
        self.tip = Tip(record.game, record.version, entry.head, record.at)
        self.heads[record.version] = entry.head
        if entry.origin is not None and entry.origin.key is not None:
            first = self.keys.setdefault((entry.origin.sender, entry.origin.key), record.version)
            broken(first != record.version, f"the act {entry.origin.key} is stored at {first} and {record.version}")
        before = self.state
        self.state = fold([entry], before)
        assert self.state is not None
        if record.type in {"tournament.round_published", "tournament.round_closed"}:
            self.rounds.append((record.type, record.at))
        match record.type:
            case "tournament.round_published":
                assert before is not None
                number = self.state.rounds[-1].number
                broken(before.round(number) is not None, f"round {number} is published twice")
                players = Counter(player for table in self.state.rounds[-1].tables for player in table.players)
                broken(any(times > 1 for times in players.values()), f"round {number} seats a player twice")
            case "tournament.result_taken":
                assert before is not None
                self._check_results(before)
            case _:
                pass

    def _check_results(self, before: Tournament) -> None:
        """A result counts once: the table had none before."""
        assert self.state is not None
        for held, former in zip(self.state.rounds, before.rounds, strict=True):
            for table, earlier in zip(held.tables, former.tables, strict=True):
                if table.result != earlier.result:
                    broken(earlier.result is not None, f"the result of {table.game} is taken twice")
        taken = sum(table.result is not None for held in self.state.rounds for table in held.tables)
        earlier_taken = sum(table.result is not None for held in before.rounds for table in held.tables)
        broken(taken != earlier_taken + 1, "a result is taken twice")


class CupWatch:
    """All tournaments of the log."""

    def __init__(self) -> None:
        self.cups: dict[str, WatchedCup] = {}
        self.number = 0

    def look(self, world: "World") -> None:
        """Check what is new."""
        rows = world.disk.raw.execute(
            "SELECT number, tournament, version, entry FROM tournament_events WHERE number > ? ORDER BY number",
            (self.number,),
        ).fetchall()
        mapper: Any = world.disk.application.mapper
        for number, tournament, version, text in rows:
            entry = mapper.to_domain_event(StoredEvent(tournament, version, "", text.encode()))
            world.happened("cup", f"{tournament[:8]} {version} {entry.record.type}")
            self.cups.setdefault(tournament, WatchedCup(tournament)).add(entry)
            self.number = number

    def acknowledged(self, tournament: str, origin: Origin) -> None:
        """Check an acknowledgement."""
        stored = self._stored(tournament, origin)
        broken(stored is None, f"{origin.key} is acknowledged, and is not in the log of {tournament}")

    def refused(self, tournament: str, origin: Origin) -> None:
        """Check that an act that was refused is not in the log."""
        stored = self._stored(tournament, origin)
        broken(stored is not None, f"{origin.key} was refused, and is in the log of {tournament} at {stored}")

    def _stored(self, tournament: str, origin: Origin) -> int | None:
        cup = self.cups.get(tournament)
        return None if cup is None else cup.keys.get((origin.sender, origin.key or ""))

    def compare(self, found: Tournament) -> None:
        """Compare a tournament of a process with the log."""
        cup = self.cups.get(found.id)
        broken(cup is None or cup.state is None, f"the tournament {found.id} is not in the log")
        assert cup is not None
        broken(cup.heads.get(found.version) != found.tip.head, f"version {found.version} differs from the log")
        if cup.tip.version == found.version:
            broken(cup.state != found, f"the tournament {found.id} differs from a rebuild")
