"""The use case: switch sign-up, maintenance and the notice, for all processes."""

import secrets
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from domain.game.game import Game
from domain.ledger.times import micros
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_now, timestamp_of
from service.moderation.log import Act, log_act
from service.people.accounts import Accounts, SigningUp
from service.people.credentials import digest_of
from service.people.tokens import Player
from service.switches.rows import (
    codes_in,
    delete_code,
    forget_codes,
    insert_code,
    note_window,
    put_switch,
    state_in,
    use_code,
)
from service.switches.values import Code, Maintenance, Mode, Notice, SiteState, Window

SITE = "site"
"""The name under which other processes are told of a change."""

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of codes: none looks like another one."""

CODE_LENGTH = 16
"""Characters of a code, in groups of four: 80 bits."""


class SignUpsClosedError(Exception):
    """No one may sign up at the moment."""


class CodeNeededError(Exception):
    """Signing up needs a code that is neither used nor expired."""


class InMaintenanceError(Exception):
    """Nothing can be changed. Carries the maintenance."""

    def __init__(self, maintenance: Maintenance) -> None:
        super().__init__(maintenance.reason)
        self.maintenance = maintenance


class Switches:
    """What is switched. Memory follows the database, as that of the accounts does."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        self._state = SiteState()
        accounts.follow(self._load)
        accounts.signing_up.append(self._check_sign_up)
        accounts.erasing.append(forget_codes)

    def _load(self, cursor: Cursor, names: frozenset[str] | None) -> None:
        if (names is None or SITE in names) and cursor.has_table("site_switches"):
            self._state = state_in(cursor)

    @property
    def sign_ups(self) -> Mode:
        """Who may sign up."""
        return self._state.sign_ups

    @property
    def maintenance(self) -> Maintenance | None:
        """The present maintenance."""
        return self._state.maintenance

    @property
    def notice(self) -> Notice | None:
        """The present notice."""
        notice = self._state.notice
        return notice if notice is not None and notice.until > timestamp_now() else None

    def _check_sign_up(self, cursor: Cursor, player: Player, asked: SigningUp) -> None:
        """Raise SignUpsClosedError or CodeNeededError unless a person may sign up now. Use the code up."""
        # of this transaction: what another process has switched counts
        state = state_in(cursor)
        if state.maintenance is not None:
            raise InMaintenanceError(state.maintenance)
        mode = state.sign_ups
        if mode == "closed":
            raise SignUpsClosedError
        has_code = asked.invitation is not None and use_code(
            cursor, digest_of(code_in(asked.invitation)), player.id, player.created_at
        )
        if mode == "invitation" and not has_code:
            raise CodeNeededError

    def set_sign_ups(self, mode: Mode, reason: str, by: str | None = None) -> None:
        """Switch who may sign up. `by` is the id of an operator; None: the command line."""

        def change(cursor: Cursor, now: str) -> Act:
            put_switch(cursor, "sign_ups", mode, now)
            return Act("site.sign_ups", by, "site", "", reason, details={"mode": mode})

        self._change(change)

    def begin_maintenance(self, reason: str, until: str | None, why: str, by: str | None = None) -> None:
        """Refuse all changes from now on; `reason` is shown to all. One that has begun goes on with the new reason."""

        def change(cursor: Cursor, now: str) -> Act:
            before = state_in(cursor).maintenance
            since = now if before is None else before.since
            put_switch(cursor, "maintenance", msgspec.json.encode(Maintenance(reason, since, until)).decode(), now)
            return Act("site.maintenance_began", by, "site", "", why, until)

        self._change(change)

    def end_maintenance(self, why: str, by: str | None = None) -> bool:
        """Accept changes again; return False if there is no maintenance."""

        def change(cursor: Cursor, now: str) -> Act | None:
            before = state_in(cursor).maintenance
            if before is None:
                return None
            put_switch(cursor, "maintenance", None, now)
            note_window(cursor, Window(before.since, now))
            return Act("site.maintenance_ended", by, "site", "", why)

        return self._change(change)

    def set_notice(self, notice: Notice, why: str, by: str | None = None) -> None:
        """Show a notice on every page, in the place of an earlier one."""

        def change(cursor: Cursor, now: str) -> Act:
            put_switch(cursor, "notice", msgspec.json.encode(notice).decode(), now)
            return Act("site.notice_set", by, "site", "", why, notice.until)

        self._change(change)

    def end_notice(self, why: str, by: str | None = None) -> bool:
        """Show no notice; return False if there is none."""

        def change(cursor: Cursor, now: str) -> Act | None:
            if state_in(cursor).notice is None:
                return None
            put_switch(cursor, "notice", None, now)
            return Act("site.notice_ended", by, "site", "", why)

        return self._change(change)

    def make_code(self, label: str, days: int, by: str | None = None) -> tuple[Code, str]:
        """Make a code to sign up, which is valid for some days; return it with its secret, which is not stored."""
        secret = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        now = timestamp_now()
        until = timestamp_of(datetime.fromisoformat(now) + timedelta(days=days))
        code = Code(str(uuid.uuid4()), label, now, by, until, None, None)

        def change(cursor: Cursor, _: str) -> Act:
            insert_code(cursor, code, digest_of(secret))
            return Act("site.code_made", by, "site", "", "an invitation to sign up", until, {"code": code.id})

        self._change(change)
        return code, "-".join(secret[place : place + 4] for place in range(0, CODE_LENGTH, 4))

    def withdraw_code(self, code: str, by: str | None = None) -> bool:
        """Delete a code; return False if it is unknown or used."""

        def change(cursor: Cursor, _: str) -> Act | None:
            if not delete_code(cursor, code):
                return None
            return Act("site.code_withdrawn", by, "site", "", "an invitation is withdrawn", details={"code": code})

        return self._change(change)

    def codes(self, before: tuple[str, str] | None, limit: int) -> list[Code]:
        """Return a page of codes, the newest first."""
        with self._database.reading() as cursor:
            return codes_in(cursor, before, limit)

    def erased(self) -> list[str]:
        """Return the ids of the accounts that were deleted, each with the time, a line for each."""
        with self._database.reading() as cursor:
            rows = cursor.all("SELECT id, erased_at FROM players WHERE erased_at IS NOT NULL ORDER BY erased_at, id")
            return [f"{row['id']} {row['erased_at']}" for row in rows]

    def _change(self, change: Callable[[Cursor, str], Act | None]) -> bool:
        with self._accounts.changing() as changing:
            act = change(changing.cursor, timestamp_now())
            if act is None:
                return False
            changing.note(SITE)
            log_act(changing.cursor, act)
        self._accounts.catch_up()
        return True

    def put_off(self, game: Game, due: int, now: int) -> int:
        """Return by how many microseconds the running out of a clock that is due is put off.

        It is the time of all maintenances while the clock ran.
        """
        if game.clocks is None or game.paused_until is not None or not self._state.windows:
            return 0
        since = [
            clock.since
            for seat, clock in enumerate(game.clocks.seats)
            if clock.since is not None and game.clocks.due(seat) == due
        ]
        if not since:
            return 0
        return sum(
            max(0, min(micros(window.ended), now) - max(micros(window.began), *since)) for window in self._state.windows
        )


def code_in(text: str) -> str:
    """Return a code as it is stored, from what a person typed."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)
