"""Compares the answers to a viewer in two worlds: every byte, every header, every line of the log, the metrics."""

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncGenerator, Iterable, Iterator
from typing import Any

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from domain.game import decide
from domain.game import game as games
from domain.kernel.codec import Codec
from domain.kernel.values import Event, IllegalCommand, Seat
from projections.views import VIEWS
from tests.secrecy.addresses import Turn
from tests.secrecy.asking import WITHIN, Answer, Ask, listen
from tests.secrecy.plays import Move
from tests.secrecy.sites import Site
from tests.secrecy.surfaces import (
    PATH,
    SSE,
    Asker,
    all_questions,
    at_once,
    command_of,
    lists,
    previews,
    questions,
    refused,
)
from tests.secrecy.worlds import World

_OF_TIME = ("time",)

_OF_CLOCK = re.compile(rb'"(last_used_at|expires_at|created_at)":"[^"]*"')
"""When a token was made, was last used, or ends, by the clock of the machine."""

_ID = re.compile(rb'"id":"[^"]*"')
"""The random id of a token or an invitation, in the replies of `_WITH_IDS`."""

_WITH_IDS = ("/tokens", "/invitations")

_OF_MACHINE = re.compile(
    rb"^(?:(?:(?:process|python)_\w+|\w+_created|ludolog_disk_free_bytes|ludolog_report_waiting_seconds)[ {]"
    rb'|ludolog_queue_length\{queue="(?:analysis|fair_play|reports)"\}).*\n',
    re.MULTILINE,
)
"""Samples of the metrics that say when, or how much of the machine, or that are read from the database every 15 seconds
of the machine. What is measured here lasts 0 seconds.
"""

_OF_LOAD = re.compile(rb"^\w+_bucket[ {].*\n", re.MULTILINE)
"""Samples that say how often something happened."""


STREAMS = (f"{PATH}/stream", "/v1/me/stream", "/v1/games/stream", "/v1/results/stream")
"""The streams."""


class Leak(Exception):
    """A viewer learns something that depends on hidden state; the message has the request."""


class Pair:
    """The same game in two services: as it is, and in another world."""

    def __init__(self, real: Site, other: Site, world: World, *, is_alone: bool = False) -> None:
        self.real = real
        self.other = other
        self.world = world
        self.is_alone = is_alone
        """Whether both services are asked the same, so that they count the same."""
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

    async def all_addresses(self, version: int, asker: Asker, turn: Turn | None) -> None:
        """Compare the replies by every address, or by those of a turn; raises Leak."""
        for of_game in (True, False):
            await self.same(all_questions(self.world.played, version, asker, turn, of_game=of_game))

    async def lists(self, version: int, asker: Asker, rng: random.Random) -> None:
        """Compare lists, streams that are opened with a ticket, the metrics, and the log so far; raises Leak."""
        await self.same(lists(self.world.played, version, asker, rng))
        if asker.headers.get("Authorization"):
            for path in STREAMS:
                await self.with_ticket(path, asker)
        await self.metrics()
        if self.is_alone:
            self.logs()

    async def with_ticket(self, path: str, asker: Asker) -> None:
        """Compare a stream that is opened with a ticket: the key gives it the same secret in both. Raises Leak."""
        made = Ask("POST", "/v1/me/stream-tickets", "", asker.headers, {"path": path})
        keyed = made.having(Idempotency_Key=f"ticket {path} {self.compared}".replace(" ", "-").replace("/", "."))
        reply = await self.same_answer(keyed)
        await self.same_answer(Ask("GET", path, f"follow=false&ticket={reply.json()['ticket']}", {"Accept": SSE}))

    async def version(self, version: int, upto: int, asker: Asker) -> None:
        """Compare all replies about a version, and the changes of views from it up to another version; raises Leak."""
        await self.same(at_once(version, upto, asker))

    async def same(self, asked: Iterable[Ask]) -> None:
        """Send requests to both services, and compare the answers and the lines that were logged; raises Leak."""
        for each in asked:
            await self.same_answer(each)

    async def same_answer(self, asked: Ask) -> Answer:
        """Send a request to both services and return the answer; raises Leak."""
        real, other = [(_timeless(answer, asked), lines) for answer, lines in await self._both(asked)]
        self.compared += 1
        # two equal failures would hide what was to be compared
        assert 500 not in {real[0].status, other[0].status} or real[0] != other[0], f"{asked}: {real[0].body!r}"
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
        async with self.following(asked, last):
            is_own = asker.name == f"seat {move.seat}" and await self.decide(move, asker)
            if not is_own:
                await self.go_to(move.last)
        return is_own

    @contextlib.asynccontextmanager
    async def following(self, asked: Ask, last: re.Pattern[bytes]) -> AsyncGenerator[None]:
        """Follow a stream up to a match, for which the block has to care, and compare it; raises Leak."""
        sites = (self.real, self.other)
        tasks: list[asyncio.Task[Answer]] = []
        for site in sites:
            with site.at_work():
                tasks.append(asyncio.create_task(listen(site.app, asked, last)))
        async with asyncio.timeout(WITHIN):
            while not all(site.play.notifier.streams for site in sites):
                await asyncio.sleep(0.001)
        try:
            yield
        except BaseException:
            for task in tasks:
                task.cancel()
            raise
        real, other = await asyncio.gather(*tasks)
        if real != other:
            message = f"{asked}, while it goes on: {_difference(real, other)}"
            raise Leak(message)

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
        """Compare the metrics, and how often each thing happened if both services are asked the same; raises Leak."""
        asked = Ask("GET", "/metrics")
        texts = [_OF_MACHINE.sub(b"", (await site.ask(asked))[0].body) for site in (self.real, self.other)]
        if self.is_alone and texts[0] == texts[1]:
            return
        mine, theirs = [_samples(text, is_alone=self.is_alone) for text in texts]
        if not self.is_alone:
            # this service answers more people than the other
            mine = {key: value for key, value in mine.items() if value is not None or key in theirs}
        if mine != theirs:
            changed = {key: (mine.get(key), theirs.get(key)) for key in mine.keys() ^ theirs.keys()} or {
                key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]
            }
            message = f"/metrics: {changed}"
            raise Leak(message)

    def logs(self) -> None:
        """Compare what was logged since the start, those of background tasks too; raises Leak."""
        mine, theirs = [{msgspec.json.encode(each) for each in _told(site.log)} for site in (self.real, self.other)]
        if mine != theirs:
            message = f"the log says {sorted(mine - theirs)[:3]} and {sorted(theirs - mine)[:3]}"
            raise Leak(message)


