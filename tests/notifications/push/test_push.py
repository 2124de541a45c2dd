"""Web Push: what a push service receives for a browser, and when."""

from typing import Any

import pytest

from service.play.play import Play
from tests.notifications.push.browsers import PushBrowser, claims_in, topic_of
from tests.notifications.receiver import Answer, Receiver
from tests.notifications.sites import Person, Site, started
from tests.replies import ok


@pytest.fixture
def found(found: Receiver) -> Receiver:
    """A push service of its own for each test."""
    found.answer = lambda _: Answer(201)
    return found


def subscribed(person: Person, found: Receiver, path: str = "/push/1", **more: Any) -> tuple[PushBrowser, Any]:
    """Let a browser of a person subscribe; returns it and its subscription."""
    browser = PushBrowser()
    return browser, person.make("/v1/me/push", browser.subscription(found.url(path), **more))


def test_a_turn_is_an_encrypted_message_that_replaces_the_last_one_about_the_game(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    browser, made = subscribed(ada, found, label="My phone")
    game = started(ada, ada, bo, name="Friday")
    place.wait(minutes=2)
    assert found.received == []

    place.wait(minutes=2)

    (sent,) = found.received
    url = f"https://ludolog.example/games/{game}"
    assert browser.read(sent.body) == {
        "text": "Your turn in Friday", "type": "decision.opened", "game": game, "url": url,
    }  # fmt: skip
    assert b"Friday" not in sent.body
    headers = sent.headers
    assert (headers["content-encoding"], headers["urgency"], headers["ttl"]) == ("aes128gcm", "normal", "86400")
    assert headers["topic"] == topic_of(game)
    assert len(headers["topic"]) == 32
    claims, key = claims_in(headers)
    now = int(place.now.timestamp())
    assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{found.port}", "https://ludolog.example")
    assert now < claims["exp"] <= now + 24 * 3600
    shown = ada.get("/v1/me/push")
    assert key == shown["public_key"]
    assert shown["items"] == [made]
    assert (made["label"], made["endpoint"], made["delay"]) == ("My phone", found.url("/push/1"), "PT3M")
    assert "keys" not in made


def test_an_answered_turn_is_not_sent_and_an_open_one_once(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    subscribed(ada, found)
    first, second = started(ada, ada, bo), started(ada, ada, bo)
    place.step()
    ada.answer(first)

    place.wait(minutes=4)
    place.wait(hours=5)

    topics = [each.headers["topic"] for each in found.received]
    assert topics.count(topic_of(second)) == 1
    assert len(topics) == 1 + ada.is_asked(first)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_deleted(place: Site, found: Receiver, status: int, ada: Person) -> None:
    _, made = subscribed(ada, found)
    found.answer = lambda _: Answer(status)
    started(ada, ada, place.player("Bo"))
    place.wait(minutes=4)
    assert ada.get("/v1/me/push")["items"] == []
    assert ada.ask("POST", f"/v1/me/push/{made['id']}/tests").status_code == 404
    assert ada.get("/v1/me")["notices"] == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_test_of_a_subscription_that_has_ended_says_so(ada: Person, found: Receiver, status: int) -> None:
    _, made = subscribed(ada, found)
    found.answer = lambda _: Answer(status)

    reply = ada.ask("POST", f"/v1/me/push/{made['id']}/tests")

    assert reply.status_code == 200, reply.text
    tested = reply.json()
    assert (tested["state"], tested["status"], tested["attempts"]) == ("failed", status, 1)
    assert ada.get("/v1/me/push")["items"] == []
    assert ada.ask("POST", f"/v1/me/push/{made['id']}/tests").status_code == 404


def test_a_failure_is_retried_and_five_days_of_them_end_the_subscription(place: Site, found: Receiver) -> None:
    ada = place.player("Ada")
    subscribed(ada, found)
    found.answer = lambda _: Answer(500)
    started(ada, ada, place.player("Bo"))
    place.wait(minutes=4)
    place.wait(seconds=10)
    place.wait(seconds=100)
    assert len(found.received) == 3
    (shown,) = ada.get("/v1/me/push")["items"]
    assert shown["failing_since"] is not None
    place.wait(days=6)
    ada.ask("POST", f"/v1/me/push/{shown['id']}/tests")
    assert ada.get("/v1/me/push")["items"] == []


def test_a_test_arrives_at_once_in_the_language_of_the_request(ada: Person, found: Receiver) -> None:
    browser = PushBrowser()
    body = browser.subscription(found.url())
    made = ok(ada.ask("POST", "/v1/me/push", body, **{"Accept-Language": "de"})).json()
    reply = ada.ask("POST", f"/v1/me/push/{made['id']}/tests")
    assert (reply.status_code, reply.json()["state"]) == (200, "delivered")
    (sent,) = found.received
    assert "in diesem Browser" in browser.read(sent.body)["text"]


def test_a_browser_belongs_to_the_player_who_subscribed_last(ada: Person, bo: Person, found: Receiver) -> None:
    browser = PushBrowser()
    for person in (ada, ada, bo):
        person.make("/v1/me/push", browser.subscription(found.url()))
    assert ada.get("/v1/me/push")["items"] == []
    assert len(bo.get("/v1/me/push")["items"]) == 1
    (own,) = bo.get("/v1/me/push")["items"]
    assert ada.ask("DELETE", f"/v1/me/push/{own['id']}").status_code == 404
    assert bo.ask("DELETE", f"/v1/me/push/{own['id']}").status_code == 204
    assert bo.get("/v1/me/push")["items"] == []


def test_what_cannot_be_used_is_refused(ada: Person, found: Receiver) -> None:
    browser = PushBrowser()
    good = browser.subscription(found.url())
    for field, wrong in (
        ("endpoint", {"endpoint": "https://192.168.1.1/"}),
        ("keys", {"keys": {"p256dh": "AAAA", "auth": good["keys"]["auth"]}}),
        ("keys", {"keys": {"p256dh": good["keys"]["p256dh"], "auth": "?"}}),
        ("delay", {"delay": "P8D"}),
    ):
        reply = ada.ask("POST", "/v1/me/push", {**good, **wrong})
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid-value"), wrong
        assert reply.json()["errors"][0]["pointer"] == f"/{field}"
    for number in range(10):
        ada.make("/v1/me/push", PushBrowser().subscription(found.url(f"/{number}")))
    reply = ada.ask("POST", "/v1/me/push", good)
    assert (reply.status_code, reply.json()["code"]) == (409, "limit-reached")


def test_an_erased_account_has_no_subscription(place: Site, found: Receiver, ada: Person) -> None:
    subscribed(ada, found)
    assert ada.ask("DELETE", "/v1/me", {"confirm": ada.get("/v1/me")["name"]}).status_code == 204
    with place.parts.get(Play).store.database.reading() as cursor:
        assert cursor.one("SELECT id FROM receivers") is None
