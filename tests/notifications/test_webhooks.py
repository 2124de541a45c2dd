"""Webhooks: which events they receive, how they are signed, and what happens when a receiver fails."""

import base64
import datetime
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.news.api.webhooks import make_webhook
from service.news.signatures import SignatureError, verify
from service.play.play import Play
from tests.notifications.push.browsers import PushBrowser
from tests.notifications.receiver import Answer, Received, Receiver, certificates, receiver, said
from tests.notifications.sites import Person, Site, started
from tests.replies import ok
from tests.waiting import until

ALL = ("decision.opened", "game.started", "game.ended", "result.published", "seat.abandoned", "deadline.near")


def types(found: Receiver, path: str) -> list[str]:
    """Return the sorted types of the events that have arrived at a path."""
    return sorted(json.loads(each.body)["type"] for each in found.received if each.path == path)


def end(owner: Person, game: str) -> None:
    """End a game by a ruling of its owner."""
    ruling = {"type": "adjudicate", "ranks": [1, 2, 3], "reason": "a test"}
    owner.make(f"/v1/games/{game}/rulings", ruling)


def failing(statuses: dict[str, int]) -> Callable[[Received], Answer]:
    """Return what answers with a status by path."""

    def answer(request: Received) -> Answer:
        return Answer(statuses.get(request.path, 204))

    return answer


def test_an_event_is_a_thin_signed_payload(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url())
    game = started(ada, ada, bo)

    place.step()

    (arrived,) = found.received
    body = json.loads(arrived.body)
    data = body["data"]
    url = f"https://ludolog.example/games/{game}"
    assert body.keys() == {"type", "timestamp", "data"}
    assert (body["type"], body["timestamp"]) == ("decision.opened", "2026-11-20T12:00:00.000000Z")
    assert data == {
        "game": game, "version": ada.get(f"/v1/games/{game}")["version"], "url": url, "cursor": data["cursor"],
        "feed": "/v1/me/stream", "seat": 0, "links": {"game": f"https://ludolog.example/v1/games/{game}"},
    }  # fmt: skip
    (delivery,) = ada.deliveries(made)
    assert arrived.headers["webhook-id"] == delivery["id"]
    assert arrived.headers["webhook-timestamp"] == str(int(place.now.timestamp()))
    for secret in (made["secret"], made["public_key"]):
        verify(secret, arrived.headers, arrived.body, place.now.timestamp())
    assert (delivery["state"], delivery["status"], delivery["attempts"]) == ("delivered", 204, 1)
    assert delivery["body"] == body


def test_a_receiver_that_was_down_recovers_by_one_read_of_the_feed(place: Site, found: Receiver) -> None:
    ada, bo, cy = (place.player(name) for name in ("Ada", "Bo", "Cy"))
    ada.webhook(found.url(), *ALL)
    first = started(cy, ada, bo)
    place.step()
    last = next(each["data"] for each in said(found) if each["type"] == "decision.opened")
    found.answer = failing({"/hook": 503})
    second = started(cy, ada, bo)
    end(cy, first)
    place.step()

    missed = place.client.get(
        f"{last['feed']}?after={last['cursor']}&follow=false",
        headers={**ada.headers, "Accept": "application/x-ndjson"},
    )

    events = [json.loads(line) for line in missed.text.splitlines()]
    assert [(each["event"], each["game"]) for each in events if "game" in each] == [
        ("started", second), ("asked", second), ("ended", first),
    ]  # fmt: skip


def play_with_a_clock(place: Site, owner: Person, stays: Person, resigns: Person) -> None:
    """Play a game to its end in which a deadline comes near and a player resigns."""
    game = started(owner, stays, resigns, clock={"allowance": "PT1H"})
    place.step()
    assert resigns.ask("POST", f"/v1/games/{game}/resignations").status_code == 201
    place.wait(minutes=46)
    end(owner, game)
    place.step()


