"""The use case of challenges and rematches: ask, agree, decline, cancel. A meeting that all agree to gets its game."""

import contextlib
import datetime
import random
from collections.abc import Callable, Collection, Generator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.game.events import BOT
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_of
from service.meeting.limits import DAY, check_challenge, check_rate
from service.meeting.rows import (
    KEPT_FOR,
    MEETING_LOCK,
    Meeting,
    Reason,
    State,
    agree,
    are_known,
    change,
    changes_after,
    changes_of,
    delete_ended,
    due_meetings,
    erase_meetings,
    insert_meeting,
    is_any_pending,
    last_change,
    lock_meetings,
    meeting_of,
    meetings_of,
    note_refused,
    rematch_of,
)
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, id_of_request, is_repeated
from service.people.rows import lock_account

MayMeet: TypeAlias = Callable[[Cursor, str, str], bool]
"""Whether two players may be brought together, in the transaction that would do it. The order says nothing."""

Occasion: TypeAlias = Literal["asked", "agreed", "declined", "paired"]
"""What players are told of a meeting: it waits for their answer, its game begins, a player declines, a pool pairs."""

Telling: TypeAlias = Callable[[Cursor, Occasion, Meeting, Collection[str], str], None]
"""Tells players of a meeting, in the transaction that changes it, at a time."""

PAGE = 50
"""Meetings in one step of the background work."""


class MayNotMeetError(Exception):
    """A player does not want to meet another one, or is suspended. It does not say which player."""


class LeftError(Exception):
    """A player has deleted the account meanwhile."""


class NotOpenError(Exception):
    """A meeting does not wait for an answer any more."""


