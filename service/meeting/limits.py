"""How often players may ask for a game: an account in all, in its first day, and the same player again and again."""

import datetime
from collections.abc import Sequence

from service.core.store.database import Cursor
from service.core.store.times import timestamp_of
from service.meeting.rows import asked_since, open_between, open_by, open_for, refused_since

HOUR, DAY = 3600, 24 * 3600

PER_HOUR = 30
"""Challenges and requests for a rematch of an account in an hour."""

NEW_FOR = DAY
"""Seconds for which an account is new."""

NEW_PER_DAY = 10
"""The same for a new account, in its first day."""

IN_VAIN = 3
"""Challenges to one player in a day that did not lead to a game."""

MOST_OPEN = 20
"""Open challenges of an account."""

MOST_WAITING = 50
"""Open challenges that wait for the answer of a player."""


class TooManyChallengesError(Exception):
    """A player asks too often."""

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(f"{reason}: wait {seconds} s")
        self.seconds = seconds


class ChallengesFullError(Exception):
    """Too many challenges are open."""


def check_rate(cursor: Cursor, by: str, now: str, since: str) -> None:
    """Raise TooManyChallengesError if a request is one too many. `since` is the time of the account's sign-up.

    The counts are exact: the transaction holds the lock of meetings.
    """
    moment = datetime.datetime.fromisoformat(now)
    times = asked_since(cursor, by, timestamp_of(moment - datetime.timedelta(seconds=DAY)))
    if moment - datetime.datetime.fromisoformat(since) < datetime.timedelta(seconds=NEW_FOR):
        reason = f"an account in its first day may ask for {NEW_PER_DAY} games"
        _check(times, NEW_PER_DAY, DAY, moment, reason)
    _check(times, PER_HOUR, HOUR, moment, f"an account may ask for {PER_HOUR} games an hour")


def check_challenge(cursor: Cursor, by: str, player: str, now: str) -> None:
    """Raise TooManyChallengesError or ChallengesFullError if a challenge to a player is one too many."""
    if open_by(cursor, by, now) >= MOST_OPEN:
        message = f"{MOST_OPEN} challenges of yours are open: cancel one first"
        raise ChallengesFullError(message)
    if open_between(cursor, by, player, now):
        message = "a challenge of yours to this player is open: wait for the answer, or cancel it first"
        raise ChallengesFullError(message)
    if open_for(cursor, player, now) >= MOST_WAITING:
        message = "this player has not answered many challenges: try again later"
        raise ChallengesFullError(message)
    moment = datetime.datetime.fromisoformat(now)
    times = refused_since(cursor, by, player, timestamp_of(moment - datetime.timedelta(seconds=DAY)))
    _check(times, IN_VAIN, DAY, moment, f"you have challenged this player {IN_VAIN} times today in vain")


def _check(times: Sequence[str], most: int, seconds: int, now: datetime.datetime, reason: str) -> None:
    """Raise TooManyChallengesError if as many requests as allowed are younger than some seconds."""
    if len(times) < most:
        return
    # the latest first: when this one is old enough, fewer than the limit are left
    left = seconds - (now - datetime.datetime.fromisoformat(times[most - 1])).total_seconds()
    if left > 0:
        raise TooManyChallengesError(reason, max(1, int(left + 0.999)))
