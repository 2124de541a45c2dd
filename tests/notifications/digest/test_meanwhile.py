"""Daily e-mails that change, end or are claimed while others are sent."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from service.news.digest.digests import Asked, Digests
from service.news.digest.mail import digest_mail
from service.news.digest.rows import Digest, claim_digest, delete_digest, digest_of, update_digest
from service.news.digest.waiting import Waiting
from service.people.calendar_links import CalendarLinks, NewLink
from service.people.tokens import TokenRevokedError
from service.play.play import Play
from tests.notifications.digest.kit import ASKED, ask, confirmed, link_in, send
from tests.notifications.mailbox import Mailbox
from tests.notifications.sites import Person, Site, site, started
from tests.replies import ok


def test_a_row_that_was_deleted_meanwhile_does_not_come_back(place: Site, box: Mailbox, ada: Person) -> None:
    ask(ada)
    database = place.parts.get(Play).store.database
    with database.writing() as cursor:
        found = digest_of(cursor, ada.id)
        assert found is not None
        delete_digest(cursor, ada.id)
        assert claim_digest(cursor, found, found.next_at, found.next_at) is None
        update_digest(cursor, replace(found, state="confirmed"))
        assert digest_of(cursor, ada.id) is None
    ask(ada)
    with database.writing() as cursor:
        update_digest(cursor, replace(found, state="confirmed"))
        now = digest_of(cursor, ada.id)
        assert now is not None
        assert (now.id != found.id, now.state) == (True, "unconfirmed")
    assert box.mails == []


def test_a_late_repetition_does_not_bring_a_deleted_e_mail_back(place: Site, box: Mailbox, ada: Person) -> None:
    keyed = {"Idempotency-Key": "late"}
    first = ok(ada.ask("PUT", "/v1/me/digest", ASKED, **keyed))
    again = ok(ada.ask("PUT", "/v1/me/digest", ASKED, **keyed))
    assert ada.ask("DELETE", "/v1/me/digest").status_code == 204
    late = ok(ada.ask("PUT", "/v1/me/digest", ASKED, **keyed))

    assert [reply.status_code for reply in (first, again, late)] == [200, 200, 200]
    assert again.json() == first.json()
    assert late.headers["Idempotency-Replayed"] == "true"
    assert late.json() == ada.get("/v1/me/digest")
    assert "address" not in {name for name, value in late.json().items() if value is not None}
    send(place)
    assert box.mails == []


def test_each_e_mail_is_claimed_by_itself_as_it_is_now(place: Site, box: Mailbox) -> None:
    ada, cy = confirmed(place, box), confirmed(place, box, "Cy", address="cy@example.org")
    started(ada, ada, cy)
    started(cy, cy, ada)
    place.wait(hours=20)
    mailer = place.parts.get(Digests).mailer
    assert mailer is not None
    first = mailer.claim()
    assert first is not None
    other = cy if first.player == ada.id else ada
    assert other.ask("DELETE", "/v1/me/digest").status_code == 204
    assert mailer.claim() is None


def test_an_account_that_is_erased_meanwhile_asks_for_nothing(place: Site, ada: Person) -> None:
    digests, links = place.parts.get(Digests), place.parts.get(CalendarLinks)
    assert ada.ask("DELETE", "/v1/me", {"confirm": ada.get("/v1/me")["name"]}).status_code == 204
    with pytest.raises(TokenRevokedError):
        digests.ask(ada.id, Asked("ada@example.org", "en", "UTC", 8, "https://ludolog.example"), None)
    with pytest.raises(TokenRevokedError):
        links.create(NewLink(ada.id, "phone", None))
    with place.parts.get(Play).store.database.reading() as cursor:
        assert cursor.one("SELECT player FROM digests") is None
        assert cursor.one("SELECT player FROM calendar_links") is None


def test_a_change_of_the_hour_brings_no_second_e_mail_within_20_hours(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    send(place, hours=19, minutes=1)
    assert len(box.mails) == 1
    assert ok(ask(ada, hour=10)).json()["next_at"] == "2026-11-22T09:00:00.000000Z"
    assert ok(ask(ada, hour=2)).json()["next_at"] == "2026-11-23T01:00:00.000000Z"
    mailer = place.parts.get(Digests).mailer
    assert mailer is not None
    place.wait(days=1, hours=18)
    sent = mailer.claim()
    assert sent is not None
    ask(ada, hour=5)
    # the change came while the e-mail was on its way
    mailer.attend(sent)
    assert ada.get("/v1/me/digest")["next_at"] == "2026-11-24T04:00:00.000000Z"


def test_an_e_mail_keeps_its_message_id_in_retries_and_shares_it_with_no_other() -> None:
    made = Digest("p", "x", "a@b.example", "en", "Europe/Berlin", 8, "https://b.example", "confirmed", "t", "n")

    def message_id(next_at: str, hour: int = 8) -> str:
        digest = replace(made, next_at=next_at, hour=hour)
        return digest_mail(digest, Waiting(), "a@b.example", "", "2026-03-01T00:00:00Z")["Message-ID"]

    first = message_id("2026-03-28T07:00:00.000000Z")
    assert first == message_id("2026-03-28T07:35:12.000000Z")
    # a day of 23 hours
    second = message_id("2026-03-29T06:00:00.000000Z")
    assert second == message_id("2026-03-29T06:05:00.000000Z")
    others = {message_id("2026-03-28T23:00:00.000000Z", 0), message_id("2026-03-28T22:00:00.000000Z", 23)}
    assert len({first, second} | others) == 4


def test_two_mailers_send_each_e_mail_once(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    place.wait(hours=20)
    first = place.parts.get(Digests).mailer
    assert first is not None
    claimed = first.claim()
    assert claimed is not None
    assert claimed.player == ada.id
    send(place)
    assert box.mails == []
    send(place, minutes=6)
    assert len(box.mails) == 1


def test_postgresql_claims_changes_and_locks_as_sqlite_does(postgres: str, tmp_path: Path, box: Mailbox) -> None:
    server = {"smtp_host": "127.0.0.1", "smtp_port": box.port, "smtp_tls": "none", "smtp_sender": "games@b.example"}
    with site(postgres, key_file=str(tmp_path / "key"), projections="embedded", **server) as place:
        ada = place.player("Ada")
        ask(ada)
        mailer = place.parts.get(Digests).mailer
        assert mailer is not None
        claimed = mailer.claim()
        assert claimed is not None
        assert mailer.claim() is None
        mailer.attend(claimed)
        token = link_in(box.mails[0], "confirm")
        assert ok(place.client.post("/v1/digests/confirmations", json={"token": token})).json()["state"] == "confirmed"
        assert ok(ask(ada, hour=9)).json()["hour"] == 9
        assert ada.ask("DELETE", "/v1/me", {"confirm": ada.get("/v1/me")["name"]}).status_code == 204
        with pytest.raises(TokenRevokedError):
            place.parts.get(Digests).ask(
                ada.id, Asked("ada@example.org", "en", "UTC", 8, "https://ludolog.example"), None
            )
