"""Rude people at a table: they flood, whisper, toggle who may write, mute, and delete their accounts in the middle."""

import asyncio
import random
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import to_builtins

from domain.game.decide import NewGame
from domain.rulesets import RULESETS
from service.core.parts import Parts
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.tokens import Token, TokenRevokedError
from service.play.play import Play, game_id_of
from service.talk.api.aside import TalkStreams
from service.talk.api.rooms import Standing, Standings
from service.talk.limits import TooManyMessagesError
from service.talk.notes import Notes, UnknownPlayerError
from service.talk.rows import LEVELS, Level, NewMessage, Note, Room
from service.talk.talk import Talk, TalkClosedError
from tests.games.plays import random_options
from tests.simulation.people.asking import resigning, starting, taking
from tests.simulation.people.calling import REFUSALS, Unknown
from tests.simulation.people.players import Table

if TYPE_CHECKING:
    from tests.simulation.world import World

REFUSED = (*(TokenRevokedError, TalkClosedError, TooManyMessagesError, UnknownPlayerError, *REFUSALS),)
"""Definite replies to who talks."""

PLAYERS, SPECTATOR = ("ada", "bea"), "eve"

FLOOD = 8
"""Messages at once. Two floods are more than the limit."""


class Asker(NamedTuple):
    """What the rules of talk read of a request."""

    reader: Token
    invitation: None = None

    @property
    def user(self) -> Token:
        """The token of the request."""
        return self.reader


