"""The daily e-mail ends with the token that asked for it."""

import datetime
from pathlib import Path
from typing import Any

from service.play.play import Play
from tests.notifications.digest.kit import ASKED, ask, link_in, send
from tests.notifications.mailbox import Mailbox
from tests.notifications.receiver import Receiver
from tests.notifications.sites import Person, Site, site, started
from tests.notifications.test_ended import expire
from tests.replies import ok


def by_token(place: Site, box: Mailbox, ada: Person, **terms: Any) -> Any:
    """Let a further token of a player ask for the daily e-mail, and confirm it. Return the token."""
    made = ada.make("/v1/me/tokens", {"label": "desk", "scopes": ["organise"], **terms})
    assert ok(ask(Person(place, ada.id, made["token"]))).json()["expires_at"] == made["expires_at"]
    send(place)
    token = link_in(box.mails[-1], "confirm")
    assert place.client.post("/v1/digests/confirmations", json={"token": token}).status_code == 200
    box.mails.clear()
    return made


def addresses(place: Site) -> int:
    with place.parts.get(Play).store.database.reading() as cursor:
        return cursor.count("digests")


def test_a_daily_e_mail_ends_when_its_token_is_revoked(place: Site, box: Mailbox, ada: Person) -> None:
    token = by_token(place, box, ada)
    started(ada, ada, place.player("Bo"))
    send(place, hours=20)
    (mail,) = box.mails
    box.mails.clear()

    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    assert ada.get("/v1/me/digest")["state"] == "off"
    send(place, days=1)
    assert (box.mails, addresses(place)) == ([], 0)
    # mail programs repeat this request
    unsubscription = link_in(mail, "unsubscribe")
    assert place.client.post(f"/v1/digests/unsubscriptions/{unsubscription}").status_code == 204


def test_a_daily_e_mail_ends_when_its_token_expires(place: Site, box: Mailbox, ada: Person) -> None:
    ends = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    by_token(place, box, ada, expires_at=ends.isoformat().replace("+00:00", "Z"))
    started(ada, ada, place.player("Bo"))
    place.now = ends + datetime.timedelta(minutes=1)
    send(place)
    assert len(box.mails) == 1
    assert ada.get("/v1/me/digest")["state"] == "confirmed"

    expire(place, "digests")
    send(place, days=1, minutes=1)

    assert (len(box.mails), addresses(place)) == (1, 0)
    assert ada.get("/v1/me/digest")["state"] == "off"


def test_an_ended_daily_e_mail_needs_a_new_confirmation(place: Site, box: Mailbox, ada: Person) -> None:
    token = by_token(place, box, ada)
    started(ada, ada, place.player("Bo"))
    send(place, hours=20)
    unsubscription = link_in(box.mails[-1], "unsubscribe")
    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204
    # before its row is deleted
    assert addresses(place) == 1

    assert place.client.post(f"/v1/digests/unsubscriptions/{unsubscription}").status_code == 204
    assert addresses(place) == 0
    assert ok(ask(ada)).json()["state"] == "unconfirmed"


def test_a_late_repetition_after_the_end_finds_no_daily_e_mail(place: Site, ada: Person) -> None:
    made = ada.make("/v1/me/tokens", {"label": "desk", "scopes": ["organise"]})
    desk, keyed = Person(place, ada.id, made["token"]), {"Idempotency-Key": "digest", "Accept-Language": "en"}
    assert ok(desk.ask("PUT", "/v1/me/digest", ASKED, **keyed)).json()["state"] == "unconfirmed"
    assert ada.ask("DELETE", f"/v1/me/tokens/{made['id']}").status_code == 204

    again = ada.ask("PUT", "/v1/me/digest", ASKED, **keyed)

    assert (again.status_code, again.json()["state"]) == (200, "off")
    assert again.headers["Idempotency-Replayed"] == "true"


def test_an_address_cannot_be_confirmed_after_its_token_was_revoked(place: Site, box: Mailbox, ada: Person) -> None:
    made = ada.make("/v1/me/tokens", {"label": "desk", "scopes": ["organise"]})
    assert ask(Person(place, ada.id, made["token"])).status_code == 200
    send(place)
    assert ada.ask("DELETE", f"/v1/me/tokens/{made['id']}").status_code == 204

    confirmed = place.client.post("/v1/digests/confirmations", json={"token": link_in(box.mails[-1], "confirm")})

    assert (confirmed.status_code, confirmed.json()["code"]) == (404, "not-found")


def test_a_daily_e_mail_that_another_token_has_changed_stays(place: Site, box: Mailbox, ada: Person) -> None:
    token = by_token(place, box, ada)
    started(ada, ada, place.player("Bo"))
    assert ok(ask(ada, hour=9)).json()["state"] == "confirmed"

    assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    assert ada.get("/v1/me/digest")["address"] == ASKED["address"]
    send(place, days=1)
    assert len(box.mails) == 1


def test_postgresql_ends_them_as_sqlite_does(postgres: str, tmp_path: Path, box: Mailbox, found: Receiver) -> None:
    server = {"smtp_host": "127.0.0.1", "smtp_port": box.port, "smtp_tls": "none", "smtp_sender": "games@b.example"}
    with site(postgres, key_file=str(tmp_path / "key"), projections="embedded", **server) as place:
        ada = place.player("Ada")
        token = by_token(place, box, ada)
        Person(place, ada.id, token["token"]).webhook(found.url(), "decision.opened", "result.published")
        started(ada, ada, place.player("Bo"))
        send(place)
        assert len(found.received) == 1

        assert ada.ask("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

        started(ada, ada, place.player("Cy"))
        send(place)
        assert (ada.get("/v1/me/digest")["state"], ada.get("/v1/webhooks")["items"]) == ("off", [])
        send(place, days=1)
        with place.parts.get(Play).store.database.reading() as cursor:
            assert (cursor.count("digests"), cursor.count("receivers")) == (0, 0)
    assert (len(found.received), box.mails) == (1, [])