def test_players_and_organisers_receive_what_concerns_them(place: Site, found: Receiver) -> None:
    ada, bo, cy = (place.player(name) for name in ("Ada", "Bo", "Cy"))
    for person in (ada, bo, cy):
        for games in ("own", "organised", None):
            person.webhook(found.url(f"/{person.id[-4:]}/{games}"), *ALL, games=games)
    play_with_a_clock(place, cy, ada, bo)

    def at(person: Person, games: str) -> list[str]:
        return types(found, f"/{person.id[-4:]}/{games}")

    played = ["game.ended", "game.started", "result.published", "seat.abandoned"]
    of_ada = sorted(["deadline.near", "decision.opened", *played])
    assert at(ada, "own") == at(ada, "None") == of_ada
    assert at(bo, "own") == at(bo, "None") == played
    assert at(ada, "organised") == at(bo, "organised") == at(cy, "own") == []
    assert at(cy, "organised") == at(cy, "None") == sorted(["deadline.near", *played])


def test_a_game_that_is_cancelled_before_its_start_has_not_ended(place: Site, found: Receiver) -> None:
    cy = place.player("Cy")
    cy.webhook(found.url("/hook"), "game.ended", "game.cancelled")
    game = ok(place.client.post("/v1/games", json={"ruleset": "giganten", "seats": 3}, headers=cy.headers)).json()["id"]
    ok(place.client.delete(f"/v1/games/{game}", headers=cy.headers))

    place.step()

    assert types(found, "/hook") == ["game.cancelled"]


KINDS = {
    "decision.opened": "asked", "deadline.near": "due", "game.started": "started", "game.ended": "ended",
    "seat.abandoned": "abandoned",
}  # fmt: skip
"""The types of events about a game, and the kind of the line that a stream would have for each; `due` is a field."""


def test_a_stream_has_what_was_missed_except_the_types_that_the_document_names(place: Site, found: Receiver) -> None:
    ada, bo, cy = (place.player(name) for name in ("Ada", "Bo", "Cy"))
    people = {"/own": ada, "/organised": cy}
    for path, person in people.items():
        person.webhook(found.url(path), *KINDS)
    end(cy, started(cy, ada, bo))
    place.step()
    before = {each.path: json.loads(each.body)["data"] for each in found.received}
    found.received.clear()

    play_with_a_clock(place, cy, ada, bo)

    missing: set[tuple[str, str]] = set()
    for path, person in people.items():
        query = f"{'&' if '?' in before[path]['feed'] else '?'}after={before[path]['cursor']}&follow=false"
        headers = {**person.headers, "Accept": "application/x-ndjson"}
        read = place.client.get(before[path]["feed"] + query, headers=headers).text.splitlines()
        lines = [json.loads(line) for line in read]
        kinds = {each["event"] for each in lines} | {"due" for each in lines if each.get("due")}
        missing |= {(path, each) for each in types(found, path) if KINDS[each] not in kinds}
    assert missing == {
        ("/own", "seat.abandoned"), ("/organised", "seat.abandoned"), ("/organised", "deadline.near"),
    }  # fmt: skip
    assert {each for path in people for each in types(found, path)} == {*KINDS}
    text = make_webhook.fn.__doc__ or ""
    assert all(f"`{each}`" in text for _, each in missing)


def test_results_of_all_public_games_can_be_received(place: Site, found: Receiver) -> None:
    ada, bo, cy, di = (place.player(name) for name in ("Ada", "Bo", "Cy", "Di"))
    cy.webhook(found.url("/all"), "result.published")
    cy.webhook(found.url("/own"), "result.published", games="own")
    end(di, started(di, ada, bo))
    place.step()

    assert [each.path for each in found.received] == ["/all"]
    data = said(found)[0]["data"]
    assert data["feed"] == "/v1/results"
    assert ok(place.client.get(f"/v1/results?cursor={data['cursor']}")).json()["items"] == []
    # the payload needs no further request, and leads to the resources for all that it leaves out
    (line,) = ok(place.client.get("/v1/results")).json()["items"]
    assert {name: data[name] for name in ("ruleset", "ending")} == {name: line[name] for name in ("ruleset", "ending")}
    assert len(data["seats"]) == len(line["seats"]) > 1
    assert data["seats"] == [{name: seat[name] for name in SEAT} for seat in line["seats"]]
    game = f"https://ludolog.example/v1/games/{data['game']}"
    assert data["links"] == {"game": game, "result": f"{game}/result"}


