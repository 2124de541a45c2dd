"""Follows the messages of all processes, while somebody listens, and wakes the streams of their topics."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from service.core.store.timeouts import with_timeout
from service.talk.rows import Message
from service.talk.talk import Talk

INTERVAL = 1.0
"""Seconds between two looks for messages of other processes."""

PACE = 0.05
"""Seconds between a message of this process and its sending, so that many messages wake each stream once."""

PAGE = 500
"""Changes in one read."""

KEPT = 100
"""The last changes of a topic that are in memory for its streams. Others read the database."""

AT_A_TIME = 64
"""Streams that are woken before the event loop gets a turn."""


class Listener(Protocol):
    """A stream that sends messages."""

    def moved(self) -> None:
        """Send what is new."""
        ...

    def rewind(self, last: int) -> None:
        """Report that the database has lost all changes after a number."""
        ...


class Feed:
    """The last changes of one topic, which its streams share."""

    def __init__(self, position: int) -> None:
        self.floor = position
        """All changes after this number, up to `upto`, are in `changes`."""
        self.upto = position
        self.changes: list[Message] = []
        # in the order in which they joined: that of a set would differ in each run of a simulation
        self.listeners: dict[Listener, None] = {}
        self._frames: dict[tuple[int, bool], bytes] = {}

    def add(self, changes: list[Message]) -> None:
        """Add changes, and forget old ones: also what is replaced, so that no stream sends a text that was removed."""
        newer = {each.id for each in changes}
        kept = [each for each in self.changes if each.id not in newer] + changes
        self.upto = changes[-1].changed
        if len(kept) > KEPT:
            self.floor = kept[-KEPT - 1].changed
            kept = kept[-KEPT:]
        known = {each.changed for each in kept}
        self.changes = kept
        self._frames = {key: frame for key, frame in self._frames.items() if key[0] in known}

    def frame(self, message: Message, make: Callable[[Message], bytes], *, as_sse: bool) -> bytes:
        """Return the frame of a change, made once for all streams; of an old one, which a slow stream has read."""
        found = self._frames.get((message.changed, as_sse))
        if found is None:
            found = make(message)
            if message.changed > self.floor:
                self._frames[message.changed, as_sse] = found
        return found


class TalkFollower:
    """Reads new messages once for all streams of this process. Without streams it reads nothing."""

    def __init__(self, talk: Talk, caught_up: Callable[[], Awaitable[None]] | None = None) -> None:
        """`caught_up` returns once this process knows the games as they were when it was called; None: it does."""
        self._talk = talk
        self._caught_up = caught_up
        self._feeds: dict[str, Feed] = {}
        self._position = 0

    @property
    def streams(self) -> int:
        """The number of streams that follow messages."""
        return sum(len(feed.listeners) for feed in self._feeds.values())

    def join(self, topic: str, listener: Listener, position: int) -> Feed:
        """Wake a listener after changes of a topic. It has those up to a position."""
        if not self._feeds:
            self._position = position
        feed = self._feeds.get(topic)
        if feed is None:
            feed = self._feeds[topic] = Feed(self._position)
        feed.listeners[listener] = None
        return feed

    def leave(self, topic: str, listener: Listener) -> None:
        """Wake a listener no longer."""
        feed = self._feeds.get(topic)
        if feed is not None:
            feed.listeners.pop(listener, None)
            if not feed.listeners:
                del self._feeds[topic]

    async def step(self) -> float | None:
        """Read the changes since the last step, and wake the streams of their topics."""
        while self._feeds:
            position = self._position
            found, last = await with_timeout(partial(self._talk.changes, position, PAGE))
            if self._position == position and found and last >= position and self._caught_up is not None:
                # who sits where decides who may read a message
                await self._caught_up()
            if self._position != position:
                # all streams have left, and the first of others has joined with a position of its own
                continue
            if last < position:
                # a server that took over after a failover has lost commits
                self._position = last
                for feed in self._feeds.values():
                    feed.floor = feed.upto = last
                    feed.changes.clear()
                    for listener in list(feed.listeners):
                        listener.rewind(last)
                continue
            await self._publish(found)
            if len(found) < PAGE:
                break
        return None

    async def _publish(self, found: list[Message]) -> None:
        topics: dict[str, list[Message]] = {}
        for message in found:
            topics.setdefault(message.topic, []).append(message)
        for topic, changes in topics.items():
            if (feed := self._feeds.get(topic)) is not None:
                feed.add(changes)
        if found:
            self._position = found[-1].changed
        for topic in topics:
            feed = self._feeds.get(topic)
            for number, listener in enumerate(list(feed.listeners) if feed else (), 1):
                listener.moved()
                if not number % AT_A_TIME:
                    await asyncio.sleep(0)
