"""Roles: granted at the command line, and by operators with a passkey; the log of moderation."""

import sqlite3

import pytest
from psycopg.errors import RaiseException

from openapi.authenticator import Passkey
from service.core.store.database import Database
from service.core.store.store import Store
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.kit import erase, problem
from tests.service.moderation.kit import (
    acts,
    browser_of,
    granted,
    identity,
    operator_in_browser,
    people,
    unique,
    with_role,
)
from tests.service.server import Server

WHY = {"reason": "because"}


def _put(browser: Browser, player: str, role: str = "moderator") -> str:
    return f"/v1/moderation/roles/{player}/{role}"


def test_the_command_line_grants_and_revokes_while_the_service_runs(server: Server) -> None:
    ada = server.player(unique("Ada"))
    name = ok(ada.get("/v1/me")).json()["name"]
    assert problem(ada.get("/v1/moderation/acts")) == (403, "role-missing")

    assert granted(server, "grant", name, "operator", "--reason", "the founder") == [
        f"{name} ({identity(ada)}) is operator"
    ]
    (act,) = acts(ada, player=identity(ada))
    assert (act["action"], act["by"], act["reason"]) == ("role.granted", None, "the founder")
    assert (act["kind"], act["about"], act["name"]) == ("player", identity(ada), name)
    assert act["details"] == {"role": "operator"}
    assert "was already" in granted(server, "grant", name, "operator")[0]
    assert any(name in line and line.startswith("operator") for line in granted(server, "roles"))

    assert "is no longer" in granted(server, "revoke", identity(ada), "operator")[0]
    assert problem(ada.get("/v1/moderation/acts")) == (403, "role-missing")
    refused = people(server, "grant", "nobody of this name", "operator")
    assert (refused.returncode, "there is no player" in refused.stderr) == (1, True)


def test_an_operator_with_a_passkey_grants_and_a_moderator_does_not(server: Server) -> None:
    operator, ada = operator_in_browser(server), server.player(unique("Ada"))
    moderator, token = with_role(server, "moderator"), with_role(server, "operator")
    player = identity(ada)

    assert problem(moderator.put(_put(operator, player), json=WHY)) == (403, "role-missing")
    assert problem(moderator.get("/v1/moderation/acts")) == (403, "role-missing")
    # a token might be stolen
    assert problem(token.put(_put(operator, player), json=WHY)) == (403, "passkey-missing")
    by_token, _ = browser_of(server)
    granted(server, "grant", identity(by_token), "operator")
    assert problem(by_token.put(_put(operator, player), json=WHY)) == (403, "passkey-missing")
    assert problem(server.client().put(_put(operator, player), json=WHY)) == (401, "token-needed")
    reader = ok(token.post("/v1/me/tokens", json={"label": "r", "scopes": ["read"]}), 201).json()["token"]
    poor = server.client()
    poor.headers["Authorization"] = f"Bearer {reader}"
    assert problem(poor.get("/v1/moderation/roles")) == (403, "scope-missing")

    items = ok(operator.put(_put(operator, player), json=WHY)).json()["items"]
    assert (player, "moderator", identity(operator)) in {
        (each["player"], each["role"], each["granted_by"]) for each in items
    }
    items = ok(operator.request("DELETE", _put(operator, player), json=WHY)).json()["items"]
    assert player not in {each["player"] for each in items}
    found = acts(operator, player=player)
    assert [each["action"] for each in found] == ["role.revoked", "role.granted"]
    assert {each["by"] for each in found} == {identity(operator)}
    for wrong in ("guest:11111111-1111-4111-8111-111111111111", "11111111-1111-4111-8111-111111111111"):
        reply = operator.put(_put(operator, wrong), json=WHY)
        assert problem(reply)[0] in {404, 409}


def in_session_of(browser: Browser, key: Passkey) -> Browser:
    """Return another browser that has signed in with a passkey."""
    other = Browser(browser.server, browser.origin, str(browser.page.base_url))
    reply = other.with_passkey(key)
    assert reply.status_code == 201, reply.text
    return other


