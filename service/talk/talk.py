"""The use case of talk: write, remove, set who may write, mute."""

import uuid
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import lock_account
from service.talk.limits import TalkLimits
from service.talk.rows import (
    LEVELS,
    TALK_LOCK,
    Level,
    Mark,
    Message,
    NewMessage,
    Room,
    absences_among,
    changes_after,
    changes_of,
    erase_talk,
    insert_message,
    last_change,
    level_for_games,
    lock_talk,
    mark_of,
    message_of,
    own_level,
    page_of,
    remove_message,
    set_level,
    set_mark,
    unread,
)

MOST_UNREAD = 100
"""Unread messages that are counted."""


class TalkClosedError(Exception):
    """The level of a topic does not allow this."""


class Posted(Value, frozen=True):
    """A stored message. `is_replayed`: an earlier request with the same idempotency key stored it."""

    message: Message
    is_replayed: bool


class State(Value, frozen=True):
    """Who may write in a topic, and what a player has set and not read."""

    level: Level
    """The level in force."""
    own: Level | None
    """The level that was set here."""
    games: Level | None
    """The level that a tournament sets for its games."""
    mark: Mark
    unread: int
    away: dict[str, str]
    """Until when players are away."""


class Topic(Value, frozen=True):
    """A game or a tournament at which people talk."""

    name: str
    """Its path below /v1, such as `games/…`: a game and a tournament may have the same id."""
    above: str | None = None
    """The tournament of a game; None: it has none."""


def _no_own_limit(_account: str) -> int | None:
    return None