def _timeless(answer: Answer, asked: Ask) -> Answer:
    body = _OF_CLOCK.sub(rb'"\1":"now"', answer.body)
    return answer._replace(body=_ID.sub(b'"id":"any"', body) if asked.path.endswith(_WITH_IDS) else body)


def _difference(real: Answer, other: Answer) -> str:
    if real.status != other.status:
        return f"{real.status} and {other.status}: {real.body[:300]!r} and {other.body[:300]!r}"
    headers = set(real.headers) ^ set(other.headers)
    place = next((n for n, (a, b) in enumerate(zip(real.body, other.body, strict=False)) if a != b), -1)
    start = max(0, place - 120)
    return f"headers {sorted(headers)}; body {real.body[start : place + 80]!r} and {other.body[start : place + 80]!r}"


def _lines(lines: list[str], asked: Ask) -> list[dict[str, Any]]:
    """Return what was logged during a request; a stream that ends meanwhile has its own line whenever it ends."""
    return [line for line in _told(lines) if line.get("path") in {None, asked.path}]


def _told(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Return what lines say, apart from the time."""
    found: Iterator[dict[str, Any]] = map(msgspec.json.decode, lines)
    return ({name: value for name, value in line.items() if name not in _OF_TIME} for line in found)


def _samples(text: bytes, *, is_alone: bool) -> dict[tuple[str, tuple[tuple[str, str], ...]], float | None]:
    """Return the metrics of a text by name and labels.

    Without `is_alone` the value of what says how often something happened is None. Histograms of durations then have
    the sum 0.
    """
    found: dict[tuple[str, tuple[tuple[str, str], ...]], float | None] = {}
    # to parse a line takes longer than to answer most requests
    for family in text_string_to_metric_families((text if is_alone else _OF_LOAD.sub(b"", text)).decode()):
        for sample in family.samples:
            is_sum = sample.name.endswith("_seconds_sum") and sample.value != 0
            is_count = family.type == "histogram" and not (is_sum or is_alone)
            key = sample.name, tuple(sorted(sample.labels.items()))
            found[key] = None if is_count or "lag" in family.name else sample.value
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
