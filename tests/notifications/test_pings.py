"""Pings: when they are sent, what they say, and what the player sees of them."""

import json

import pytest

from service.play.play import Play
from tests.notifications.receiver import Answer, Receiver, said
from tests.notifications.sites import Person, Site, started
from tests.replies import ok


def test_a_ping_comes_after_its_delay_while_the_decision_is_open(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    ada.ping(found.url())
    game = started(ada, ada, bo, name="Friday")

    place.wait(minutes=2.9)
    assert not found.received
    place.wait(minutes=0.2)
    place.wait(hours=5)

    url = f"https://ludolog.example/games/{game}"
    text = f"Your turn in Friday: {url}"
    assert said(found) == [{"text": text, "type": "decision.opened", "game": game, "url": url}]
    assert found.received[0].headers["content-type"] == "application/json"


def test_a_decision_that_is_answered_in_time_has_no_ping(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ping = ada.ping(found.url())
    game = started(ada, ada, bo)
    place.wait(minutes=1)

    while ada.is_asked(game):
        ada.answer(game)
    place.wait(minutes=30)

    assert not found.received
    assert ada.get(f"/v1/me/pings/{ping['id']}/deliveries")["items"] == []


def test_a_game_has_one_ping_until_the_player_answers(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url(), delay="PT0S")
    bo.ping(found.url("/bo"), delay="PT0S")
    game = started(ada, ada, bo)
    place.step()
    for _ in range(4):
        place.wait(minutes=10)
    assert [each.path for each in found.received] == ["/hook"]

    ada.answer(game)
    place.step()
    again = ["/hook"] if ada.is_asked(game) else ["/bo"]
    assert [each.path for each in found.received] == ["/hook", *again]


def test_each_game_has_its_own_ping(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url())
    games = [started(ada, ada, bo) for _ in range(2)]

    place.wait(minutes=4)

    assert sorted(each["game"] for each in said(found)) == sorted(games)


@pytest.mark.parametrize("form", ["discord", "slack", "text", "json"])
def test_the_body_has_the_form_of_its_receiver(place: Site, found: Receiver, form: str) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    ada.ping(found.url(), format=form, mention="<@42>", delay="PT0S")
    game = started(ada, ada, bo)

    place.step()

    (arrived,) = found.received
    url = f"https://ludolog.example/games/{game}"
    text = f"<@42> Your turn in Giganten: {url}"
    match form:
        case "discord":
            assert json.loads(arrived.body) == {"content": text}
        case "slack":
            assert json.loads(arrived.body) == {"text": text}
        case "json":
            assert json.loads(arrived.body) == {"text": text, "type": "decision.opened", "game": game, "url": url}
        case _:
            assert arrived.body.decode() == text
            assert arrived.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_text_is_in_the_language_of_the_player_and_has_200_characters_at_most(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    body = {"url": found.url(), "format": "text", "delay": "PT0S", "mention": "@" * 60}
    assert ok(ada.ask("POST", "/v1/me/pings", body, **{"Accept-Language": "de-AT"})).json()["language"] == "de"
    game = started(ada, ada, bo, name="<!channel> " + "x" * 60)

    place.step()

    text = found.received[0].body.decode()
    assert len(text) == 200
    assert text.startswith("@" * 60 + " Du bist dran in \N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}!channel")
    assert text.endswith(f"\N{HORIZONTAL ELLIPSIS}: https://ludolog.example/games/{game}")


def test_a_test_is_sent_at_once_and_its_outcome_shown(ada: Person, found: Receiver) -> None:
    ping = ada.ping(found.url())
    found.answer = lambda _: Answer(404, b"no such channel")

    reply = ada.ask("POST", f"/v1/me/pings/{ping['id']}/tests")

    assert reply.status_code == 200
    shown = reply.json()
    assert (shown["state"], shown["status"], shown["reply"]) == ("failed", 404, "no such channel")
    assert shown["body"] == said(found)[0]
    assert shown["body"]["text"] == "This is a test. Your pings arrive: https://ludolog.example/account/notifications"
    assert ada.get(f"/v1/me/pings/{ping['id']}/deliveries")["items"] == [shown]


def test_a_ping_that_fails_is_repeated_twice_while_the_decision_is_open(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    ping = ada.ping(found.url(), delay="PT0S")
    found.answer = lambda _: Answer(500)
    started(ada, ada, bo)
    place.step()
    for _ in range(4):
        place.wait(seconds=75)

    assert len(found.received) == 3
    (shown,) = ada.get(f"/v1/me/pings/{ping['id']}/deliveries")["items"]
    assert (shown["state"], shown["attempts"], shown["status"]) == ("failed", 3, 500)
    assert ada.get("/v1/me/pings")["items"][0]["failing_since"] is not None


def test_the_last_20_deliveries_are_shown(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ping = ada.ping(found.url(), delay="PT0S")
    for _ in range(22):
        started(ada, ada, bo)
    place.wait(minutes=1)

    assert len(found.received) == 22
    assert len(ada.get(f"/v1/me/pings/{ping['id']}/deliveries")["items"]) == 20


def test_a_disabled_ping_is_not_sent(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ping = ada.ping(found.url(), delay="PT5M")
    game = started(ada, ada, bo)
    place.wait(minutes=1)
    off = {"url": found.url(), "format": "json", "enabled": False}
    changed = ok(ada.ask("PUT", f"/v1/me/pings/{ping['id']}", off)).json()
    place.wait(minutes=10)

    assert changed["disabled"]["because"] == "owner"
    assert not found.received
    assert ok(ada.ask("POST", f"/v1/me/pings/{ping['id']}/tests"), 409).json()["code"] == "not-possible"
    assert ada.get("/v1/me")["notices"] == []

    assert ada.ask("PUT", f"/v1/me/pings/{ping['id']}", {**off, "enabled": True, "delay": "PT0S"}).status_code == 200
    bo_first = ada.is_asked(game)
    ada.answer(game)
    place.wait(minutes=1)
    assert bo_first
    assert bool(found.received) == ada.is_asked(game)


def test_pings_belong_to_their_player(ada: Person, bo: Person, found: Receiver) -> None:
    ping = ada.ping(found.url())
    path = f"/v1/me/pings/{ping['id']}"
    body = {"url": found.url(), "format": "text"}
    for reply in (
        bo.ask("PUT", path, body), bo.ask("DELETE", path), bo.ask("POST", f"{path}/tests"),
        bo.ask("GET", f"{path}/deliveries"), ada.ask("GET", f"/v1/webhooks/{ping['id']}"),
    ):  # fmt: skip
        assert (reply.status_code, reply.json()["code"]) == (404, "not-found")

    assert ada.ask("DELETE", path).status_code == 204
    assert ada.get("/v1/me/pings") == {"items": []}


def test_the_number_of_pings_and_of_tests_is_limited(ada: Person, found: Receiver) -> None:
    pings = [ada.ping(found.url()) for _ in range(5)]
    sixth = ada.ask("POST", "/v1/me/pings", {"url": found.url(), "format": "text"})
    tests = [ada.ask("POST", f"/v1/me/pings/{pings[n % 5]['id']}/tests") for n in range(11)]

    assert (sixth.status_code, sixth.json()["code"]) == (409, "limit-reached")
    assert [each.status_code for each in tests] == [200] * 10 + [429]
    assert tests[-1].json()["code"] == "too-many-requests"
    assert tests[-1].headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"url": "http://192.168.1.1/"}, "not public"),
        ({"url": "https://user@hooks.example.com/"}, "user name"),
        ({"delay": "P8D"}, "at most P7D"),
        ({"delay": "3 minutes"}, "ISO 8601"),
    ],
)
def test_what_cannot_be_sent_to_is_refused(place: Site, found: Receiver, change: dict[str, str], told: str) -> None:
    ada: Person = place.player("Ada")
    reply = ada.ask("POST", "/v1/me/pings", {"url": found.url(), "format": "text", **change})

    assert (reply.status_code, reply.json()["code"]) == (422, "invalid-value")
    assert told in reply.json()["detail"]
    assert reply.json()["errors"][0]["pointer"] == f"/{next(iter(change))}"


def test_a_repeated_request_creates_one_ping(ada: Person, found: Receiver) -> None:
    body, key = {"url": found.url(), "format": "text"}, {"Idempotency-Key": "once"}
    first, second = (ok(ada.ask("POST", "/v1/me/pings", body, **key)) for _ in range(2))
    other = ok(ada.ask("POST", "/v1/me/pings", {**body, "format": "json"}, **key), 422)

    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert other.json()["code"] == "key-reused"
    assert len(ada.get("/v1/me/pings")["items"]) == 1


def test_a_deleted_account_has_no_pings(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url(), delay="PT1M")
    bo.webhook(found.url())
    started(ada, ada, bo)
    place.step()
    for person in (ada, bo):
        assert person.ask("DELETE", "/v1/me", {"confirm": person.get("/v1/me")["name"]}).status_code == 204
    place.wait(minutes=5)

    assert not found.received
    with place.parts.get(Play).store.database.reading() as cursor:
        assert cursor.one("SELECT COUNT(*) AS n FROM receivers")["n"] == 0  # type: ignore[index] - a count has a row
        assert cursor.one("SELECT COUNT(*) AS n FROM deliveries")["n"] == 0  # type: ignore[index] - as above