class Talk:
    """The messages of all topics. The database has everything; `written` is called after a change of this process."""

    def __init__(self, database: Database, accounts: Accounts, limits: TalkLimits) -> None:
        self._database = database
        self._accounts = accounts
        self._limits = limits
        self.own_limit: Callable[[str], int | None] = _no_own_limit
        """The messages that an account may write a minute, if an operator has set it; 0: none."""
        self.written: list[Callable[[], None]] = []
        """Called in the event loop after a message was stored or removed."""
        self.hidden_from: list[Callable[[Cursor, str], frozenset[str]]] = []
        """Each returns the authors whose messages a player does not want to read."""
        # in the transaction that deletes the account
        accounts.erasing_locks.append(TALK_LOCK)
        accounts.erasing.append(erase_talk)

    def notify(self) -> None:
        """Report a change. Call it in the event loop."""
        for listener in self.written:
            listener()

    def post(self, topic: Topic, new: NewMessage, token: str, keyed: KeyedRequest | None) -> Posted:
        """Store a message. `token` is the id of the token of the request.

        Raises TalkClosedError, TooManyMessagesError, KeyReusedError, and TokenRevokedError after the account was
        deleted.
        """
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            if (earlier := message_of(cursor, new.id)) is not None:
                if is_replayed:
                    return Posted(earlier, is_replayed=True)
                # the key was forgotten meanwhile, and is used for another message
                new = replace(new, id=str(uuid.uuid4()))
            lock_account(cursor, new.player, token)
            lock_talk(cursor)
            _check_level(level_of(cursor, topic), new.room)
            self._check_limits(cursor, new)
            return Posted(insert_message(cursor, new), is_replayed=False)

    def _check_limits(self, cursor: Cursor, new: NewMessage) -> None:
        own, limits = self.own_limit(new.account), self._limits
        if own == 0:
            message = "a moderator has muted your account: you may read, but not write"
            raise TalkClosedError(message)
        if own is not None:
            limits = replace(limits, of_player=own, of_account=own)
        limits.check(cursor, new, self._signed_up(new))

    def _signed_up(self, new: NewMessage) -> str:
        """Return when the account of an author was made."""
        account = self._accounts.player(new.account) or self._accounts.player(new.player)
        return new.at if account is None else account.created_at

    def remove(self, message: str, topic: str, player: str, now: str) -> bool:
        """Delete the text of a message of a player; return False if the player has written no such message there."""
        with self._database.writing() as cursor:
            lock_talk(cursor)
            found = message_of(cursor, message)
            if found is None or found.player != player or found.topic != topic or found.level is not None:
                return False
            if not found.is_removed:
                remove_message(cursor, message, now)
            return True

    def set_level(self, topic: Topic, new: NewMessage, games: Level | None, token: str) -> None:
        """Set the level of `new`, and say so at the table. `games` is the level of a tournament for its games.

        Without a change nothing is written. Raises TalkClosedError above the level of the tournament, and the errors of
        `post`.
        """
        assert new.level is not None
        with self._database.writing() as cursor:
            lock_account(cursor, new.player, token)
            lock_talk(cursor)
            most = _level_above(cursor, topic)
            if most is not None and LEVELS.index(new.level) > LEVELS.index(most):
                message = f"the tournament allows `{most}` at most: ask a director"
                raise TalkClosedError(message)
            before = own_level(cursor, topic.name), level_for_games(cursor, topic.name)
            if before == (new.level, games):
                return
            self._check_limits(cursor, new)
            set_level(cursor, topic.name, new.level, games)
            if (before[0] or LEVELS[-1]) != new.level:
                insert_message(cursor, new)

    def state(self, topic: Topic, rooms: Sequence[Room], player: str | None, seated: Sequence[str], now: str) -> State:
        """Return the state of a topic for a player, or for a visitor without one. `seated` may be away."""
        with self._database.reading() as cursor:
            return State(
                level=level_of(cursor, topic),
                own=own_level(cursor, topic.name),
                games=level_for_games(cursor, topic.name),
                mark=Mark() if player is None else mark_of(cursor, player, topic.name),
                unread=0
                if player is None
                else unread(cursor, topic.name, rooms, player, self.hidden_in(cursor, player), MOST_UNREAD),
                away=absences_among(cursor, seated, now),
            )

    def mark(self, topic: Topic, player: str, token: str, muted: bool | None, read_at: str | None) -> Mark:
        """Store what a player sets; None: as before. Messages that were read stay read. Raises TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            before = mark_of(cursor, player, topic.name)
            after = Mark(
                before.is_muted if muted is None else muted,
                max(before.read_at or "", read_at or "") or None,
            )
            set_mark(cursor, player, topic.name, after)
            return after

    def hidden(self, player: str | None) -> frozenset[str]:
        """Return the authors whose messages a player does not want to read. A visitor reads all."""
        if player is None or not self.hidden_from:
            return frozenset()
        with self._database.reading() as cursor:
            return self.hidden_in(cursor, player)

    def hidden_in(self, cursor: Cursor, player: str) -> frozenset[str]:
        """Return the same as `hidden` in a transaction. The messages of their guests are hidden, too."""
        return frozenset[str]().union(*(each(cursor, player) for each in self.hidden_from))

    def page(self, topic: Topic, room: Room, before: int | None, limit: int) -> list[Message]:
        """Return messages of a room, newest first."""
        with self._database.reading() as cursor:
            return page_of(cursor, topic.name, room, before, limit)

    def last(self) -> int:
        """Return the number of the last change."""
        with self._database.reading() as cursor:
            return last_change(cursor)

    def changes(self, after: int, limit: int) -> tuple[list[Message], int]:
        """Return the changes of all topics after a number, and the number of the last change."""
        with self._database.reading() as cursor:
            return changes_after(cursor, after, limit), last_change(cursor)

    def changes_of(self, topic: str, after: int, limit: int) -> list[Message]:
        """Return the changes of a topic after a number."""
        with self._database.reading() as cursor:
            return changes_of(cursor, topic, after, limit)


def level_of(cursor: Cursor, topic: Topic) -> Level:
    """Return the level in force: the stricter one of the topic's own and that of the tournament for its games."""
    own: Level = own_level(cursor, topic.name) or LEVELS[-1]
    above: Level = _level_above(cursor, topic) or LEVELS[-1]
    return own if LEVELS.index(own) < LEVELS.index(above) else above


def _level_above(cursor: Cursor, topic: Topic) -> Level | None:
    return None if topic.above is None else level_for_games(cursor, topic.above)


def _check_level(level: Level, room: Room) -> None:
    """Raise TalkClosedError if no one may write in a room."""
    if level == "off":
        message = "talk is turned off here: players and the owner can turn it on"
        raise TalkClosedError(message)
    if level == "players" and room == "spectators":
        message = "only players may write here now"
        raise TalkClosedError(message)
