"""Passkeys of players: register, list, delete, and sign in (WebAuthn level 3)."""

import uuid
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.keys.base64url import decoded, encoded
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_now
from service.people.accounts import Accounts
from service.people.quotas.caps import CapReachedError
from service.people.request_keys import KeyedRequest, find_request, is_repeated
from service.people.rows import check_in_force, lock_player, spare_session
from service.people.sessions.challenges import (
    PasskeyRefusedError,
    check_challenge,
    new_challenge,
    use_challenge,
)
from service.people.sessions.keys import KnownKey, Site
from service.people.sessions.rows import (
    Passkey,
    delete_expired_passkeys,
    insert_passkey,
    passkey_of_credential,
    passkeys_of,
    token_behind,
    write_sign_count,
)
from service.people.sessions.sessions import KeyedSignIn, NewSession, Sessions
from service.people.tokens import Made, Token, TokenRevokedError

MOST = 20
"""The maximum number of passkeys of a player."""


class Options(Value, frozen=True):
    """The options for an authenticator, and when their challenge expires."""

    options: dict[str, Any]
    expires_at: str


class NewPasskey(Value, frozen=True):
    """A passkey to register: its label, the answer of the authenticator, and the token of the request."""

    label: str
    credential: Mapping[str, Any]
    by: Token


class Passkeys:
    """Registers passkeys, and starts the sessions of players who sign in with them."""

    def __init__(self, database: Database, accounts: Accounts, sessions: Sessions) -> None:
        self._database = database
        self._accounts = accounts
        self._sessions = sessions

    def begin_registration(self, site: Site, player: str) -> Options:
        """Return the options of a new passkey of a player. Raises CapReachedError and TokenRevokedError."""
        known = self.of(player)
        _check_number(known)
        found = self._accounts.player(player)
        if found is None:
            # the account was deleted after the request had found its token
            raise TokenRevokedError
        challenge, expires_at = new_challenge(self._accounts, "registration", player)
        credentials = [decoded(passkey.credential) for passkey in known]
        return Options(_library().creation_options(site, found, challenge, credentials), expires_at)

    def add(self, site: Site, new: NewPasskey, keyed: KeyedRequest | None = None) -> tuple[Passkey, bool]:
        """Register a passkey. Return it, and whether an earlier request with the same key did it.

        Raises PasskeyRefusedError, CapReachedError, KeyReusedError and TokenRevokedError.
        """
        player = new.by.player
        if (earlier := self._earlier(new, keyed)) is not None:
            return earlier, True
        challenge = _library().challenge_in(new.credential)
        check_challenge(self._accounts, challenge, "registration", player)
        verified = _library().verified_registration(site, new.credential, challenge)
        passkey = Passkey(
            id=str(uuid.uuid4()),
            player=player,
            label=new.label,
            credential=encoded(verified.credential_id),
            public_key=verified.credential_public_key.hex(),
            sign_count=verified.sign_count,
            scopes=new.by.scopes,
            expires_at=new.by.creates_until,
            created_at=timestamp_now(),
            ends_with=new.by.ends_with,
        )
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return self._found(cursor, passkey.credential, player), True
            lock_player(cursor, player)
            check_in_force(cursor, new.by.id)
            use_challenge(cursor, challenge)
            delete_expired_passkeys(cursor, player, timestamp_now())
            _check_number(passkeys_of(cursor, player, timestamp_now()))
            passkey = replace(passkey, token_at=token_behind(cursor, new.by, passkey.created_at))
            insert_passkey(cursor, passkey)
        return passkey, False

    def of(self, player: str) -> list[Passkey]:
        """Return the passkeys of a player, oldest first."""
        with self._database.reading() as cursor:
            return passkeys_of(cursor, player, timestamp_now())

    def remove(self, passkey: Passkey, by: Token, keyed: KeyedRequest | None = None) -> bool:
        """Delete a passkey, and end all that was made with it, except the session of the request.

        That session ends with what the passkey would have ended with: what it creates must not end with the passkey,
        and must not outlive the token that made the passkey. If another passkey or token started the session that was
        itself made with the deleted passkey, that one stays too, and ends so.
        """

        def find(cursor: Cursor) -> list[str]:
            lock_player(cursor, passkey.player)
            if by.is_session:
                spare_session(cursor, by.id, passkey.id)
            cursor.execute("DELETE FROM passkeys WHERE id=?", (passkey.id,))
            return [passkey.id]

        is_replayed = self._accounts.revoking(find, keyed)
        self._accounts.catch_up()
        return is_replayed

    def begin_sign_in(self, site: Site) -> Options:
        """Return the options to sign in with any passkey."""
        challenge, expires_at = new_challenge(self._accounts, "sign-in")
        return Options(_library().request_options(site, challenge), expires_at)

    def sign_in(self, site: Site, credential: Mapping[str, Any], label: str, keyed: KeyedSignIn | None) -> Made:
        """Start a session of the player to whom a passkey belongs. Raises PasskeyRefusedError."""
        challenge = _library().challenge_in(credential)
        check_challenge(self._accounts, challenge, "sign-in")
        with self._database.reading() as cursor:
            passkey = passkey_of_credential(cursor, credential["id"], timestamp_now())
        if passkey is None or self._accounts.player(passkey.player) is None:
            raise PasskeyRefusedError(
                "this passkey is unknown here or was deleted. Sign in with another passkey or with your token"
            )
        handle = credential["response"].get("userHandle")
        if handle and handle.rstrip("=") != encoded(passkey.player.encode()):
            raise PasskeyRefusedError(
                "this passkey belongs to another player. Sign in with another passkey or with your token"
            )
        known = KnownKey(bytes.fromhex(passkey.public_key), passkey.sign_count)
        signed = _library().verified_sign_in(site, credential, challenge, known)

        def check(cursor: Cursor) -> None:
            use_challenge(cursor, challenge)
            write_sign_count(cursor, passkey, signed, timestamp_now())

        new = NewSession(
            passkey.player,
            label,
            passkey.scopes,
            started_by=passkey.id,
            until=passkey.expires_at,
            token_at=passkey.led_to_at,
        )
        return self._sessions.start(new, keyed, check)

    def _earlier(self, new: NewPasskey, keyed: KeyedRequest | None) -> Passkey | None:
        if keyed is None:
            return None
        with self._database.reading() as cursor:
            if find_request(cursor, keyed) is None:
                return None
            return self._found(cursor, new.credential["id"], new.by.player)

    def _found(self, cursor: Cursor, credential: str, player: str) -> Passkey:
        found = passkey_of_credential(cursor, credential, timestamp_now())
        if found is None or found.player != player:
            raise PasskeyRefusedError(
                "the passkey of the earlier request was deleted: register it again with another Idempotency-Key"
            )
        return found


def _check_number(known: list[Passkey]) -> None:
    if len(known) >= MOST:
        raise CapReachedError("passkeys", MOST)


def _library():  # noqa: ANN202 - a module
    """Return what verifies answers of authenticators. To import it takes a twentieth of the start."""
    from service.people.sessions import webauthn  # noqa: PLC0415

    return webauthn
