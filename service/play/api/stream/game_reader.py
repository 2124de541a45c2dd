"""The stream of one game: past events first, then new ones from the relay of the game."""

from collections.abc import Callable

import msgspec
from litestar.types import Send

from domain.game.game import Game
from projections.history import AnyViewer
from service.core.store.failpoints import at_point
from service.play.api.stream.asides import Aside
from service.play.api.stream.awaiting import awaiting_frame
from service.play.api.stream.connection import CHUNK, StreamConnection
from service.play.api.stream.packing import Chain
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.relay import Relay, frame_of
from service.play.texts import Texts


# not a Value: it holds functions, so the garbage collector has to see it
class StreamAsked(msgspec.Struct, frozen=True):
    """The parameters of a stream."""

    game: str
    viewer: AnyViewer
    after: int
    """Only events with higher versions."""
    follow: bool
    """Whether to wait for new events after the last one."""
    as_sse: bool
    """Whether to send server-sent events; otherwise lines of JSON."""
    may_go_on: Callable[[Game], bool]
    """Whether the reader may see the game in this state."""
    closing: Callable[[Loaded], bytes]
    """Returns the line with the signed head, which ends the stream of a finished game."""
    until: str | None = None
    """The expiry time of the token or invitation; None: no expiry."""
    texts: Texts | None = None
    """The sentences of the events and open decisions; None: without."""
    awaiting: bool = False
    """Whether to send the open decisions after each batch."""
    aside: Aside | None = None
    """What the stream sends besides; None: nothing."""
    is_packed: bool = False
    """Whether the stream is compressed."""


class Reader(StreamConnection[Loaded]):
    """Sends the events of a game to one connection. Its only position is the version and head of the last one sent."""

    def __init__(self, play: Play, asked: StreamAsked, send: Send) -> None:
        super().__init__(send, as_sse=asked.as_sse, until=asked.until, is_packed=asked.is_packed)
        self._play = play
        self._asked = asked
        self._after = asked.after
        self._head: str | None = None
        """The head at `_after`; None before the first load."""
        self._awaited = -1
        """The version at which the open decisions were sent last."""
        self._game: Game | None = None
        """The game at the last load."""

    @property
    def goes_first(self) -> bool:
        """Whether the reader has a seat."""
        return isinstance(self._asked.viewer, int)

    async def send_all(self) -> None:
        """Send the events, and the signed head of a game that is over.

        The stream ends early if the log no longer has the last event that was sent.
        """
        aside = self._asked.aside
        if aside is None:
            await self._send_all()
            return
        aside.follow(self.wake)
        try:
            await self._send_all()
        finally:
            aside.leave()

    async def _send_all(self) -> None:
        notifier = self._play.notifier
        while True:
            loaded = await self._play.load(self._asked.game)
            self._game = loaded.game
            if not self._is_continued_by(loaded):
                return
            self._move_to(loaded, self._after)
            await self._catch_up(loaded)
            if not self._asked.may_go_on(loaded.game):
                return
            if self._after < loaded.game.version:
                # the game has advanced during the last send
                continue
            if loaded.game.is_over:
                # the signed head proves which events were sent
                line = self._asked.closing(loaded)
                # by the id, a browser that connects again is answered with 204, and ends
                statement = b"id: %d\nevent: statement\ndata: %b\n\n"
                await self.hand_over(statement % (self._after, line) if self.as_sse else line + b"\n")
            if loaded.game.is_over or not self._asked.follow:
                return
            if notifier.is_closing:
                await self.send_closing_remark()
                return
            await self._send_aside(loaded.game)
            if self._is_behind(await self._play.load(self._asked.game)):
                # new events were appended, or sent ones lost, during the sends
                continue
            await self.live(notifier.relay(self._asked.game, self._play.load))

    def has_access(self) -> bool:
        """Whether the reader may still see the game."""
        return self._game is None or self._asked.may_go_on(self._game)

    async def _catch_up(self, loaded: Loaded) -> None:
        """Send the events up to the current version while the reader may see them, then the open decisions."""
        # the loaded game may advance during each send
        while self._after < (last := loaded.game.version) and self._asked.may_go_on(loaded.game):
            end = min(self._after + CHUNK, last)
            await self.hand_over(self._events(loaded, self._after, end))
            at_point("stream")
            self._move_to(loaded, end)
        game = loaded.game
        if self._sends_awaiting(game) and self._awaited < game.version and self._asked.may_go_on(game):
            self._awaited = game.version
            await self.hand_over(self._awaiting(loaded))

    async def _send_aside(self, game: Game) -> None:
        """Send what is new besides the events, as far as the reader may see it in this state of the game."""
        aside = self._asked.aside
        if aside is not None and aside.has_new and (frame := await aside.take(game)):
            await self.hand_over(frame)

    def _is_behind(self, latest: Loaded) -> bool:
        """Whether there is something to send, or the log has lost what was sent."""
        if self._asked.aside is not None and self._asked.aside.has_new:
            return True
        return self._after < latest.game.version or not self._is_continued_by(latest)

    def _is_continued_by(self, loaded: Loaded) -> bool:
        """Whether the log still has the last event that was sent.

        After a failover that lost commits, the game may be shorter or have another event at this version.
        """
        return self._after <= loaded.game.version and self._head in {None, _head_at(loaded, self._after)}

    def _move_to(self, loaded: Loaded, version: int) -> None:
        self._after, self._head = version, _head_at(loaded, version)

    def offer(self, relay: Relay[Loaded], item: Loaded) -> None:
        """Send the new events and the open decisions, or wake the reader."""
        if not self.is_live:
            return
        game = item.game
        after, last = self._after, game.version
        if game.is_over or self._play.notifier.is_closing or last > after + CHUNK or not self._is_continued_by(item):
            self.wake()
        elif last > after:
            if self._asked.may_go_on(game):
                asked = self._asked
                words = asked.texts and (asked.texts.language, asked.texts.own)
                key = (asked.viewer, self.as_sse, asked.awaiting, words)
                frame = relay.frame((*key, after, last), lambda: self._frame(item, after, last))
                self._move_to(item, last)
                self._awaited = last
                self.pass_on(relay.kept(key, Chain).link(after, last, frame) if asked.is_packed else frame)
            else:
                self.wake()

    def _frame(self, loaded: Loaded, after: int, last: int) -> bytes:
        frame = self._events(loaded, after, last)
        if self._sends_awaiting(loaded.game):
            frame += self._awaiting(loaded)
        return frame

    def _events(self, loaded: Loaded, after: int, last: int) -> bytes:
        return frame_of(loaded, self._asked.viewer, after, last, as_sse=self.as_sse, texts=self._asked.texts)

    def _awaiting(self, loaded: Loaded) -> bytes:
        return awaiting_frame(loaded, self._asked.viewer, as_sse=self.as_sse, texts=self._asked.texts)

    def _sends_awaiting(self, game: Game) -> bool:
        return self._asked.awaiting and not game.is_over


def _head_at(loaded: Loaded, version: int) -> str:
    return loaded.entries[version - 1].head if version else ""
