"""How often players may write: in a topic, an account in all, an address, and accounts in their first day."""

import datetime
from collections.abc import Sequence

from domain.kernel.values import Value
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.times import timestamp_of
from service.talk.rows import NewMessage, times_of

WINDOW = 60
"""Seconds within which messages are counted."""

NEW_FOR = 24 * 3600
"""Seconds for which an account is new."""


class TooManyMessagesError(Exception):
    """A player, an account or an address writes too often."""

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(f"{reason}: wait {seconds} s")
        self.seconds = seconds


class TalkLimits(Value, frozen=True):
    """The limits of messages; 0 means none."""

    of_player: int = 0
    """Messages of a player in a topic, per minute."""
    of_account: int = 0
    """Messages of an account in all topics, per minute."""
    pause: int = 0
    """Seconds between two messages of a new account."""

    @classmethod
    def of(cls, settings: Settings) -> "TalkLimits":
        """Return the limits of the settings."""
        return cls(settings.messages, settings.messages_per_account, settings.messages_pause)

    def check(self, cursor: Cursor, new: NewMessage, since: str) -> None:
        """Raise TooManyMessagesError if a message is one too many. `since` is the time of the account's sign-up.

        The counts are exact: the transaction holds the lock of messages.
        """
        now = datetime.datetime.fromisoformat(new.at)
        window = timestamp_of(now - datetime.timedelta(seconds=max(WINDOW, self.pause)))
        by_account = times_of(cursor, new, window, of_account=True)
        is_new = now - datetime.datetime.fromisoformat(since) < datetime.timedelta(seconds=NEW_FOR)
        if self.pause and is_new:
            reason = f"accounts in their first day may write once in {self.pause} s"
            _check(by_account, 1, self.pause, now, reason)
        in_topic = times_of(cursor, new, window, of_account=False)
        _check(in_topic, self.of_player, WINDOW, now, f"a player may write {self.of_player} messages a minute here")
        reason = f"an account may write {self.of_account} messages a minute"
        _check(by_account, self.of_account, WINDOW, now, reason)


def _check(times: Sequence[str], most: int, seconds: int, now: datetime.datetime, reason: str) -> None:
    """Raise TooManyMessagesError if as many messages as allowed are younger than some seconds; 0 allows any number."""
    if not most or len(times) < most:
        return
    # the latest first: when this one is old enough, fewer than the limit are left
    left = seconds - (now - datetime.datetime.fromisoformat(times[most - 1])).total_seconds()
    if left > 0:
        raise TooManyMessagesError(reason, max(1, int(left + 0.999)))