class Meetings:
    """The meetings of all players. The database has everything; `changed` is called after a change of this process."""

    def __init__(self, database: Database, accounts: Accounts, now: Callable[[], str]) -> None:
        """`now` returns the time of the service."""
        self._database = database
        self._accounts = accounts
        self._now = now
        self.may_meet: list[MayMeet] = []
        """Each has to allow that two players meet: in challenges, rematches and pools."""
        self.changed: list[Callable[[], None]] = []
        """Called in the event loop after a meeting was stored or changed."""
        self.telling: list[Telling] = []
        """Called with the players whom another one's request concerns."""
        self._random = random.SystemRandom()
        # in the transaction that deletes the account
        accounts.erasing_locks.append(MEETING_LOCK)
        accounts.erasing.append(erase_meetings)

    def notify(self) -> None:
        """Report a change. Call it in the event loop."""
        for listener in self.changed:
            listener()

    def tell(self, cursor: Cursor, occasion: Occasion, meeting: Meeting, players: Collection[str]) -> None:
        """Tell players of a meeting."""
        now = self._now()
        for each in self.telling:
            each(cursor, occasion, meeting, players, now)

    def are_kept_apart(self, cursor: Cursor, players: Sequence[str]) -> bool:
        """Whether two of these players may not meet."""
        return any(
            not allows(cursor, one, other)
            for number, one in enumerate(players)
            for other in players[number + 1 :]
            for allows in self.may_meet
        )

    def is_suspended(self, player: str) -> bool:
        """Whether a moderator has suspended a player, who gets no seat until the suspension ends."""
        return self._accounts.is_suspended(player)

    def challenge(self, new: Meeting, token: str, keyed: KeyedRequest | None) -> tuple[Meeting, bool]:
        """Store a challenge. Return it, and whether an earlier request with the same key did it.

        `token` is the id of the token of the request. Raises MayNotMeetError, TooManyChallengesError,
        ChallengesFullError, LeftError, KeyReusedError, and TokenRevokedError after the account was deleted.
        """
        by = new.by
        assert by is not None
        with self._counting_refusals(by, new.at), self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            new = replace(new, id=id_of_request(cursor, keyed, "challenge"))
            if is_replayed and (earlier := meeting_of(cursor, new.id)) is not None:
                return earlier, True
            lock_account(cursor, by, token)
            lock_meetings(cursor)
            check_rate(cursor, by, new.at, self._signed_up(by, new.at))
            self._check_players(cursor, new)
            for player in new.missing():
                check_challenge(cursor, by, player, new.at)
            return self._asked(cursor, new), False

    def rematch(self, new: Meeting, token: str) -> Meeting:
        """Ask for a rematch, or join the one that others have asked for; a repetition changes nothing.

        Raises MayNotMeetError, NotOpenError for a rematch that was declined, TooManyChallengesError, LeftError and
        TokenRevokedError.
        """
        assert new.by is not None
        assert new.before is not None
        with self._counting_refusals(new.by, new.at), self._database.writing() as cursor:
            lock_account(cursor, new.by, token)
            lock_meetings(cursor)
            found = rematch_of(cursor, new.before)
            if found is not None:
                found = self._expired(cursor, found)
            if found is None or found.state in {"cancelled", "expired", "failed"}:
                check_rate(cursor, new.by, new.at, self._signed_up(new.by, new.at))
                self._check_players(cursor, new)
                return self._settled(cursor, self._asked(cursor, new), new.by)
            if found.state == "declined" and found.ended_by != new.by:
                message = "a player has declined the rematch: challenge the others instead"
                raise NotOpenError(message)
            if found.state == "declined":
                check_rate(cursor, new.by, new.at, self._signed_up(new.by, new.at))
                self._check_players(cursor, new)
                return self._asked(cursor, new)
            return self._agreed(cursor, found, new.by)

    def rematch_of(self, game: str) -> Meeting | None:
        """Return the last rematch of a game; None: nobody has asked."""
        with self._database.reading() as cursor:
            found = rematch_of(cursor, game)
        return None if found is None else self._as_now(found)

    def accept(self, meeting: str, player: str, token: str) -> Meeting | None:
        """Store that a player agrees; a repetition changes nothing. Return None if the player has no such meeting.

        Raises MayNotMeetError, NotOpenError and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            lock_meetings(cursor)
            found = meeting_of(cursor, meeting)
            if found is None or not found.has(player):
                return None
            return self._agreed(cursor, self._expired(cursor, found), player)

    def end(self, meeting: str, player: str, token: str, reason: Reason | None) -> Meeting | None:
        """Cancel a meeting that a player has asked for, or decline one of others; a repetition changes nothing.

        Return None if the player has no such meeting. Raises NotOpenError and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            lock_meetings(cursor)
            found = meeting_of(cursor, meeting)
            if found is None or not found.has(player):
                return None
            return self._ended(cursor, self._expired(cursor, found), player, reason)

    def _ended(self, cursor: Cursor, found: Meeting, player: str, reason: Reason | None) -> Meeting:
        if found.state in {"cancelled", "declined"} and found.ended_by == player:
            return found
        if found.state != "open":
            raise NotOpenError(_why_not_open(found))
        is_own = found.by == player
        state: State = "cancelled" if is_own else "declined"
        now = self._now()
        ended = {"state": state, "ended_by": player, "ended_at": now}
        found = change(cursor, replace(found, **ended, reason=None if is_own else reason or "no"), now)
        if not is_own:
            # whoever has agreed waits for the game
            self.tell(cursor, "declined", found, set(found.others(player)).difference(found.missing()))
        return found

    def _agreed(self, cursor: Cursor, found: Meeting, player: str) -> Meeting:
        if found.state in {"accepted", "started"}:
            return found
        if found.state != "open":
            raise NotOpenError(_why_not_open(found))
        if player not in found.missing():
            return found
        # whoever has not agreed yet is checked with the own answer: what those two wish is not this player's business
        self._check_may_meet(cursor, player, [each.player for each in found.players if each.has_agreed])
        return self._settled(cursor, agree(cursor, found, player, self._now()), player)

    def _asked(self, cursor: Cursor, new: Meeting) -> Meeting:
        made = insert_meeting(cursor, new)
        self.tell(cursor, "asked", made, made.missing())
        return made

    def _settled(self, cursor: Cursor, found: Meeting, player: str) -> Meeting:
        """Decide who sits where if all have agreed."""
        if found.missing():
            return found
        seating = found.seating or self.drawn(found)
        accepted = change(cursor, replace(found, state="accepted", seating=seating), self._now())
        self.tell(cursor, "agreed", accepted, accepted.others(player))
        return accepted

    def drawn(self, meeting: Meeting) -> tuple[str, ...]:
        """Return the players and bots of a meeting by seat, by lot, as far as no wish decides."""
        others = [each.player for each in meeting.players] + [BOT + bot for bot in meeting.terms.bots]
        if meeting.wish is None or meeting.by is None:
            self._random.shuffle(others)
            return tuple(others)
        others.remove(meeting.by)
        self._random.shuffle(others)
        others.insert(meeting.wish, meeting.by)
        return tuple(others)

    def _check_players(self, cursor: Cursor, new: Meeting) -> None:
        """Raise LeftError or MayNotMeetError if a meeting cannot be asked for.

        Only pairs with the one who asks are looked at. What two others wish must not follow from the reply: the one of
        them who answers later is refused.
        """
        assert new.by is not None
        players = [each.player for each in new.players]
        if not are_known(cursor, players):
            message = "a player has left this site: ask the others instead"
            raise LeftError(message)
        self._check_may_meet(cursor, new.by, players)

    def _check_may_meet(self, cursor: Cursor, player: str, others: Sequence[str]) -> None:
        is_any_suspended = any(map(self.is_suspended, (player, *others)))
        if is_any_suspended or any(self.are_kept_apart(cursor, [player, each]) for each in others if each != player):
            # one message for both: a suspension is the business of its player
            message = "these players do not play with one another: ask somebody else"
            raise MayNotMeetError(message)

    @contextlib.contextmanager
    def _counting_refusals(self, player: str, now: str) -> Generator[None]:
        """Count a request that is refused because of the wish of a player, or anybody could find out all wishes.

        Its transaction is rolled back, so that its idempotency key is free.
        """
        try:
            yield
        except MayNotMeetError:
            day_ago = datetime.datetime.fromisoformat(now) - datetime.timedelta(seconds=DAY)
            with self._database.writing() as cursor:
                lock_account(cursor, player)
                note_refused(cursor, player, now, timestamp_of(day_ago))
            raise

    def _signed_up(self, player: str, now: str) -> str:
        """Return when the account of a player was made."""
        found = self._accounts.player(player)
        return now if found is None else found.created_at

    def _as_now(self, found: Meeting) -> Meeting:
        """Return a meeting as it is at this time: the background work may not have looked yet."""
        if found.state != "open" or found.expires_at > self._now():
            return found
        return replace(found, state="expired", ended_at=found.expires_at)

    def _expired(self, cursor: Cursor, found: Meeting) -> Meeting:
        now = self._as_now(found)
        return change(cursor, now, self._now()) if now.state != found.state else found

    def find(self, meeting: str, player: str) -> Meeting | None:
        """Return a meeting of a player by its id."""
        with self._database.reading() as cursor:
            found = meeting_of(cursor, meeting)
        return None if found is None or not found.has(player) else self._as_now(found)

    def page(self, player: str, *, only_open: bool, before: tuple[str, str] | None, limit: int) -> list[Meeting]:
        """Return meetings of a player, the last changed first. A page may have fewer: some have just expired."""
        with self._database.reading() as cursor:
            found = meetings_of(cursor, player, ("open", "accepted") if only_open else None, before, limit)
        as_now = [self._as_now(each) for each in found]
        return [each for each in as_now if not only_open or each.state in {"open", "accepted"}]

    def started(self, meeting: str, *, failed: bool = False) -> Meeting | None:
        """Store that the game of a meeting runs, or cannot be opened. Return the meeting as it is then.

        A game that runs counts more: another process may have failed before the log had the game.
        """
        with self._database.writing() as cursor:
            lock_meetings(cursor)
            found = meeting_of(cursor, meeting)
            if found is None or found.state not in ({"accepted"} if failed else {"accepted", "failed"}):
                return found
            now = self._now()
            return change(cursor, replace(found, state="failed" if failed else "started", ended_at=now), now)

    def due(self) -> tuple[list[Meeting], int]:
        """Return meetings whose game is to be opened, and the number of those that have just expired."""
        with self._database.reading() as cursor:
            if not is_any_pending(cursor):
                return [], 0
            now = self._now()
            found = due_meetings(cursor, now, PAGE)
        if all(each.state == "accepted" for each in found):
            return found, 0
        with self._database.writing() as cursor:
            lock_meetings(cursor)
            found = due_meetings(cursor, now, PAGE)
            expired = [each for each in found if each.state == "open"]
            for each in expired:
                change(cursor, self._as_now(each), now)
        return [each for each in found if each.state == "accepted"], len(expired)

    def tidy(self) -> None:
        """Delete the meetings that ended long ago."""
        oldest = datetime.datetime.fromisoformat(self._now()) - datetime.timedelta(seconds=KEPT_FOR)
        with self._database.writing() as cursor:
            delete_ended(cursor, timestamp_of(oldest))

    def last(self) -> int:
        """Return the number of the last change."""
        with self._database.reading() as cursor:
            return last_change(cursor)

    def changes(self, after: int, limit: int) -> tuple[list[Meeting], int]:
        """Return the meetings that changed after a number, and the number of the last change."""
        with self._database.reading() as cursor:
            return changes_after(cursor, after, limit), last_change(cursor)

    def changes_of(self, player: str, after: int, limit: int) -> tuple[list[Meeting], int]:
        """Return the meetings of a player that changed after a number, and the number of the last change."""
        with self._database.reading() as cursor:
            return changes_of(cursor, player, after, limit), last_change(cursor)


def _why_not_open(found: Meeting) -> str:
    match found.state:
        case "accepted" | "started":
            return "all players have agreed, and the game has begun"
        case "declined":
            return "a player has declined: challenge again, or somebody else"
        case "cancelled":
            return "it was cancelled: challenge again, or somebody else"
        case "expired":
            return "it has expired: challenge again, or somebody else"
        case "failed":
            return "the game could not be opened: challenge again with other terms"
        case "open":
            return "answers are missing"
