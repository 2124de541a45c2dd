"""The use case: delete what is older than the operator keeps it, and erase accounts again after a restore."""

import asyncio
import logging
from datetime import datetime, timedelta

from service.core.settings import Settings
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_now, timestamp_of
from service.people.accounts import Accounts
from service.retention.erased import ErasedList
from service.talk.rows import lock_talk, remove_message
from service.talk.talk import Talk

EVERY = 3600.0
"""Seconds between two looks."""

UPGRADED_WITHIN = 7
"""Days within which the last process is started anew in a rolling upgrade from 0.2.0."""

BATCH = 200
"""Rows that a transaction changes."""

_log = logging.getLogger(__name__)


class Retention:
    """Deletes what is old. Several processes may: each row is deleted once."""

    def __init__(self, database: Database, accounts: Accounts, talk: Talk, settings: Settings) -> None:
        """Read the accounts to erase. Raises SettingsError."""
        self._database = database
        self._accounts = accounts
        self._talk = talk
        self._messages, self._tokens = settings.keep_messages, settings.keep_ended_tokens
        self.list = None if settings.erased_file is None else ErasedList(database, settings.erased_file)
        """The deleted accounts that outlive backups; None: the operator keeps no list."""

    async def erase_again(self) -> None:
        """Erase the accounts that were deleted before, and that a restored backup has brought back.

        And what a process of 0.2.0 has left of an account, because it does not know the tables of this release.
        """
        for player in () if self.list is None else self.list.ids:
            if self._accounts.player(player) is not None:
                while await asyncio.to_thread(self._accounts.erase_guests, player):
                    pass
                await asyncio.to_thread(self._accounts.erase, player)
                _log.info("the account %s, which was deleted before, is deleted again", player)
        since = _days_before(timestamp_now(), UPGRADED_WITHIN)
        for player in await asyncio.to_thread(self._accounts.erased_by_0_2_0, since):
            await asyncio.to_thread(self._accounts.erase_left, player)
            _log.info("what release 0.2.0 has left of the account %s, which it has deleted, is deleted", player)

    async def update_list(self) -> None:
        """Add the accounts to the list that were deleted meanwhile."""
        if self.list is not None:
            await asyncio.to_thread(self.list.update)

    async def step(self) -> float:
        """Delete a batch; returns the seconds after which to look again."""
        is_more = await asyncio.to_thread(self.delete_old)
        if is_more:
            self._talk.notify()
        return 0.1 if is_more else EVERY

    def delete_old(self) -> bool:
        """Delete a batch of what is old; return whether there may be more."""
        now = timestamp_now()
        deleted = 0
        if self._messages:
            deleted = max(deleted, self._texts(_days_before(now, self._messages), now))
        if self._tokens:
            deleted = max(deleted, self._traces(_days_before(now, self._tokens)))
        return deleted == BATCH

    def _texts(self, before: str, now: str) -> int:
        """Delete the texts of messages that were written before a time. Their places stay."""
        with self._database.writing() as cursor:
            found = _ids(cursor, "talk_messages WHERE at < ? AND text IS NOT NULL", before)
            if found:
                lock_talk(cursor)
            for message in found:
                remove_message(cursor, message, now)
        return len(found)

    def _traces(self, before: str) -> int:
        """Delete labels and last uses of tokens and sessions that ended before a time.

        The rows stay: idempotency keys and logs refer to their ids.
        """
        with self._database.writing() as cursor:
            ended = "COALESCE(revoked_at, expires_at) < ? AND (label <> '' OR last_used_at IS NOT NULL)"
            found = _ids(cursor, f"tokens WHERE {ended}", before)
            for token in found:
                cursor.execute("UPDATE tokens SET label='', last_used_at=NULL WHERE id=?", (token,))
        return len(found)


def _ids(cursor: Cursor, rows: str, before: str) -> list[str]:
    return [row["id"] for row in cursor.all(f"SELECT id FROM {rows} ORDER BY id LIMIT {BATCH}", (before,))]  # noqa: S608 - our words


def _days_before(now: str, days: int) -> str:
    return timestamp_of(datetime.fromisoformat(now) - timedelta(days=min(days, 36_500)))
