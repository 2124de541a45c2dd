"""Consents: what an app asks a person for, and what the person has decided."""

import hashlib
import re
import time
from collections.abc import Mapping

from authlib.oauth2.rfc6749 import OAuth2Error

from domain.kernel.values import Value
from service.apps import rows
from service.apps.library import MOST_CLIENT, is_client
from service.apps.protocol import Protocol, explained
from service.apps.redirects import shown_host, with_parameters
from service.apps.values import CODE, SECONDS_OF, Allowed, Asked, Duration
from service.core.keys.base64url import decoded, encoded
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from service.people.credentials import Scope, allowed_by, digest_of, secret_of
from service.people.quotas.caps import CapReachedError
from service.people.rows import lock_account, lock_player
from service.people.sessions.challenges import PasskeyRefusedError, check_challenge, new_challenge, use_challenge
from service.people.tokens import Token

MOST_ATTEMPTS = 10
"""The maximum number of wrong user codes of a player within an hour (RFC 8628 5.1)."""

_ATTEMPTS_WITHIN = 3600.0
_DECIDED = "you have decided about this request already: begin again in the app"
_USER_CODE = re.compile(r"[A-Z]{8}")


class RefusedRequestError(Exception):
    """The request of an app is not valid. Carries the reason, for people."""

    def __init__(self, reason: str, back: str | None = None) -> None:
        super().__init__(reason)
        self.back = back
        """The redirect URI with the error, for a person who wants to go back; None: the URI itself is not valid."""


class UnknownDeviceError(Exception):
    """No device waits for this code: it is mistyped or expired, or was decided about."""


class ConsentRefusedError(Exception):
    """The one-time value of a consent is not accepted. Carries the reason."""


class ScopeBeyondError(Exception):
    """An app asks for more than the session may do. Carries the first such scope."""


class Device(Value, frozen=True):
    """A device that waits, by its user code."""

    user_code: str
    asked: Asked


class Begun(Value, frozen=True):
    """A consent that a page asks a person for."""

    asked: Asked
    value: str
    """The one-time value with which the person decides."""
    expires_at: str


class Decision(Value, frozen=True):
    """What a person has decided."""

    value: str
    is_allowed: bool
    duration: Duration


def asked_by(parameters: Mapping[str, str], issuer: str) -> Asked:
    """Return what the parameters of an authorization request ask for (RFC 6749 4.1.1). Raises RefusedRequestError.

    The address of an app that is registered nowhere is not trusted before a person has decided: no error is sent there
    by itself, or this site would be an open redirector (RFC 9700 4.11.2).
    """
    if not is_client(parameters.get("client_id", "")):
        message = f"`client_id` has to be the name or address of the app: 1 to {MOST_CLIENT} characters of ASCII"
        raise RefusedRequestError(message)
    uri = parameters.get("redirect_uri", "")
    if shown_host(uri) is None:
        message = (
            "`redirect_uri` has to be the whole address to which the answer goes: https, http to 127.0.0.1, [::1] or "
            "localhost, or a private scheme with a dot; without user and fragment"
        )
        raise RefusedRequestError(message)
    try:
        return Protocol().checked(parameters)
    except OAuth2Error as error:
        state = {"state": parameters["state"]} if "state" in parameters else {}
        answer = explained({name: value for name, value in error.get_body() if value}) | state
        reason = answer.get("error_description") or str(error.error)
        raise RefusedRequestError(reason, with_parameters(uri, {**answer, "iss": issuer})) from None


