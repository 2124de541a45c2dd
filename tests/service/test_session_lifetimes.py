"""How long sessions and challenges last, and how many sessions a player has: on the tables, with another time."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.core.store.database import Cursor
from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from service.people.credentials import SCOPES
from service.people.quotas.caps import CapReachedError, Caps
from service.people.sessions.challenges import PasskeyRefusedError
from service.people.sessions.keys import Site as SiteOfPasskeys
from service.people.sessions.passkeys import NewPasskey, Passkeys
from service.people.sessions.sessions import MOST, KeyedSignIn, NewSession, Sessions
from service.people.tokens import DAY, IDLE, LONGEST, GuestErasedError, TokenRevokedError, TokenSpec
from tests.service.browsers import passkey


class Site:
    """The accounts of a database, and a clock that is set forward."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.now = time.time()
        monkeypatch.setattr(time, "time", lambda: self.now)
        self.accounts = Accounts(store.database, Caps(tokens=2))
        self.sessions = Sessions(store.database, self.accounts)
        self.player = self.accounts.sign_up("Ada").token.player

    def started(self, until: str | None = None) -> str:
        """Start a session, and return its secret."""
        return self.sessions.start(NewSession(self.player, "Browser", SCOPES, until=until)).secret

    def used_after(self, days: float, secret: str) -> bool:
        """Use a session after some days, and note the use."""
        self.now += days * DAY
        is_in_force = self.accounts.session(secret) is not None
        self.accounts.note_uses()
        return is_in_force


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        yield Site(store, monkeypatch)


def test_a_session_that_is_not_used_expires(site: Site) -> None:
    used, unused = site.started(), site.started()

    assert [site.used_after(20, used) for _ in range(3)] == [True] * 3
    assert site.accounts.session(unused) is None
    assert len(site.accounts.tokens(site.player)) == 2
    # another process, or this one after a restart, finds the same
    again = Accounts(site.store.database)
    assert (again.session(used) is not None, again.session(unused)) == (True, None)
    assert not site.used_after(IDLE / DAY + 1, used)


def test_a_session_in_use_ends_at_last(site: Site) -> None:
    secret = site.started()
    days = int(LONGEST / DAY)

    uses = [site.used_after(10, secret) for _ in range(0, days + 20, 10)]

    assert uses == [True] * (days // 10 - 1) + [False] * 3


def test_a_session_ends_with_the_expiry_of_what_started_it(site: Site) -> None:
    end = timestamp_at(site.now + 15 * DAY)
    secret = site.started(until=end)
    found = site.accounts.session(secret)

    assert found is not None
    assert (found.expires_at, found.ends_at, found.creates_until) == (end, end, end)
    assert site.used_after(14, secret)
    assert not site.used_after(1, secret)


def test_sessions_do_not_use_up_the_tokens_and_the_longest_unused_one_ends(site: Site) -> None:
    first, *others = [(site.used_after(0.001, ""), site.started())[1] for _ in range(MOST)]
    assert site.accounts.session(first) is not None
    site.used_after(0.001, others[0])
    site.used_after(0.001, first)

    newest = site.started()

    in_force = [secret for secret in (first, *others, newest) if site.accounts.session(secret) is not None]
    assert in_force == [first, others[0], *others[2:], newest]
    spec = TokenSpec(site.player, "x", SCOPES)
    site.accounts.new_token(spec)
    with pytest.raises(CapReachedError):
        site.accounts.new_token(spec)


def test_a_repeated_sign_in_ends_no_other_session(site: Site) -> None:
    keyed, new = KeyedSignIn("k" * 32, ""), NewSession(site.player, "Browser", SCOPES)
    first = site.sessions.start(new, keyed)
    others = [(site.used_after(0.001, first.secret), site.started())[1] for _ in range(MOST - 1)]

    again = site.sessions.start(new, keyed)

    assert (again.replayed, again.secret) == (True, first.secret)
    assert all(site.accounts.session(secret) is not None for secret in (first.secret, *others))


def test_a_sign_in_that_is_refused_ends_no_other_session(site: Site) -> None:
    secrets = [site.started() for _ in range(MOST)]

    def refuse(_: Cursor) -> None:
        raise PasskeyRefusedError("used before")

    with pytest.raises(PasskeyRefusedError):
        site.sessions.start(NewSession(site.player, "Browser", SCOPES), None, refuse)

    assert all(site.accounts.session(secret) is not None for secret in secrets)


def test_no_session_starts_with_a_token_that_another_process_has_just_revoked(site: Site) -> None:
    made = site.accounts.new_token(TokenSpec(site.player, "x", SCOPES))
    Accounts(site.store.database).revoke(made.token)
    assert site.accounts.holder(made.secret) is not None, "this process has not read the change"

    with pytest.raises(TokenRevokedError):
        site.sessions.start(NewSession(site.player, "Browser", SCOPES, started_by=made.token.id))


def test_no_passkey_is_registered_with_a_token_that_another_process_has_just_revoked(site: Site) -> None:
    origin = SiteOfPasskeys("http://localhost:8000", "localhost")
    passkeys = Passkeys(site.store.database, site.accounts, site.sessions)
    made = site.accounts.new_token(TokenSpec(site.player, "x", SCOPES))
    credential = passkey().create(passkeys.begin_registration(origin, site.player).options, origin.origin)
    Accounts(site.store.database).erase(site.player)

    with pytest.raises(TokenRevokedError):
        passkeys.add(origin, NewPasskey("Phone", credential, made.token))

    assert passkeys.of(site.player) == []
    site.accounts.catch_up()
    with pytest.raises(TokenRevokedError):
        passkeys.begin_registration(origin, site.player)


def test_nothing_is_created_with_a_token_that_was_revoked_after_the_request_had_found_it(site: Site) -> None:
    """The body of a request may arrive seconds after its headers."""
    made = site.accounts.new_token(TokenSpec(site.player, "x", SCOPES)).token
    guest = site.accounts.new_guest("Guest", site.player, "game")
    site.accounts.revoke(made)

    for spec in (TokenSpec(site.player, "y", SCOPES), TokenSpec(site.player, "y", (), "game")):
        with pytest.raises(TokenRevokedError):
            site.accounts.new_token(replace(spec, by=made))
    reserved = TokenSpec(site.player, "seat 0", (), "game", 0)
    with pytest.raises(TokenRevokedError):
        site.accounts.new_seat_invitations(site.player, [replace(reserved, by=made)])
    site.accounts.erase(guest.id)
    with pytest.raises(GuestErasedError):
        site.accounts.new_token(TokenSpec(guest.id, "y", ("read", "play"), "game", 0))
    site.accounts.erase(site.player)
    with pytest.raises(TokenRevokedError):
        site.accounts.new_token(TokenSpec(site.player, "y", SCOPES))
    with site.store.database.reading() as cursor:
        assert cursor.count("tokens WHERE revoked_at IS NULL") == 0
