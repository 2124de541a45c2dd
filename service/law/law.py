"""The use case: the documents in force, their earlier versions, and who has accepted the terms."""

import re
from collections.abc import Mapping

from litestar.types import HTTPScope

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_now
from service.law.documents import Document, Name
from service.law.rows import (
    accept,
    forget_acceptances,
    note_version,
    texts_of,
    versions_of,
    who_accepted,
)
from service.people.accounts import Accounts
from service.people.api.identity import SAFE, Refusal
from service.people.rows import lock_account
from service.people.tokens import GUEST, Player, SigningUp, Token

_WITHOUT_TERMS = re.compile(
    # what ends the account or the sign-in, what accepts, and what changes nothing
    r"/v1/me(/terms|/tokens/[^/]+|/grants/[^/]+|/stream-tickets)?|/v1/sessions(/.*)?|/v1/verifications"
    r"|/v1/games/[^/]+/previews|/oauth/.*|/v1/recoveries|/v1/me/warnings/.*|/v1/digests/.*"
    # appeals, which the terms do not take away
    r"|/v1/me/acts/.*|/v1/me/reports/mark"
)
"""The paths of changes that need no acceptance. That of `/v1/me` is the deletion of the account."""


_ENDS = re.compile(r"/v1/me/(passkeys|calendar-links|pings|pushes|webhooks)/[^/]+")
"""The paths of what a person may delete without acceptance."""


class TermsNotAcceptedError(Exception):
    """A person who signs up has to accept the terms. Carries the version in force."""

    def __init__(self, version: str) -> None:
        super().__init__(words_of(version))
        self.version = version


class VersionUnknownError(Exception):
    """A person accepts a version of the terms that is not in force."""


class Shown(Value, frozen=True):
    """A version of a document in a language."""

    name: Name
    version: str
    since: str
    language: str
    """Empty: the operator does not say which language it is."""
    text: str
    is_in_force: bool


class Law:
    """The documents of this process, and the players who have accepted the terms in force."""

    def __init__(
        self, database: Database, accounts: Accounts, documents: Mapping[Name, Document], *, asks: bool
    ) -> None:
        """`asks`: whether players have to accept the terms."""
        self._database = database
        self._accounts = accounts
        self.documents = documents
        terms = documents.get("terms")
        self.asked = None if terms is None or not asks else terms.version
        """The version of the terms that players have to accept; None: they are not asked."""
        with database.writing() as cursor:
            now = timestamp_now()
            self.since = {name: note_version(cursor, document, now) for name, document in documents.items()}
            """Since when each document is in force in this version."""
        self._accepted: set[str] = set()
        accounts.follow(self._load)
        accounts.signing_up.append(self._check_sign_up)
        accounts.erasing.append(forget_acceptances)

    def _load(self, cursor: Cursor, players: frozenset[str] | None) -> None:
        if self.asked is None:
            return
        found = who_accepted(cursor, self.asked, players)
        self._accepted = found if players is None else (self._accepted - players) | found

    def _check_sign_up(self, cursor: Cursor, player: Player, asked: SigningUp) -> None:
        if self.asked is None:
            return
        if asked.terms != self.asked:
            raise TermsNotAcceptedError(self.asked)
        accept(cursor, player.id, self.asked, player.created_at)
        # memory is right even if the transaction fails: the id is never used again
        self._accepted.add(player.id)

    def has_accepted(self, player: str) -> bool:
        """Return whether a player has accepted the terms in force, or does not have to. Guests do not have to."""
        return self.asked is None or player.startswith(GUEST) or player in self._accepted

    def accept(self, player: str, version: str, token: str) -> None:
        """Store that a player accepts the terms in force. `token` is the id of the token of the request.

        Raises VersionUnknownError for another version, and TokenRevokedError.
        """
        if version != self.asked:
            raise VersionUnknownError
        with self._accounts.changing() as change:
            lock_account(change.cursor, player, token)
            accept(change.cursor, player, version, timestamp_now())
            change.note(player)
        self._accounts.catch_up()

    def check(self, token: Token, scope: HTTPScope) -> Refusal | None:
        """Return why a change of a player who has not accepted the terms in force is refused; None: it is not."""
        if self.asked is None or scope["method"] in SAFE or self.has_accepted(token.player):
            return None
        path = scope["path"].rstrip("/")
        if not path.startswith(("/v1/", "/oauth/")) or _WITHOUT_TERMS.fullmatch(path):
            return None
        if scope["method"] == "DELETE" and _ENDS.fullmatch(path):
            return None
        return Refusal("terms-not-accepted", words_of(self.asked))

    def shown(self, name: Name, language: str, version: str | None) -> Shown | None:
        """Return a document for readers of a language; `version`: an earlier one. None: there is none."""
        document = self.documents.get(name)
        if document is not None and version in {None, document.version}:
            key = document.language_for(language)
            return Shown(name, document.version, self.since[name], key, document.texts[key], is_in_force=True)
        if version is None:
            return None
        with self._database.reading() as cursor:
            found = texts_of(cursor, name, version)
        if found is None:
            return None
        since, texts = found
        key = Document(name, version, texts).language_for(language)
        return Shown(name, version, since, key, texts[key], is_in_force=False)

    def versions(self, name: Name) -> list[tuple[str, str]]:
        """Return the versions of a document and since when each was in force, the newest first."""
        with self._database.reading() as cursor:
            return versions_of(cursor, name)


def words_of(version: str) -> str:
    """Return what a person is told who has not accepted the terms."""
    return f"read the terms at /law/terms, and accept their version {version}"