class Consents:
    """Begins consents, and stores what people decide."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def begin(self, asked: Asked, session: Token) -> Begun:
        """Return the consent to what an app asks for, for a session."""
        return self._begun(asked, session, _request_of(asked))

    def begin_device(self, user_code: str, session: Token) -> Begun:
        """Return the consent to what a device asks for. Raises UnknownDeviceError and CapReachedError."""
        with self._database.writing() as cursor:
            lock_player(cursor, session.player)
            _check_attempts(cursor, session.player)
            device = rows.device_by_user_code(cursor, plain_user_code(user_code))
            is_waiting = device is not None and device.is_allowed is None
            if not is_waiting:
                _note_attempt(cursor, session.player)
        if device is None or not is_waiting:
            raise UnknownDeviceError
        return self._begun(device.asked, session, f"device {device.digest}")

    def decide(self, asked: Asked, session: Token, decision: Decision, issuer: str) -> str:
        """Store a decision, and return the redirect URI with the answer. A repetition has the same answer.

        Raises ConsentRefusedError, ScopeBeyondError and TokenRevokedError.
        """
        assert asked.redirect_uri is not None
        challenge = self._checked(asked, session, decision, _request_of(asked))
        code = secret_of(CODE, self._accounts.derived("authorization code", decision.value))
        with self._database.writing() as cursor:
            lock_account(cursor, session.player, session.id)
            if not _is_first(cursor, challenge):
                _check_same(cursor, digest_of(code), decision)
            elif decision.is_allowed:
                rows.insert_code(cursor, digest_of(code), asked, _allowed(session, decision))
        refused = {"error": "access_denied", "error_description": "the person has refused the request"}
        answer = {"code": code} if decision.is_allowed else refused
        state = {} if asked.state is None else {"state": asked.state}
        return with_parameters(asked.redirect_uri, {**answer, **state, "iss": issuer})

    def decide_device(self, user_code: str, session: Token, decision: Decision) -> None:
        """Store a decision about a device; a repetition has no effect.

        Raises UnknownDeviceError, CapReachedError, ConsentRefusedError, ScopeBeyondError and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, session.player, session.id)
            _check_attempts(cursor, session.player)
            device = rows.device_by_user_code(cursor, plain_user_code(user_code))
            if device is None:
                _note_attempt(cursor, session.player)
            else:
                self._decide(cursor, device, session, decision)
        if device is None:
            raise UnknownDeviceError

    def _decide(self, cursor: Cursor, device: rows.DeviceRow, session: Token, decision: Decision) -> None:
        challenge = self._checked(device.asked, session, decision, f"device {device.digest}")
        if _is_first(cursor, challenge):
            allowed = _allowed(session, decision) if decision.is_allowed else None
            if not rows.write_decision(cursor, device, allowed, session.player):
                raise UnknownDeviceError
        elif device.is_allowed is not decision.is_allowed:
            raise ConsentRefusedError(_DECIDED)

    def _begun(self, asked: Asked, session: Token, request: str) -> Begun:
        challenge, expires_at = new_challenge(self._accounts, "consent", f"{session.id} {request}")
        return Begun(asked, encoded(challenge), expires_at)

    def _checked(self, asked: Asked, session: Token, decision: Decision, request: str) -> bytes:
        """Return the challenge in a decision. Raises ConsentRefusedError and ScopeBeyondError."""
        try:
            challenge = decoded(decision.value)
            check_challenge(self._accounts, challenge, "consent", f"{session.id} {request}")
        except (PasskeyRefusedError, ValueError):
            message = "this consent is for another request or session, or older than 5 minutes: load the page again"
            raise ConsentRefusedError(message) from None
        beyond = missing_scopes(asked, session)
        if decision.is_allowed and beyond:
            raise ScopeBeyondError(beyond[0])
        return challenge


def missing_scopes(asked: Asked, session: Token) -> tuple[Scope, ...]:
    """Return the scopes that an app asks for and the session lacks."""
    return tuple(sorted(allowed_by(asked.scopes) - allowed_by(session.scopes)))


def plain_user_code(text: str) -> str:
    """Return a user code as it is stored, however it was typed; the text itself if it is none."""
    letters = re.sub(r"[^A-Z]", "", text.upper())
    return f"{letters[:4]}-{letters[4:]}" if _USER_CODE.fullmatch(letters) else text


def _request_of(asked: Asked) -> str:
    """Return a digest of a request, to which its consent is bound."""
    parts = (
        asked.client,
        asked.redirect_uri or "",
        " ".join(asked.scopes),
        asked.challenge,
        asked.state or "",
        asked.game or "",
        asked.tournament or "",
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _allowed(session: Token, decision: Decision) -> Allowed:
    return Allowed(session.player, SECONDS_OF[decision.duration], session.creates_until, session.ends_with)


def _is_first(cursor: Cursor, challenge: bytes) -> bool:
    try:
        use_challenge(cursor, challenge)
    except PasskeyRefusedError:
        return False
    return True


def _check_same(cursor: Cursor, code: str, decision: Decision) -> None:
    """Raise ConsentRefusedError if the first decision with a one-time value was another one, or its code is used up."""
    was_allowed = rows.code_of(cursor, code) is not None or rows.grant_by_code(cursor, code) is not None
    if was_allowed is not decision.is_allowed:
        raise ConsentRefusedError(_DECIDED)


def _note_attempt(cursor: Cursor, player: str) -> None:
    """Count a wrong user code."""
    note = "INSERT INTO user_code_attempts (player, at) VALUES (?,?)"
    cursor.execute(note, (player, timestamp_at(time.time())))


def _check_attempts(cursor: Cursor, player: str) -> None:
    began = timestamp_at(time.time() - _ATTEMPTS_WITHIN)
    cursor.execute("DELETE FROM user_code_attempts WHERE at <= ?", (began,))
    if cursor.count("user_code_attempts WHERE player=?", (player,)) >= MOST_ATTEMPTS:
        raise CapReachedError("user_codes", MOST_ATTEMPTS, int(_ATTEMPTS_WITHIN))
