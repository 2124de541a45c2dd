"""The use cases of apps: get, check and revoke tokens; list and end grants."""

from collections.abc import Mapping

from msgspec.structs import replace

from service.apps import rows
from service.apps.library import DEVICE_CODE_GRANT_TYPE
from service.apps.protocol import Protocol, Reply
from service.apps.values import Grant
from service.core.store.database import Cursor, Database
from service.people.accounts import Accounts
from service.people.credentials import digest_of
from service.people.quotas.caps import CapReachedError
from service.people.request_keys import KeyedRequest
from service.people.rows import delete_grants, lock_player
from service.people.tokens import Token

MOST_DEVICES = 20
"""The maximum number of devices of an address that wait for a person."""


class Apps:
    """Gives apps their tokens, and ends what players have allowed them."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def token(self, parameters: Mapping[str, str]) -> Reply:
        """Answer a request to the token endpoint (RFC 6749 3.2).

        The account transaction, which only one process holds at a time, begins only for what is stored: an unknown
        secret costs a read, and a poll of a device that still waits a row of its own.
        """
        with self._database.reading() as cursor:
            needed = _needed(cursor, parameters)
            if needed == "nothing":
                return Protocol(cursor).token(parameters)
        if needed == "poll":
            with self._database.writing() as cursor:
                device = rows.device_of(cursor, digest_of(parameters["device_code"]))
                if device is None or device.allowed is None:
                    return Protocol(cursor).token(parameters)
        with self._accounts.changing() as change:
            return Protocol(change.cursor, change).token(parameters)

    def revoke(self, parameters: Mapping[str, str]) -> Reply:
        """Answer a request to end a token, which ends its grant (RFC 7009)."""
        with self._database.reading() as cursor:
            if Protocol(cursor).known(parameters.get("token", "")) is None:
                return Protocol(cursor).endpoint("revocation", parameters)
        with self._accounts.changing() as change:
            return Protocol(change.cursor, change).endpoint("revocation", parameters)

    def introspect(self, parameters: Mapping[str, str], issuer: str, caller: Token | None) -> Reply:
        """Answer a request for what a token is worth (RFC 7662)."""
        with self._database.reading() as cursor:
            return Protocol(cursor, issuer=issuer, caller=caller).endpoint("introspection", parameters)

    def begin_device(self, parameters: Mapping[str, str], issuer: str, source: str) -> Reply:
        """Answer a device that asks for access (RFC 8628 3.1). Raises CapReachedError.

        `source` is the address of the device, which is stored as a keyed digest.
        """
        digest = self._accounts.derived("device address", source).hex()
        with self._database.writing() as cursor:
            if rows.count_devices(cursor, digest) >= MOST_DEVICES:
                raise CapReachedError("devices", MOST_DEVICES, 60)
            return Protocol(cursor, issuer=issuer, source=digest).endpoint("device_authorization", parameters)

    def grants(self, player: str) -> list[Grant]:
        """Return what a player allows to apps, oldest first."""
        with self._database.reading() as cursor:
            found = rows.grants_of(cursor, player)
            tokens = {grant.id: rows.access_tokens_of(cursor, grant.id) for grant in found}
        return [replace(grant, last_used_at=self._last_use(grant, tokens[grant.id])) for grant in found]

    def _last_use(self, grant: Grant, tokens: list[str]) -> str | None:
        """Return the last use of a grant, also one that is not stored yet."""
        held = [token for each in tokens if (token := self._accounts.token(each)) is not None]
        uses = [grant.last_used_at, *(self._accounts.with_last_use(token).last_used_at for token in held)]
        return max(filter(None, uses), default=None)

    def grant(self, player: str, grant: str) -> Grant | None:
        """Return a grant of a player."""
        with self._database.reading() as cursor:
            found = rows.grant_by_id(cursor, grant)
        return found if found is not None and found.player == player else None

    def end(self, grant: Grant, keyed: KeyedRequest | None = None) -> bool:
        """End a grant, with all that was made with it. Return whether an earlier request with the key did."""

        def find(cursor: Cursor) -> list[str]:
            lock_player(cursor, grant.player)
            delete_grants(cursor, [grant.id])
            return [grant.id]

        return self._accounts.revoking(find, keyed)


def _needed(cursor: Cursor, parameters: Mapping[str, str]) -> str:
    """Return which transaction a request needs: `nothing` stored is concerned, a `poll`, or the account's."""
    if parameters.get("grant_type") == DEVICE_CODE_GRANT_TYPE:
        device = rows.device_of(cursor, digest_of(parameters.get("device_code", "")))
        return "nothing" if device is None else "poll" if device.allowed is None else "change"
    code, refresh = digest_of(parameters.get("code", "")), digest_of(parameters.get("refresh_token", ""))
    is_known = (
        rows.code_of(cursor, code) is not None
        or rows.grant_by_code(cursor, code) is not None
        or rows.refresh_token_of(cursor, refresh) is not None
    )
    return "change" if is_known else "nothing"
