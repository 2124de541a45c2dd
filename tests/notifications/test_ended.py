"""Pings, webhooks and browsers end with the token that made them, or with what started its session."""

import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from service.news.queue.receivers import Receiver as StoredReceiver
from service.people.accounts import Accounts
from service.people.tokens import TokenRevokedError
from service.play.play import Play
from tests.notifications.push.browsers import PushBrowser
from tests.notifications.receiver import Receiver
from tests.notifications.sites import Person, Site, started

KINDS = ("/v1/webhooks", "/v1/me/pings", "/v1/me/push")


def holder(place: Site, person: Person, **terms: Any) -> tuple[Person, Any]:
    """Return a person with a further token of a player, and the token."""
    made = person.make("/v1/me/tokens", {"label": "desk", "scopes": ["read", "play", "organise"], **terms})
    return Person(place, person.id, made["token"]), made


def all_kinds(person: Person, found: Receiver, name: str) -> list[Any]:
    """Create a webhook, a ping and a browser whose paths have a name."""
    browser = PushBrowser().subscription(found.url(f"/push/{name}"), delay="PT0S")
    return [
        person.webhook(found.url(f"/hook/{name}")),
        person.ping(found.url(f"/ping/{name}"), delay="PT0S"),
        person.make("/v1/me/push", browser),
    ]


def listed(person: Person) -> list[str]:
    """Return the ids of the receivers of a player."""
    return [each["id"] for path in KINDS for each in person.get(path)["items"]]


def rows(place: Site, table: str) -> int:
    with place.parts.get(Play).store.database.reading() as cursor:
        return cursor.count(table)


def expire(place: Site, table: str) -> None:
    """Let the rows of a table that have an expiry expire."""
    with place.parts.get(Play).store.database.writing() as cursor:
        cursor.execute(f"UPDATE {table} SET expires_at='2020-01-01T00:00:00.000000Z' WHERE expires_at IS NOT NULL")


def paths(found: Receiver) -> list[str]:
    """Return the sorted paths of the requests so far, and forget them."""
    arrived = sorted(each.path for each in found.received)
    found.received.clear()
    return arrived


def test_receivers_of_a_revoked_token_receive_nothing_more_and_are_deleted(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    desk, token = holder(place, ada)
    kept = all_kinds(ada, found, "kept")
    all_kinds(desk, found, "desk")
    started(ada, ada, bo)
    place.step()
    assert paths(found) == [f"/{kind}/{name}" for kind in ("hook", "ping", "push") for name in ("desk", "kept")]
    # these deliveries are queued before the token is revoked
    started(ada, ada, bo)
    place.run(place.notifications.follower.step)

    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    assert listed(ada) == [each["id"] for each in kept]
    started(ada, ada, bo)
    place.step()
    assert set(paths(found)) == {"/hook/kept", "/ping/kept", "/push/kept"}
    place.wait(hours=1)
    assert rows(place, "receivers") == len(kept)
    assert rows(place, "deliveries WHERE receiver NOT IN (SELECT id FROM receivers)") == 0


def test_receivers_of_an_expiring_token_end_with_it(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ends = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    brief, token = holder(place, ada, expires_at=ends.isoformat().replace("+00:00", "Z"))
    made, kept = all_kinds(brief, found, "brief"), all_kinds(ada, found, "kept")
    assert [each["expires_at"] for each in (*made, *kept)] == [token["expires_at"]] * 3 + [None] * 3

    place.now = ends + datetime.timedelta(minutes=1)
    started(ada, ada, bo)
    place.step()
    # tokens and what they made expire by the clock of the system, not by the time of the service
    assert {"/hook/brief", "/ping/brief", "/push/brief"} < set(paths(found))
    expire(place, "receivers")
    started(ada, ada, bo)
    place.step()

    assert set(paths(found)) == {"/hook/kept", "/ping/kept", "/push/kept"}
    assert listed(ada) == [each["id"] for each in kept]
    assert ada.ask("POST", f"/v1/webhooks/{made[0]['id']}/tests").status_code == 404


def test_a_public_event_is_not_sent_to_the_webhook_of_a_revoked_token(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    desk, token = holder(place, ada)
    for person, path in ((desk, "/desk"), (ada, "/kept")):
        person.webhook(found.url(path), "result.published")
    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204
    game = started(bo, place.player("Cy"), place.player("Di"))
    bo.make(f"/v1/games/{game}/rulings", {"type": "adjudicate", "ranks": [1, 2, 3], "reason": "a test"})

    place.step()

    assert paths(found) == ["/kept"]


@pytest.mark.parametrize(
    ("path", "more"), [("/v1/webhooks", {"types": ["game.started"]}), ("/v1/me/pings", {"format": "json"})]
)
def test_a_receiver_ends_with_the_token_of_its_last_change(
    place: Site, found: Receiver, ada: Person, path: str, more: dict[str, Any]
) -> None:
    body = {"url": found.url(), **more}
    (desk, of_desk), (phone, of_phone) = holder(place, ada), holder(place, ada)
    kept, lost = desk.make(path, body), ada.make(path, body)
    assert ada.ask("PUT", f"{path}/{kept['id']}", body).status_code == 200
    # otherwise a token that is revoked could leave its own URL behind
    elsewhere = {**body, "url": found.url("/elsewhere")}
    assert phone.ask("PUT", f"{path}/{lost['id']}", elsewhere).status_code == 200

    for token in (of_desk, of_phone):
        assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    assert [each["id"] for each in ada.get(path)["items"]] == [kept["id"]]


def test_receivers_that_have_ended_do_not_count(place: Site, found: Receiver, ada: Person) -> None:
    desk, token = holder(place, ada)
    for _ in range(5):
        desk.ping(found.url())
    assert ada.ask("POST", "/v1/me/pings", {"url": found.url(), "format": "json"}).status_code == 409
    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    assert ada.ping(found.url())["expires_at"] is None


@pytest.mark.parametrize("whole", [True, False])
def test_nothing_is_made_or_changed_with_a_token_that_was_revoked_after_the_request_had_found_it(
    place: Site, found: Receiver, ada: Person, whole: bool
) -> None:
    """The body of a request may arrive seconds after its headers."""
    desk, token = holder(place, ada)
    made = desk.webhook(found.url())
    new = place.notifications.find(ada.id, "webhook", made["id"])
    assert new is not None
    if whole:
        place.parts.get(Accounts).erase(ada.id)
    else:
        assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204
    before = rows(place, "receivers")

    with pytest.raises(TokenRevokedError):
        place.notifications.make(new, None, token["id"])
    with pytest.raises(TokenRevokedError):
        place.notifications.change(new.id, lambda each: each, None, token["id"])
    with pytest.raises(TokenRevokedError):
        place.notifications.rotate(new.id, None, token["id"])
    assert rows(place, "receivers") == before


def test_a_late_change_with_a_revoked_token_leaves_a_receiver_as_it_is(
    place: Site, found: Receiver, ada: Person
) -> None:
    _, token = holder(place, ada)
    kept = ada.webhook(found.url("/kept"))
    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    def elsewhere(before: StoredReceiver) -> StoredReceiver:
        return replace(before, url=found.url("/elsewhere"), made_with=token["id"])

    with pytest.raises(TokenRevokedError):
        place.notifications.change(kept["id"], elsewhere, None, token["id"])

    (listed_now,) = ada.get("/v1/webhooks")["items"]
    assert listed_now["url"] == kept["url"]