SEAT = ("seat", "player", "rank", "score", "resigned", "won")


def test_events_before_the_webhook_are_not_sent(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    started(ada, ada, bo)
    place.wait(seconds=1)
    ada.webhook(found.url(), *ALL)
    place.step()
    assert not found.received

    started(ada, ada, bo)
    place.step()
    assert types(found, "/hook") == ["decision.opened", "game.started"]


def test_retries_follow_the_schedule_with_one_id(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url())
    found.answer = failing({"/hook": 500})
    started(ada, ada, bo)
    place.step()
    delays: list[float] = []
    (delivery,) = ada.deliveries(made)
    while delivery["next_at"] is not None:
        waited = place_time(delivery["next_at"]) - place.now.timestamp()
        delays.append(waited)
        place.wait(seconds=waited - 0.01)
        assert len(found.received) == len(delays)
        place.wait(seconds=0.02)
        (delivery,) = ada.deliveries(made)

    assert len(found.received) == 8
    assert {each.headers["webhook-id"] for each in found.received} == {delivery["id"]}
    assert len({each.headers["webhook-timestamp"] for each in found.received}) == 8
    for each in found.received:
        verify(made["secret"], each.headers, each.body, float(each.headers["webhook-timestamp"]))
    schedule = (5, 300, 1800, 7200, 18000, 36000, 36000)
    assert all(0.8 * wanted <= waited <= 1.2 * wanted for wanted, waited in zip(schedule, delays, strict=True))
    assert any(abs(waited / wanted - 1) > 0.001 for wanted, waited in zip(schedule, delays, strict=True))
    assert (delivery["state"], delivery["attempts"], delivery["status"]) == ("failed", 8, 500)


def place_time(moment: str) -> float:
    """Return the Unix time of a moment."""
    return datetime.datetime.fromisoformat(moment).timestamp()


def test_a_receiver_that_breaks_tls_off_is_retried_by_the_schedule(
    place: Site, ada: Person, bo: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = certificates(tmp_path, "127.0.0.1").requiring_a_client_certificate()
    monkeypatch.setenv("SSL_CERT_FILE", str(known.authority))
    with receiver(known.server) as found:
        made = ada.webhook(found.url(scheme="https"))
        tried = ada.ask("POST", f"/v1/webhooks/{made['id']}/tests")
        started(ada, ada, bo)
        place.step()

    assert (tried.status_code, tried.json()["state"]) == (200, "failed")
    assert tried.json()["error"].startswith("tls: the connection broke off")
    check_is_retried(place, next(each for each in ada.deliveries(made) if each["type"] == "decision.opened"))


def test_a_delivery_that_cannot_be_built_is_retried_by_the_schedule(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    """An unexpected error, here of the stored keys of a browser, is an outcome as well."""
    made = ada.make("/v1/me/push", PushBrowser().subscription(found.url(), delay="PT0S"))
    with place.parts.get(Play).store.database.writing() as cursor:
        cursor.execute('UPDATE receivers SET terms=REPLACE(terms, \'"public_key":"\', \'"public_key":"%\')')
    tried = ada.ask("POST", f"/v1/me/push/{made['id']}/tests")
    started(ada, ada, bo)
    place.step()

    assert (tried.status_code, tried.json()["state"]) == (200, "failed")
    with place.parts.get(Play).store.database.reading() as cursor:
        (row,) = cursor.all("SELECT * FROM deliveries WHERE type='decision.opened'")
    check_is_retried(place, row)


def check_is_retried(place: Site, delivery: Any) -> None:
    """Check that a delivery has failed once and has another attempt."""
    assert (delivery["state"], delivery["attempts"]) == ("waiting", 1)
    assert place_time(delivery["next_at"]) > place.now.timestamp()


def test_retry_after_is_respected_up_to_an_hour(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url())
    waits = ["100", "99999", "Fri, 20 Nov 2026 13:00:00 GMT"]
    found.answer = lambda _: Answer(429, b"", {"Retry-After": waits[len(found.received) - 1]})
    started(ada, ada, bo)
    place.step()
    first = place_time(ada.deliveries(made)[0]["next_at"]) - place.now.timestamp()
    place.wait(seconds=first + 1)
    second = place_time(ada.deliveries(made)[0]["next_at"]) - place.now.timestamp()

    assert first == 100
    assert second == 3600


def test_410_disables_and_the_owner_is_notified(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url("/gone"), "game.started", "decision.opened")
    ping = ada.ping(found.url("/ping"), delay="P1D")
    found.answer = failing({"/gone": 410})
    started(ada, ada, bo)
    place.step()
    place.step()

    shown = ada.get(f"/v1/webhooks/{made['id']}")
    assert (shown["enabled"], shown["disabled"]["because"]) == (False, "gone")
    assert ada.get("/v1/me")["notices"] == [{"kind": "webhook", "id": made["id"], "disabled": shown["disabled"]}]
    assert "notices" not in ok(place.client.get(f"/v1/players/{ada.id}")).json()
    (told,) = [json.loads(each.body) for each in found.received if each.path == "/ping"]
    assert (
        told["text"]
        == "Your webhook to 127.0.0.1 answered 410 and is disabled: https://ludolog.example/account/notifications"
    )
    assert ada.get(f"/v1/me/pings/{ping['id']}/deliveries")["items"][0]["type"] == "webhook.disabled"
    arrived = len(found.received)

    started(ada, ada, bo)
    place.wait(hours=1)
    assert len(found.received) == arrived
    assert all(each["state"] == "failed" for each in ada.deliveries(made))

    found.answer = failing({})
    body = {"url": found.url("/gone"), "types": ["game.started"], "enabled": True}
    assert ok(ada.ask("PUT", f"/v1/webhooks/{made['id']}", body)).json()["disabled"] is None
    started(ada, ada, bo)
    place.step()
    assert len(found.received) == arrived + 1
    assert ada.get("/v1/me")["notices"] == []


def test_five_days_of_only_failures_disable(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url(), "game.started")
    found.answer = failing({"/hook": 500})
    started(ada, ada, bo)
    place.step()
    first = ada.get(f"/v1/webhooks/{made['id']}")["failing_since"]
    place.wait(days=3)
    found.answer = failing({})
    started(ada, ada, bo)
    place.step()
    assert first is not None
    assert ada.get(f"/v1/webhooks/{made['id']}")["failing_since"] is None

    found.answer = failing({"/hook": 500})
    started(ada, ada, bo)
    place.step()
    for _ in range(4):
        place.wait(days=1)
        started(ada, ada, bo)
        place.step()
    assert ada.get(f"/v1/webhooks/{made['id']}")["enabled"] is True
    place.wait(days=1.1)
    started(ada, ada, bo)
    place.step()

    assert ada.get(f"/v1/webhooks/{made['id']}")["disabled"]["because"] == "failing"
    assert ada.get("/v1/me")["notices"][0]["disabled"]["because"] == "failing"


def test_failures_of_another_url_do_not_count(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url(), "game.started")
    found.answer = failing({"/hook": 500, "/new": 500})
    started(ada, ada, bo)
    place.step()
    place.wait(days=4.9)
    body = {"url": found.url("/new"), "types": ["game.started"], "enabled": True}
    assert ok(ada.ask("PUT", f"/v1/webhooks/{made['id']}", body)).json()["failing_since"] is None
    place.wait(days=0.2)
    started(ada, ada, bo)
    place.step()
    assert ada.get(f"/v1/webhooks/{made['id']}")["enabled"] is True


def test_a_rotated_secret_signs_for_another_day(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    old = ada.webhook(found.url(), "game.started")
    place.wait(hours=1)
    new = ada.make(f"/v1/webhooks/{old['id']}/rotations", None)
    assert new["secret"] != old["secret"]
    assert new["public_key"] != old["public_key"]

    started(ada, ada, bo)
    place.step()
    place.wait(hours=23.5)
    started(ada, ada, bo)
    place.step()
    place.wait(hours=1)
    started(ada, ada, bo)
    place.step()

    def accepted(arrived: Received, secret: str) -> bool:
        try:
            verify(secret, arrived.headers, arrived.body, float(arrived.headers["webhook-timestamp"]))
        except SignatureError:
            return False
        return True

    both = [
        [accepted(each, made[key]) for made in (old, new) for key in ("secret", "public_key")]
        for each in found.received
    ]
    assert both == [[True] * 4, [True] * 4, [False, False, True, True]]


def test_deliveries_are_sent_again_one_or_a_range(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    made = ada.webhook(found.url(), "game.started")
    path = f"/v1/webhooks/{made['id']}/redeliveries"
    games = [started(ada, ada, bo) for _ in range(4)]
    found.answer = lambda each: Answer(500 if json.loads(each.body)["data"]["game"] in games[1:3] else 204)
    place.step()
    for _ in range(8):
        place.wait(hours=13)
    deliveries = ada.deliveries(made)
    failed = [each["id"] for each in deliveries if each["state"] == "failed"]
    assert len(failed) == 2
    found.answer = failing({})
    before = len(found.received)

    assert ada.make(path, {"delivery": deliveries[0]["id"]}) == {"queued": 1, "complete": True}
    place.step()
    assert [each.headers["webhook-id"] for each in found.received[before:]] == [deliveries[0]["id"]]
    assert json.loads(found.received[before].body) == deliveries[0]["body"]

    failed = [each["id"] for each in ada.deliveries(made) if each["state"] == "failed"]
    span = {"since": "2026-11-20T00:00:00Z", "until": "2026-11-30T00:00:00+01:00"}
    ranged, repeated = (ok(ada.ask("POST", path, span, **{"Idempotency-Key": "again"})) for _ in range(2))
    assert ranged.json() == repeated.json() == {"queued": len(failed), "complete": True}
    assert repeated.headers["Idempotency-Replayed"] == "true"
    place.step()
    assert {each["state"] for each in ada.deliveries(made)} == {"delivered"}

    before = len(found.received)
    assert ada.make(path, {**span, "only": "all", "until": "2026-11-20T01:00:00Z"})["queued"] == 0
    assert ada.make(path, {**span, "only": "all"})["queued"] == 4
    place.step()
    arrived = [each.headers["webhook-id"] for each in found.received[before:]]
    assert sorted(arrived) == sorted(each["id"] for each in deliveries)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"delivery": "msg_x", "since": "2026-11-20T00:00:00Z"}, 422),
        ({"since": "yesterday"}, 422),
        ({"since": "2026-11-20T00:00:00"}, 422),
        ({"since": "0001-01-01T00:00:00+14:00"}, 422),
        ({"delivery": "msg_unknown"}, 404),
    ],
)
def test_a_redelivery_names_one_delivery_or_a_range(
    ada: Person, found: Receiver, body: dict[str, str], status: int
) -> None:
    made = ada.webhook(found.url())

    assert ada.ask("POST", f"/v1/webhooks/{made['id']}/redeliveries", body).status_code == status


def test_deliveries_are_listed_in_pages_and_kept_for_14_days(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    made = ada.webhook(found.url(), "game.started")
    for _ in range(5):
        started(ada, ada, bo)
        place.wait(hours=1)
    whole = ada.deliveries(made)
    first = ada.get(f"/v1/webhooks/{made['id']}/deliveries?limit=3")
    second = ada.get(f"/v1/webhooks/{made['id']}/deliveries?limit=3&cursor={first['next']}")

    assert first["items"] + second["items"] == whole
    assert second["next"] is None
    assert ada.get(f"/v1/webhooks/{made['id']}/deliveries?state=failed")["items"] == []
    place.wait(days=13)
    assert len(ada.deliveries(made)) == 5
    place.wait(days=1)
    place.wait(hours=2)
    assert len(ada.deliveries(made)) < 5


def test_too_many_waiting_deliveries_are_dropped_and_counted(
    place: Site, found: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.news.planning.MOST_WAITING", 2)
    ada, bo = place.player("Ada"), place.player("Bo")
    made = ada.webhook(found.url(), "game.started")
    found.answer = failing({"/hook": 500})
    for _ in range(5):
        started(ada, ada, bo)
    place.step()

    shown = ada.get(f"/v1/webhooks/{made['id']}")
    assert (shown["waiting"], shown["dropped"]) == (2, 3)


def test_answered_decisions_do_not_fill_the_queue(
    place: Site, found: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`deadline.near` waits for days, and is not sent about a decision that was answered before."""
    for module in ("planning", "queue.redelivery"):
        monkeypatch.setattr(f"service.news.{module}.MOST_WAITING", 2)
    ada, bo, cy = (place.player(name) for name in ("Ada", "Bo", "Cy"))
    made = cy.webhook(found.url(), "game.ended", "deadline.near")
    game = started(cy, ada, bo, clock={"allowance": "P3D"})
    for _ in range(5):
        place.step()
        # the bot decides first if it is asked
        until(lambda: [each for each in (ada, bo) if each.is_asked(game)])[0].answer(game)
    place.step()
    waiting = place.run(place.notifications.queue_length)
    end(cy, game)
    place.step()

    assert types(found, "/hook") == ["game.ended"]
    assert cy.get(f"/v1/webhooks/{made['id']}")["dropped"] == 0
    assert waiting == 2, "one for each player"
    again = {"delivery": cy.deliveries(made)[0]["id"]}
    assert cy.make(f"/v1/webhooks/{made['id']}/redeliveries", again)["queued"] == 1


def test_the_deliveries_that_wait_are_those_that_are_listed(place: Site, found: Receiver) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    made = ada.webhook(found.url(), "game.started", "deadline.near")
    found.answer = failing({"/hook": 500})

    def waiting() -> int:
        listed = ada.get(f"/v1/webhooks/{made['id']}/deliveries?state=waiting")["items"]
        shown = ada.get(f"/v1/webhooks/{made['id']}")["waiting"]
        assert shown == len(listed)
        return shown

    started(ada, ada, bo, clock={"allowance": "PT1H"})
    place.step()
    at_first = waiting()
    place.wait(minutes=46)

    assert (at_first, waiting()) == (1, 2)


def test_the_secret_is_shown_once_and_not_stored(ada: Person, found: Receiver, tmp_path: Path) -> None:
    body, key = {"url": found.url(), "types": ["game.started"]}, {"Idempotency-Key": "once"}
    made, again = (ok(ada.ask("POST", "/v1/webhooks", body, **key)).json() for _ in range(2))
    assert made == again
    assert "secret" not in ada.get(f"/v1/webhooks/{made['id']}")
    assert "whsec_" not in json.dumps(ada.get("/v1/webhooks"))

    raw = base64.b64decode(made["secret"].removeprefix("whsec_"))
    stored = b"".join(
        file.read_bytes() for file in tmp_path.iterdir() if "games.db" in file.name and file.suffix != ".key"
    )
    for form in (raw, raw.hex().encode(), made["secret"].encode(), base64.b64encode(raw)):
        assert form not in stored


def test_a_test_is_signed(place: Site, found: Receiver, ada: Person) -> None:
    made = ada.webhook(found.url())
    reply = ok(ada.ask("POST", f"/v1/webhooks/{made['id']}/tests")).json()

    (arrived,) = found.received
    verify(made["secret"], arrived.headers, arrived.body, place.now.timestamp())
    assert (reply["state"], reply["type"], reply["body"]["type"]) == ("delivered", "test", "webhook.test")


def test_a_slow_host_does_not_delay_others(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    """Five deliveries wait for a host that does not answer; four are sent at a time, and another host has its own."""
    go = threading.Event()

    def slow(request: Received) -> Answer:
        if request.path == "/slow":
            assert go.wait(20)
        return Answer()

    found.answer = slow
    with receiver(host="127.0.0.2") as other:
        ada.webhook(found.url("/slow"), "game.started")
        bo.webhook(other.url("/fast", host="127.0.0.2"), "game.started")
        other.answer = lambda _: (go.set() if len(other.received) == 6 else None) or Answer()
        for _ in range(6):
            started(ada, ada, bo)
        place.step()

        assert len(other.received) == 6
        assert len(found.received) == 6
