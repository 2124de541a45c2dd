"""How many apps a player lets in, and what of the past is deleted: on both databases, without a service."""

import time
from collections.abc import Callable

from service.apps.apps import Apps
from service.apps.consents import Consents, Decision
from service.apps.values import MOST_GRANTS, Asked
from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from service.people.credentials import ALL_SCOPES
from service.people.sessions.sessions import NewSession, Sessions
from service.people.tokens import Token
from tests.service.apps.kit import REDIRECT, answered, pkce


def letting_in(store: Store, accounts: Accounts) -> tuple[Token, Apps, Callable[[], str]]:
    """Return a session, the use case, and what lets an app in and returns its access token."""
    player = accounts.sign_up("Ada").token.player
    session = Sessions(store.database, accounts).start(NewSession(player, "Firefox", ALL_SCOPES)).token
    apps, consents = Apps(store.database, accounts), Consents(store.database, accounts)

    def let_in() -> str:
        proof = pkce()
        asked = Asked("App", ("games:read",), REDIRECT, proof.challenge, "x", "app.example")
        decision = Decision(consents.begin(asked, session).value, is_allowed=True, duration="year")
        form = {
            "grant_type": "authorization_code",
            "code": answered(consents.decide(asked, session, decision, "https://ludolog.example"))["code"],
            "client_id": "App",
            "redirect_uri": REDIRECT,
            "code_verifier": proof.verifier,
        }
        return str(apps.token(form).body["access_token"])

    return session, apps, let_in


def test_a_further_app_ends_the_one_that_was_unused_longest(database: str) -> None:
    with Store(database) as store:
        accounts = Accounts(store.database)
        session, apps, let_in = letting_in(store, accounts)
        first, second, *others = [let_in() for _ in range(MOST_GRANTS)]
        assert accounts.holder(first) is not None
        accounts.note_uses()

        last = let_in()

        assert accounts.holder(second) is None
        assert all(accounts.holder(each) is not None for each in (first, *others, last))
        assert len(apps.grants(session.player)) == MOST_GRANTS


def test_expired_codes_and_grants_are_deleted_by_the_next_one(database: str) -> None:
    with Store(database) as store:
        accounts = Accounts(store.database)
        session, apps, let_in = letting_in(store, accounts)
        let_in()
        past = timestamp_at(time.time() - 1)
        with store.database.writing() as cursor:
            cursor.execute("UPDATE grants SET expires_at=?", (past,))
        assert apps.grants(session.player) == []

        let_in()

        with store.database.reading() as cursor:
            assert [cursor.count(table) for table in ("grants", "refresh_tokens", "authorization_codes")] == [1, 1, 0]