def in_session_of_token(browser: Browser, token: str) -> Browser:
    """Return another browser that has signed in with a token."""
    other = Browser(browser.server, browser.origin, str(browser.page.base_url))
    ok(other.sign_in(type="token", token=token), 201)
    return other


def with_new_key(browser: Browser) -> tuple[Browser, str]:
    """Register a passkey in a browser, and return another one that has signed in with it, and its id."""
    key = passkey()
    made = browser.new_passkey(key)
    assert made.status_code == 201, made.text
    return in_session_of(browser, key), made.json()["id"]


def grants(browser: Browser, player: str) -> bool:
    """Return whether an operator in a browser may grant a role."""
    reply = browser.put(_put(browser, player), json=WHY)
    assert reply.status_code == 200 or problem(reply) == (403, "passkey-missing"), reply.text
    return reply.status_code == 200


def test_a_passkey_that_a_copied_token_registers_gives_no_role_away(server: Server) -> None:
    browser, phone = browser_of(server)
    me, ada = identity(browser), identity(server.player(unique("Ada")))
    granted(server, "grant", me, "operator")
    operator = in_session_of(browser, phone)
    assert grants(operator, ada)

    of_sign_up, _ = with_new_key(in_session_of_token(browser, browser.token))
    further = ok(operator.post("/v1/me/tokens", json={"label": "copied"}), 201).json()["token"]
    of_token, _ = with_new_key(in_session_of_token(browser, further))
    assert not grants(of_sign_up, ada)
    assert not grants(of_token, ada)
    # neither what it leads to
    below, _ = with_new_key(of_token)
    assert not grants(below, ada)
    # a passkey of a session of one that counts
    laptop, _ = with_new_key(operator)
    assert grants(laptop, ada)


def ends(browser: Browser) -> dict[str, str | None]:
    """Return with what each passkey of a player ends."""
    return {each["id"]: each["ends_with"] for each in ok(browser.get("/v1/me/passkeys")).json()["items"]}


@pytest.mark.parametrize("levels", [0, 1, 2])
def test_a_passkey_of_a_copied_token_counts_no_more_after_those_above_it_are_deleted(
    server: Server, levels: int
) -> None:
    browser, phone = browser_of(server)
    me, ada = identity(browser), identity(server.player(unique("Ada")))
    granted(server, "grant", me, "operator")
    operator = in_session_of(browser, phone)
    (lowest,) = ends(operator)
    above = None
    for _ in range(levels):
        above = lowest
        operator, lowest = with_new_key(operator)
    assert ends(operator)[lowest] == above
    laptop, _ = with_new_key(operator)
    copied = ok(operator.post("/v1/me/tokens", json={"label": "copied"}), 201).json()["token"]
    thief, of_thief = with_new_key(in_session_of_token(browser, copied))

    # it ends from now on with what the deleted one ended with
    assert thief.delete(f"/v1/me/passkeys/{lowest}").status_code == 204
    assert ends(thief)[of_thief] == above
    assert problem(laptop.get("/v1/me")) == (401, "token-needed")
    assert not grants(thief, ada)
    # and its session does so, too
    assert thief.delete(f"/v1/me/passkeys/{of_thief}").status_code == 204
    assert not grants(thief, ada)
    again, _ = with_new_key(thief)
    assert not grants(again, ada)
    if above is not None:
        assert grants(in_session_of(browser, phone), ada)


def test_a_session_whose_passkey_was_deleted_before_the_grant_does_not_count(server: Server) -> None:
    browser, phone = browser_of(server)
    me, ada = identity(browser), identity(server.player(unique("Ada")))
    operator, laptop = with_new_key(in_session_of(browser, phone))
    copied = ok(operator.post("/v1/me/tokens", json={"label": "copied"}), 201).json()["token"]
    thief, of_thief = with_new_key(in_session_of_token(browser, copied))
    for each in (laptop, of_thief):
        assert thief.delete(f"/v1/me/passkeys/{each}").status_code == 204
    # only the first passkey is in the list that the operator looks through
    assert len(ends(thief)) == 1

    granted(server, "grant", me, "operator")

    assert not grants(thief, ada)
    again, _ = with_new_key(thief)
    assert not grants(again, ada)
    assert grants(in_session_of(browser, phone), ada)


