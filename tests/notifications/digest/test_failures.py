"""E-mails that fail: retries, refusals, rows that cannot be sent."""

import json
from pathlib import Path

import pytest

from service.news.digest.smtp import MailError, SmtpServer
from tests.notifications.digest.kit import ask, change, confirmed, send
from tests.notifications.mailbox import Mailbox, mailbox
from tests.notifications.sites import Person, Site, started
from tests.replies import ok


def refuse(box: Mailbox, reply: str) -> list[str]:
    """Let the server refuse all recipients with this reply; returns the list to which it adds each of them."""
    tries: list[str] = []

    def answer(address: str) -> str:
        tries.append(address)
        return reply

    box.answer = answer
    return tries


def test_failures_are_retried_and_a_refused_recipient_is_deleted(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    tries = refuse(box, "450 later")
    send(place, hours=20)
    for _ in range(5):
        send(place, minutes=31)
    assert len(tries) == 3
    assert ada.get("/v1/me/digest")["failed_at"] is not None
    refuse(box, "550 5.1.1 unknown")
    send(place, days=1)
    assert ada.get("/v1/me/digest")["state"] == "off"
    assert box.mails == []


def test_a_refusal_by_policy_deletes_only_after_five_days(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    tries = refuse(box, "554 5.7.1 blocked")
    send(place, hours=20)
    for _ in range(4):
        for _ in range(2):
            send(place, minutes=31)
        assert ada.get("/v1/me/digest")["state"] == "confirmed"
        send(place, days=1, minutes=-62)
    send(place, minutes=31)
    assert ada.get("/v1/me/digest")["state"] == "confirmed"
    send(place, minutes=31)
    assert (len(tries), ada.get("/v1/me/digest")["state"]) == (15, "off")


def test_a_fault_of_the_server_deletes_nothing(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    refuse(box, "451 4.3.0 try later")
    send(place, hours=20)
    for _ in range(30):
        send(place, hours=12)
    refuse(box, "550 5.7.1 no relaying")
    send(place, hours=12)
    assert ada.get("/v1/me/digest")["state"] == "confirmed"


def test_an_accepted_e_mail_is_not_sent_again_if_the_server_ends_with_an_error(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    box.farewell = "421 closing"
    send(place, hours=20)
    send(place, minutes=31)
    assert (len(box.mails), ada.get("/v1/me/digest")["failed_at"]) == (1, None)
    refuse(box, "550 5.1.1 unknown")
    send(place, days=1)
    assert ada.get("/v1/me/digest")["state"] == "off"


def test_an_unconfirmed_address_is_deleted_by_any_refusal(place: Site, box: Mailbox, ada: Person) -> None:
    ask(ada)
    refuse(box, "554 no")
    send(place)
    assert ada.get("/v1/me/digest")["state"] == "off"


def test_a_row_that_cannot_be_sent_stops_no_other(place: Site, box: Mailbox, caplog: pytest.LogCaptureFixture) -> None:
    ada, cy = confirmed(place, box), confirmed(place, box, "Cy", address="cy@example.org")
    started(ada, ada, cy)
    started(cy, cy, ada)
    change(place, "UPDATE digests SET address=? WHERE player=?", "ada\n@secret.example", ada.id)
    send(place, hours=20)
    assert box.recipients[-1] == "cy@example.org"
    assert ada.get("/v1/me/digest")["failed_at"] is not None
    assert "an e-mail cannot be made" in caplog.text
    assert "secret.example" not in caplog.text
    change(place, "UPDATE digests SET time_zone=? WHERE player=?", "Gone/Zone", ada.id)
    for _ in range(3):
        send(place, minutes=31)
    assert ada.get("/v1/me/digest")["next_at"] == "2026-11-22T08:00:00.000000Z"


def test_a_confirmation_that_failed_is_sent_again_on_request(place: Site, box: Mailbox, ada: Person) -> None:
    ask(ada)
    refuse(box, "450 later")
    for _ in range(4):
        send(place, minutes=31)
    box.answer = lambda _: "250 OK"
    assert ok(ask(ada)).json()["state"] == "unconfirmed"
    send(place)
    assert len(box.mails) == 1
    # it has arrived
    assert ask(ada).status_code == 200
    send(place)
    assert len(box.mails) == 1
    place.wait(minutes=1)
    change(place, "UPDATE digests SET failed_at=? WHERE player=?", "t", ada.id)
    assert ask(ada).status_code == 200
    change(place, "UPDATE digests SET failed_at=? WHERE player=?", "t", ada.id)
    last = ask(ada)
    assert (last.status_code, last.json()["code"]) == (429, "too-many-requests")
    send(place)
    assert len({mail["Message-ID"] for mail in box.mails}) == len(box.mails) == 2


def test_a_password_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    with mailbox(auth_require_tls=False) as box:
        server = SmtpServer("127.0.0.1", box.port, "none", "a@b.example", "games", str(tmp_path / "password"))
        server.check()
        assert box.logins == [(b"games", b"secret")]
        (tmp_path / "password").write_text("wrong")
        with pytest.raises(MailError, match="SMTPAuthenticationError") as raised:
            server.check()
    assert "wrong" not in json.dumps(str(raised.value))