class RudeTable(Table):
    """A game of two players with accounts, and who watches it. What they write begins with their names."""

    def __init__(self, world: "World") -> None:
        super().__init__(world, RULESETS["nim"], 40, seats=2)
        # apart from the whims of the others, so that these do as without rude people
        self._rng = random.Random(f"rude {world.plan.seed}")
        self.tokens: dict[str, Token] = {}
        """By the names of the people."""
        self._written = 0
        self.own: dict[str, list[str]] = {}

    async def run(self) -> None:
        """Sign up, open the game, play and talk."""
        world = self._world
        for name in (*PLAYERS, SPECTATOR):

            async def sign_up(parts: Parts, name: str = name) -> Token:
                made = await asyncio.to_thread(parts.get(Accounts).sign_up, name, f"{name:0<64}")
                return made.token

            try:
                self.tokens[name] = await world.caller.insist(sign_up)
            except Unknown:
                return
            world.talk.sign_up(name, self.tokens[name].player)
        ruleset = self._ruleset
        new = NewGame(ruleset, 2, random_options(ruleset, 2, self._rng), ruleset.default_data_set, "player:owner")
        origin = world.caller.origin("player:owner", {"open": to_builtins(new.options), "seats": 2, "rude": True})
        self.game = game_id_of("player:owner", origin.key)
        if await self._asked(lambda parts, origin: parts.get(Play).open(new, origin), origin) is None:
            return
        for seat, name in enumerate(PLAYERS):
            player = self.tokens[name].player
            if await self._ask(taking(self.game, seat, player), player, seat) is None:
                return
        await self._ask(starting(self.game), "player:owner", "start")
        world.talk.game = self.game
        await asyncio.gather(
            *(self.play(seat, self.tokens[name].player) for seat, name in enumerate(PLAYERS)),
            *(self._talk(name) for name in self.tokens),
            *(self._listen(name) for name in self.tokens),
        )

    async def _talk(self, name: str) -> None:
        """Do one rude thing after another."""
        while not self._world.is_settling:
            await asyncio.sleep(0.5 * self._rng.random())
            try:
                await self._misbehave(name)
            except (Unknown, *REFUSED) as refused:
                self._world.happened(name, f"is refused: {type(refused).__name__}")

    async def _misbehave(self, name: str) -> None:
        rng = self._rng
        chance = rng.random()
        if chance < 0.35:
            await self._write(name)
        elif chance < 0.45:
            await asyncio.gather(*(self._write(name) for _ in range(FLOOD)), return_exceptions=True)
        elif chance < 0.55:
            await self._set(name, rng.choice(LEVELS))
        elif chance < 0.62:
            await self._remove(name)
        elif chance < 0.68:
            await self._note(name)
        elif chance < 0.72:
            await self._mute(name, is_muted=rng.random() < 0.5)
        elif chance < 0.75 and name != PLAYERS[0]:
            await self._erase(name)
        else:
            await self._read_all(name)

    async def _standing(self, parts: Parts, name: str) -> Standing:
        request: Any = Asker(self.tokens[name])
        return await parts.get(Standings).in_game(request, self.game)

    def _new(self, parts: Parts, name: str, standing: Standing) -> NewMessage:
        player = self.tokens[name].player
        room: Room = standing.writes or "table"
        at = parts.get(Play).now()
        return NewMessage(str(uuid.uuid4()), standing.topic.name, room, at, player, player, standing.seat, None)

    async def _write(self, name: str) -> None:
        world, token = self._world, self.tokens[name]
        self._written += 1
        text = f"{name} {self._written}"

        async def work(parts: Parts) -> None:
            before = world.talk.gone(token.player)
            standing = await self._standing(parts, name)
            if standing.writes is None:
                return
            new = msgspec.structs.replace(self._new(parts, name, standing), text=text)
            posted = await with_timeout(parts.get(Talk).post, standing.topic, new, token.id, None)
            parts.get(Talk).notify()
            world.talk.written(token.player, is_gone=before)
            self.own.setdefault(name, []).append(posted.message.id)
            world.happened(name, f"writes {text} in {new.room}")

        await world.caller.call(work)

    async def _set(self, name: str, level: Level) -> None:
        async def work(parts: Parts) -> None:
            standing = await self._standing(parts, name)
            if standing.sets:
                new = msgspec.structs.replace(self._new(parts, name, standing), room="table", level=level)
                await with_timeout(parts.get(Talk).set_level, standing.topic, new, None, self.tokens[name].id)
                parts.get(Talk).notify()

        await self._world.caller.call(work)

    async def _remove(self, name: str) -> None:
        if not self.own.get(name):
            return
        message = self._rng.choice(self.own[name])

        async def work(parts: Parts) -> None:
            player, now = self.tokens[name].player, parts.get(Play).now()
            await with_timeout(parts.get(Talk).remove, message, f"games/{self.game}", player, now)
            parts.get(Talk).notify()

        await self._world.caller.call(work)

    async def _note(self, name: str) -> None:
        token, about = self.tokens[name], self._rng.choice(list(self.tokens.values())).player
        version = self._rng.randint(1, 5)

        async def work(parts: Parts) -> None:
            notes, now = parts.get(Notes), parts.get(Play).now()
            note = Note(version, None, f"{name} notes", now)
            await with_timeout(notes.put, token.player, self.game, note, token.id)
            await with_timeout(notes.put_about, token.player, about, f"{name} notes", now, token.id)

        await self._world.caller.call(work)

    async def _mute(self, name: str, *, is_muted: bool) -> None:
        token = self.tokens[name]

        async def work(parts: Parts) -> None:
            standing = await self._standing(parts, name)
            await with_timeout(parts.get(Talk).mark, standing.topic, token.player, token.id, is_muted, None)

        await self._world.caller.call(work)

    async def _erase(self, name: str) -> None:
        """Leave the seat and delete the account, as the route does."""
        world, player = self._world, self.tokens[name].player
        if name in PLAYERS:
            seat = PLAYERS.index(name)
            await self._ask(resigning(self.game, seat), player, ("resign", seat))

        async def work(parts: Parts) -> None:
            await with_timeout(parts.get(Accounts).erase, player)
            parts.get(Talk).notify()
            world.talk.erased(player)
            world.happened(name, "deletes the account")

        await world.caller.call(work)

    async def _read_all(self, name: str) -> None:
        """Read all messages of the rooms that one may read."""
        world = self._world

        async def work(parts: Parts) -> None:
            gone = world.talk.all_gone()
            standing = await self._standing(parts, name)
            for room in standing.reads:
                found = await with_timeout(parts.get(Talk).page, standing.topic, room, None, 100)
                world.talk.read(self.tokens[name].player, room, [message.text for message in found], gone)

        await world.caller.call(work)

    async def _listen(self, name: str) -> None:
        """Follow the stream of one process after another."""
        world, player = self._world, self.tokens[name].player
        request: Any = Asker(self.tokens[name])

        async def work(parts: Parts) -> None:
            aside = await parts.get(TalkStreams).aside_of(request, self.game, as_sse=False)
            begun = aside._position  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            woken, received = asyncio.Event(), set[str]()
            aside.follow(woken.set)
            try:
                for _ in range(6):
                    try:
                        async with asyncio.timeout(0.5):
                            await woken.wait()
                    except TimeoutError:
                        continue
                    woken.clear()
                    while aside.has_new:
                        loaded = await parts.get(Play).load(self.game)
                        lines = (await aside.take(loaded.game)).splitlines()
                        messages: list[Any] = [msgspec.json.decode(line)["talk"] for line in lines]
                        received |= {each["id"] for each in messages}
                        for each in messages:
                            world.talk.read(player, each["room"], [each["text"]], frozenset())
                world.talk.followed(received, begun, aside._position)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            finally:
                aside.leave()

        while not world.is_settling:
            try:
                await world.caller.call(work)
            except (Unknown, *REFUSED):
                await asyncio.sleep(0.2)