def test_a_session_of_a_token_from_before_the_grant_registers_no_passkey_that_counts(server: Server) -> None:
    browser, phone = browser_of(server)
    ada = identity(server.player(unique("Ada")))
    thief = in_session_of_token(browser, browser.token)

    granted(server, "grant", identity(browser), "operator")

    later, _ = with_new_key(thief)
    assert not grants(later, ada)
    assert not grants(thief, ada)
    assert grants(in_session_of(browser, phone), ada)


def test_a_session_that_deletes_its_own_passkey_still_counts(server: Server) -> None:
    browser, phone = browser_of(server)
    ada = identity(server.player(unique("Ada")))
    granted(server, "grant", identity(browser), "operator")
    operator, laptop = with_new_key(in_session_of(browser, phone))

    assert operator.delete(f"/v1/me/passkeys/{laptop}").status_code == 204

    assert grants(operator, ada)
    further, _ = with_new_key(operator)
    assert grants(further, ada)


def test_a_passkey_from_before_the_grant_at_the_command_line_counts(server: Server) -> None:
    browser, _ = browser_of(server)
    me, ada = identity(browser), identity(server.player(unique("Ada")))
    before, _ = with_new_key(in_session_of_token(browser, browser.token))
    granted(server, "grant", me, "operator")
    after, _ = with_new_key(in_session_of_token(browser, browser.token))
    laptop, _ = with_new_key(before)

    assert grants(before, ada)
    assert grants(laptop, ada)
    assert not grants(after, ada)
    # the person has proved to the operator who asks
    granted(server, "revoke", me, "operator")
    granted(server, "grant", me, "operator")
    assert grants(after, ada)
    # an operator who grants it in the browser knows no passkeys
    granted(server, "revoke", me, "operator")
    other = operator_in_browser(server)
    ok(other.put(_put(other, me, "operator"), json=WHY))
    assert not grants(before, ada)


def test_the_log_has_pages_and_never_changes(server: Server) -> None:
    operator, ada = with_role(server, "operator"), server.player(unique("Ada"))
    for act in ("grant", "revoke", "grant"):
        granted(server, act, identity(ada), "moderator")
    found = acts(operator, player=identity(ada))
    first = ok(operator.get("/v1/moderation/acts", params={"player": identity(ada), "limit": 2})).json()
    second = ok(
        operator.get("/v1/moderation/acts", params={"player": identity(ada), "limit": 2, "cursor": first["next"]})
    ).json()
    assert [*first["items"], *second["items"]] == found
    assert len(found) == 3
    assert second["next"] is None
    numbers = [each["number"] for each in acts(operator)]
    assert numbers == list(range(numbers[0], numbers[0] - len(numbers), -1))

    name = ok(ada.get("/v1/me")).json()["name"]
    assert erase(ada).status_code == 204
    after = acts(operator, player=identity_in(found))
    assert [each["name"] for each in after] == [None] * 3
    assert [{**each, "name": name} for each in after] == found


def identity_in(found: list[dict[str, str]]) -> str:
    """Return the player of acts."""
    return found[0]["about"]


@pytest.mark.parametrize("change", ["UPDATE moderation_log SET reason='x'", "DELETE FROM moderation_log"])
def test_the_database_refuses_to_change_the_log(server: Server, change: str) -> None:
    granted(server, "grant", identity(server.player()), "moderator")
    if not server.database.startswith("sqlite"):
        with Store(server.database) as store, pytest.raises(Exception, match="append-only") as raised:
            _execute(store.database, change)
        assert isinstance(raised.value.__cause__, RaiseException)
        return
    connection = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change)
    connection.close()


def _execute(database: Database, statement: str) -> None:
    with database.writing() as cursor:
        cursor.execute(statement)
