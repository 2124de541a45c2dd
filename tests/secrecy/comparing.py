"""Compares the answers to a viewer in two worlds: every byte, every header, every line of the log, the metrics."""

import asyncio
import random
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from domain.game import decide
from domain.game import game as games
from domain.kernel.codec import Codec
from domain.kernel.values import Event, IllegalCommand, Seat
from projections.views import VIEWS
from tests.secrecy.asking import WITHIN, Answer, Ask, ask, listen
from tests.secrecy.plays import Move
from tests.secrecy.sites import Site
from tests.secrecy.surfaces import PATH, SSE, Asker, at_once, command_of, lists, previews, questions, refused
from tests.secrecy.worlds import World

_OF_TIME = ("time", "ms", "ended_ms")

_LAST_USED = re.compile(rb'"last_used_at":"[^"]*"')
"""When a token was last used, by the clock of the machine."""

_OF_MACHINE = re.compile(rb"^(?:(?:process|python)_\w+|\w+_(?:bucket|created))[ {].*\n", re.MULTILINE)
"""Samples of the metrics that say how long, when, or how much of the machine. They are most of them."""


class Leak(Exception):
    """A viewer learns something that depends on hidden state; the message has the request."""


class Pair:
    """The same game in two services: as it is, and in another world."""

    def __init__(self, real: Site, other: Site, world: World) -> None:
        self.real = real
        self.other = other
        self.world = world
        self.compared = 0
        """How many answers were compared."""

    async def go_to(self, version: int) -> None:
        """Bring both games to a version."""
        await self.real.feed(self.world.played.entries, version)
        await self.other.feed(self.world.entries, version)

    async def everything(self, version: int, asker: Asker, rng: random.Random) -> None:
        """Compare every surface of the game as it stands; raises Leak."""
        await self.same(questions(self.world.played, version, asker, rng))
        both = (self.world.played.after(version), self.world.at(version))
        await self.same(refused(self.world.played, both, asker, rng))
        await self.same(previews(self.world.played, both[0], asker, rng))

    async def lists(self, asker: Asker) -> None:
        """Compare the lists and the metrics; raises Leak."""
        await self.same(lists(self.world.played, asker))
        await self.metrics()

    async def version(self, version: int, upto: int, asker: Asker) -> None:
        """Compare all replies about a version, and the changes of views from it up to another version; raises Leak."""
        await self.same(at_once(version, upto, asker))

    async def same(self, asked: Iterable[Ask]) -> None:
        """Send requests to both services, and compare the answers and the lines that were logged; raises Leak."""
        for each in asked:
            await self.same_answer(each)

    async def same_answer(self, asked: Ask) -> Answer:
        """Send a request to both services and return the answer; raises Leak."""
        real, other = [(_timeless(answer), lines) for answer, lines in await self._both(asked)]
        self.compared += 1
        if real[0] != other[0]:
            message = f"{asked}: {_difference(real[0], other[0])}"
            raise Leak(message)
        if (mine := _lines(real[1], asked)) != (theirs := _lines(other[1], asked)):
            message = f"{asked}: the log says {mine} and {theirs}"
            raise Leak(message)
        tag = real[0].header("etag")
        if asked.method == "GET" and tag is not None and not asked.query and "If-None-Match" not in asked.headers:
            await self.same_answer(asked.having(If_None_Match=tag))
        return real[0]

    async def _both(self, asked: Ask) -> list[tuple[Answer, list[str]]]:
        return [await site.ask(asked) for site in (self.real, self.other)]

    async def live(self, move: Move, asker: Asker) -> bool:
        """Let a decision happen while somebody follows the game, and compare; raises Leak.

        Returns whether the decision was sent by the one who asks.
        """
        asked = Ask("GET", f"{PATH}/stream", f"after={move.first - 1}", {**asker.headers, "Accept": SSE})
        # the open decisions follow the last event of a batch, unless the game is over
        after = b"" if self.world.at(move.last).is_over else rb".*?\nevent: awaiting\n.*?\n\n"
        last = re.compile(b"^id: %d\n%b" % (move.last, after), re.DOTALL | re.MULTILINE)
        following = [asyncio.create_task(listen(site.app, asked, last)) for site in (self.real, self.other)]
        async with asyncio.timeout(WITHIN):
            while not all(site.play.notifier.streams for site in (self.real, self.other)):
                await asyncio.sleep(0.001)
        is_own = asker.name == f"seat {move.seat}" and await self.decide(move, asker)
        if not is_own:
            await self.go_to(move.last)
        real, other = await asyncio.gather(*following)
        if real != other:
            message = f"{asked}, while it goes on: {_difference(real, other)}"
            raise Leak(message)
        return is_own

    async def decide(self, move: Move, asker: Asker) -> bool:
        """Answer a decision in both services and compare; returns whether that could be done. Raises Leak.

        It cannot where the outcome uncovers something that differs.
        """
        if not self.has_same_outcome(move):
            return False
        record = self.world.played.entries[move.first - 1].record
        self.real.now = self.other.now = record.at
        await self.same_answer(command_of(move, asker))
        self.real.upto = self.other.upto = move.last
        return True

    def has_same_outcome(self, move: Move) -> bool:
        """Whether a command has the same open outcome in both worlds, as far as its sender is concerned."""
        outcomes = [_outcome(world, move) for world in (move.before, self.world.at(move.before.version))]
        return outcomes[0] == outcomes[1]

    async def metrics(self) -> None:
        """Compare the metrics but for those of time and load; raises Leak."""
        real, other = [(await ask(site.app, Ask("GET", "/metrics"))).body for site in (self.real, self.other)]
        mine, theirs = _samples(real), _samples(other)
        # this service answers more people than the other
        mine = {key: value for key, value in mine.items() if value is not None or key in theirs}
        if mine != theirs:
            changed = {key: (mine.get(key), theirs.get(key)) for key in mine.keys() ^ theirs.keys()} or {
                key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]
            }
            message = f"/metrics: {changed}"
            raise Leak(message)


