"""The use case of acts about players."""

import uuid
from typing import assert_never

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.times import timestamp_now
from service.moderation.log import Act, log_act
from service.moderation.recovery import RecoveryLink, make_link
from service.moderation.roles import check_player, check_role, lock_concerned
from service.moderation.values import (
    OF_OPERATORS,
    LiftSuspension,
    MakeRecovery,
    PlayerAct,
    Rename,
    SetLimits,
    SignOutEverywhere,
    Suspend,
    Warn,
)
from service.people.accounts import AccountChange, Accounts
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import note_end_of_all, replace_name
from service.people.tokens import GUEST, Token


class ActRefusedError(Exception):
    """An act is not possible. The message says why and what to do."""


class RankRefusedError(Exception):
    """A moderator may not act about an operator or another moderator, and nobody about himself or herself."""


class Done(Value, frozen=True):
    """What an act has done: its number in the log, and the link that it has made."""

    number: int | None
    """None: nothing had to be done, or an earlier request with the same key has done it."""
    link: RecoveryLink | None = None


class PlayerActs:
    """Does acts about players: rows, and their entry in the log, in one transaction. All processes follow."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def do(self, player: str, act: PlayerAct, by: Token | None, keyed: KeyedRequest | None = None) -> Done:
        """Do an act about a player. `by` is the token of the moderator; None: the command line of the operator.

        Raises ActRefusedError, RankRefusedError, PlayerUnknownError, NameTakenError, KeyReusedError, and
        TokenRevokedError after the token or the role was revoked.
        """
        if player.startswith(GUEST):
            message = "a guest has no account: act about the player who seated the guest"
            raise ActRefusedError(message)
        with self._accounts.changing() as change:
            if is_repeated(change.cursor, keyed):
                return Done(None)
            lock_concerned(change.cursor, player, by)
            if by is not None:
                check_role(change.cursor, by, "operator" if isinstance(act, OF_OPERATORS) else "moderator")
            check_player(change.cursor, player)
            if by is not None:
                _check_rank(change.cursor, player, act, by)
            done = _do(change, player, act, None if by is None else by.player)
            change.note(player)
        self._accounts.catch_up()
        return done


def _check_rank(cursor: Cursor, player: str, act: PlayerAct, by: Token) -> None:
    if player == by.player and not isinstance(act, SetLimits):
        message = "nobody acts about the own account: ask another operator, or use the command line"
        raise RankRefusedError(message)
    ranked = cursor.one("SELECT 1 AS found FROM player_roles WHERE player=?", (player,)) is not None
    is_operator = cursor.one("SELECT 1 AS found FROM player_roles WHERE player=? AND role='operator'", (by.player,))
    if ranked and is_operator is None:
        message = "only an operator acts about operators and moderators: ask one"
        raise RankRefusedError(message)


def _do(change: AccountChange, player: str, act: PlayerAct, by: str | None) -> Done:
    cursor, now = change.cursor, timestamp_now()

    def logged(action: str, until: str | None = None, **details: object) -> int:
        return log_act(cursor, Act(action, by, "player", player, act.reason, until, details))

    match act:
        case Suspend():
            _suspend(cursor, player, act, now)
            return Done(logged("player.suspended", act.until, kind=act.kind))
        case LiftSuspension():
            _lift(cursor, player, now)
            return Done(logged("player.suspension_lifted"))
        case Warn():
            cursor.execute(
                "INSERT INTO player_warnings (id, player, at, reason) VALUES (?,?,?,?)",
                (str(uuid.uuid4()), player, now, act.reason),
            )
            return Done(logged("player.warned"))
        case Rename():
            # logged first, with the former name beside the log
            number = logged("player.renamed")
            replace_name(cursor, player, act.name)
            return Done(number)
        case SignOutEverywhere():
            return Done(logged("player.signed_out", None, **_end_all(change, player)))
        case MakeRecovery():
            link = make_link(cursor, player)
            return Done(logged("player.recovery_made", link.expires_at), link)
        case SetLimits():
            _limit(cursor, player, act)
            return Done(logged("player.limited", requests=act.requests, messages=act.messages))
        case _:
            assert_never(act)


def _suspend(cursor: Cursor, player: str, act: Suspend, now: str) -> None:
    if act.until is not None and act.until <= now:
        message = "the end of the suspension is past: name a later time, or none"
        raise ActRefusedError(message)
    cursor.execute("DELETE FROM suspensions WHERE player=?", (player,))
    cursor.execute(
        "INSERT INTO suspensions (player, kind, since, until, reason) VALUES (?,?,?,?,?)",
        (player, act.kind, now, act.until, act.reason),
    )


def _lift(cursor: Cursor, player: str, now: str) -> None:
    row = cursor.one("DELETE FROM suspensions WHERE player=? RETURNING until", (player,))
    if row is None or (row["until"] is not None and row["until"] <= now):
        message = "the player is not suspended: nothing has to be lifted"
        raise ActRefusedError(message)


def _limit(cursor: Cursor, player: str, act: SetLimits) -> None:
    cursor.execute("DELETE FROM account_limits WHERE player=?", (player,))
    if act.requests is not None or act.messages is not None:
        cursor.execute(
            "INSERT INTO account_limits (player, requests, messages) VALUES (?,?,?)",
            (player, act.requests, act.messages),
        )


def _end_all(change: AccountChange, player: str) -> dict[str, int]:
    """End all tokens, sessions, passkeys, apps and recovery links of a player, and all that they have made.

    The tokens of the player's guests end, too: who had the account may have copied them. Return how many there were.
    """
    cursor = change.cursor
    own = "revoked_at IS NULL AND (player=? OR player IN (SELECT id FROM players WHERE made_by=?))"
    tokens = [row["id"] for row in cursor.all(f"SELECT id FROM tokens WHERE {own}", (player, player))]  # noqa: S608 - a constant
    passkeys = [row["id"] for row in cursor.all("SELECT id FROM passkeys WHERE player=?", (player,))]
    grants = [row["id"] for row in cursor.all("SELECT id FROM grants WHERE player=?", (player,))]
    change.end_grants(grants)
    cursor.execute("DELETE FROM passkeys WHERE player=?", (player,))
    cursor.execute("DELETE FROM authorization_codes WHERE player=?", (player,))
    cursor.execute("DELETE FROM recoveries WHERE player=?", (player,))
    change.end([*tokens, *passkeys])
    note_end_of_all(cursor, player, timestamp_now())
    return {"tokens": len(tokens), "passkeys": len(passkeys), "apps": len(grants)}