def _timeless(answer: Answer) -> Answer:
    return answer._replace(body=_LAST_USED.sub(b'"last_used_at":"now"', answer.body))


def _difference(real: Answer, other: Answer) -> str:
    if real.status != other.status:
        return f"{real.status} and {other.status}: {real.body[:300]!r} and {other.body[:300]!r}"
    headers = set(real.headers) ^ set(other.headers)
    place = next((n for n, (a, b) in enumerate(zip(real.body, other.body, strict=False)) if a != b), -1)
    start = max(0, place - 120)
    return f"headers {sorted(headers)}; body {real.body[start : place + 80]!r} and {other.body[start : place + 80]!r}"


def _lines(lines: list[str], asked: Ask) -> list[dict[str, Any]]:
    """Return what was logged during a request; a stream that ends meanwhile has its own line whenever it ends."""
    found: list[dict[str, Any]] = [msgspec.json.decode(line) for line in lines]
    return [
        {name: value for name, value in line.items() if name not in _OF_TIME}
        for line in found
        if line.get("path") in {None, asked.path}
    ]


def _samples(text: bytes) -> dict[tuple[str, tuple[tuple[str, str], ...]], float | None]:
    """Return every metric by name and labels but those of the machine; None for what says how long or how often."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], float | None] = {}
    # to parse a line takes longer than to answer most requests
    for family in text_string_to_metric_families(_OF_MACHINE.sub(b"", text).decode()):
        of_load = family.type == "histogram"
        for sample in family.samples:
            of_lag = "lag" in family.name
            found[sample.name, tuple(sorted(sample.labels.items()))] = None if of_load or of_lag else sample.value
    return found


def _outcome(world: games.Game, move: Move) -> tuple[Any, ...] | None:
    """Return what the sender of a command sees of its events; None where it is refused."""
    try:
        events = decide.command(world, move.seat, move.command).events
    except IllegalCommand:
        return None
    return tuple(seen_by(event, move.seat, world.codec) for event in events)


def seen_by(event: Event, seat: Seat | None, codec: Codec) -> tuple[str, bytes, bytes | None]:
    """Return what a viewer is to see of an event."""
    parts = codec.encode(event)
    return parts.type, parts.data, parts.secret if seat in event.known_to else None


def told(game: games.Game, viewer: Seat | None) -> bytes:
    """Return what a viewer sees of a position without a service: the view, the choices, and the open decisions."""
    choices = () if viewer is None else games.legal_commands(game, viewer)
    awaited = sorted(games.awaiting(game))
    asked = [(games.decision_id(game, seat), game.ruleset.question(game.state, seat)) for seat in awaited]
    return msgspec.json.encode((VIEWS[game.ruleset.name](game, viewer), choices, asked))
