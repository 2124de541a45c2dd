"""The daily e-mail: confirmed addresses, once a day, only if something waits."""

import re
from pathlib import Path

import pytest

from service.news.digest.hours import next_hour
from service.play.play import Play
from tests.notifications.digest.kit import ask, confirmed, link_in, send, text_of
from tests.notifications.mailbox import Mailbox
from tests.notifications.sites import Person, Site, site, started
from tests.replies import ok


def test_an_address_is_confirmed_by_its_link_before_anything_else_is_sent(place: Site, box: Mailbox) -> None:
    ada = place.player("Ada")
    started(ada, ada, place.player("Bo"))
    assert ok(ask(ada)).json()["state"] == "unconfirmed"

    send(place)
    send(place, hours=23)

    (mail,) = box.mails
    assert (mail["To"], mail["From"]) == ("ada@example.org", "games@b.example")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "ludolog.example" in text_of(mail, "html")
    token = link_in(mail, "confirm")
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    assert place.client.post("/v1/digests/confirmations", json={"token": wrong}).status_code == 404
    assert ok(place.client.post("/v1/digests/confirmations", json={"token": token})).json()["state"] == "confirmed"
    assert place.client.post("/v1/digests/confirmations", json={"token": token}).status_code == 200
    shown = ada.get("/v1/me/digest")
    assert (shown["state"], shown["next_at"]) == ("confirmed", "2026-11-22T07:00:00.000000Z")


def test_an_address_that_is_not_confirmed_is_deleted_after_a_day(place: Site, box: Mailbox, ada: Person) -> None:
    ask(ada)
    send(place)
    send(place, hours=25)
    token = link_in(box.mails[0], "confirm")
    assert ada.get("/v1/me/digest")["state"] == "off"
    assert place.client.post("/v1/digests/confirmations", json={"token": token}).status_code == 404
    assert len(box.mails) == 1


def test_what_waits_is_sent_once_at_the_local_hour(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    game = started(ada, ada, place.player("Bo"), name="Friday & <friends>", clock={"allowance": "P3D"})
    send(place, hours=18)
    assert box.mails == []

    send(place, hours=1, minutes=1)
    send(place, hours=1)

    (mail,) = box.mails
    plain, html = text_of(mail, "plain"), text_of(mail, "html")
    assert f"https://ludolog.example/games/{game}" in plain
    assert "Friday & <friends>, until 2026-11-23 13:00 (Europe/Berlin)" in plain
    assert "Friday &amp; &lt;friends&gt;, until" in html
    assert mail["Subject"] == "Your games wait - Ludolog"
    assert re.fullmatch(r"<https://ludolog\.example/v1/digests/unsubscriptions/[0-9a-f]{64}>", mail["List-Unsubscribe"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # on the wire: encoded words are not allowed in it (RFC 2047 5)
    assert f"\r\nList-Unsubscribe: {mail['List-Unsubscribe']}\r\n".encode() in box.contents[-1]
    send(place, hours=23)
    assert len(box.mails) == 2
    assert box.mails[0]["Message-ID"] != box.mails[1]["Message-ID"]


def test_nothing_is_sent_if_nothing_waits(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    send(place, days=1)
    send(place, days=1)
    assert box.mails == []
    assert ada.get("/v1/me/digest")["next_at"] > "2026-11-22T"


def test_rounds_that_open_are_named(place: Site, box: Mailbox) -> None:
    ada, bo = confirmed(place, box, language="de"), place.player("Bo")
    starts = ["2026-11-21T18:00:00Z"]
    terms = {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}, "starts": starts}
    cup = bo.make("/v1/tournaments", terms)["id"]
    ada.make(f"/v1/tournaments/{cup}/acts", {"type": "register"})
    send(place, hours=19, minutes=1)
    (mail,) = box.mails
    assert f"https://ludolog.example/tournaments/{cup}" in text_of(mail, "plain")
    assert "2026-11-21 19:00 (Europe/Berlin)" in text_of(mail, "plain")
    assert "Runden" in text_of(mail, "plain")


def test_one_click_ends_it_without_a_session_and_can_be_repeated(place: Site, box: Mailbox) -> None:
    ada = confirmed(place, box)
    started(ada, ada, place.player("Bo"))
    send(place, hours=20)
    (mail,) = box.mails
    path = mail["List-Unsubscribe"].strip("<>").removeprefix("https://ludolog.example")
    assert path.endswith(link_in(mail, "unsubscribe"))
    form = {"List-Unsubscribe": "One-Click"}
    assert place.client.post(path[:-1] + ("0" if path[-1] != "0" else "1"), data=form).status_code == 404
    assert ada.get("/v1/me/digest")["state"] == "confirmed"
    assert place.client.get(path).status_code == 405
    for _ in range(2):
        assert place.client.post(path, data=form).status_code == 204
    assert ada.get("/v1/me/digest")["state"] == "off"
    send(place, days=2)
    assert len(box.mails) == 1


def test_confirmations_are_limited_for_a_player_and_for_an_address(place: Site, box: Mailbox) -> None:
    ada, bo = place.player("Ada"), place.player("Bo")
    for number in range(3):
        assert ask(ada, address=f"x{number}@example.org").status_code == 200
    refused = ask(ada, address="x4@example.org")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert int(refused.headers["Retry-After"]) > 0
    for _ in range(3):
        assert bo.ask("DELETE", "/v1/me/digest").status_code == 204
        bo = place.player(f"Bo {_}")
        assert ask(bo, address="victim@example.org").status_code == 200
    other = place.player("Cy")
    assert ask(other, address="VICTIM@example.org").status_code == 429
    place.wait(hours=25)
    assert ask(other, address="victim@example.org").status_code == 200


def test_what_cannot_be_used_is_refused(ada: Person) -> None:
    for field, value in (
        ("address", "ada"),
        ("address", "ada@localhost"),
        ("address", "a@b.org\r\nBcc: x@b.org"),
        ("address", "=?utf-8?q?victim=40example=2Eorg=2C?=@example.org"),
        ("address", "a%b.org@example.org"),
        ("address", "a..b@example.org"),
        ("address", ".a@example.org"),
        ("address", f"{'a' * 65}@example.org"),
        ("time_zone", "Mars/X"),
        ("time_zone", "../etc/passwd"),
    ):
        reply = ask(ada, **{field: value})
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid-value"), value
        assert reply.json()["errors"][0]["pointer"] == f"/{field}"
    assert ask(ada, hour=24).status_code == 400


def test_the_address_is_erased_with_the_account_and_is_in_no_log(
    place: Site, box: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    ada = confirmed(place, box)
    box.answer = lambda _: "450 later"
    started(ada, ada, place.player("Bo"))
    send(place, hours=20)
    assert ada.ask("DELETE", "/v1/me", {"confirm": ada.get("/v1/me")["name"]}).status_code == 204
    with place.parts.get(Play).store.database.reading() as cursor:
        assert cursor.one("SELECT player FROM digests") is None
        (row,) = cursor.all("SELECT address FROM digest_confirmations")
        assert "example" not in row["address"]
    # the log of the test's own server is not ours
    lines = [record.getMessage() for record in caplog.records if record.name != "mail.log"]
    assert [line for line in lines if "an e-mail failed" in line]
    assert [line for line in lines if "ada@example" in line] == []


def test_without_a_server_there_are_no_e_mails(tmp_path: Path) -> None:
    with site(tmp_path) as place:
        ada = place.player("Ada")
        assert ada.get("/v1/me/digest")["available"] is False
        assert ok(ask(ada), 409).json()["code"] == "not-possible"


@pytest.mark.parametrize(
    ("now", "zone", "hour", "expected"),
    [
        ("2026-11-20T12:00:00.000000Z", "Europe/Berlin", 8, "2026-11-21T07:00:00.000000Z"),
        ("2026-11-20T06:59:59.000000Z", "Europe/Berlin", 8, "2026-11-20T07:00:00.000000Z"),
        ("2026-11-20T07:00:00.000000Z", "Europe/Berlin", 8, "2026-11-21T07:00:00.000000Z"),
        ("2026-03-28T12:00:00.000000Z", "Europe/Berlin", 2, "2026-03-29T01:00:00.000000Z"),
        ("2026-10-24T12:00:00.000000Z", "Europe/Berlin", 2, "2026-10-25T00:00:00.000000Z"),
        ("2026-11-20T12:00:00.000000Z", "Pacific/Kiritimati", 0, "2026-11-21T10:00:00.000000Z"),
    ],
)
def test_the_local_hour_follows_the_time_zone(now: str, zone: str, hour: int, expected: str) -> None:
    assert next_hour(now, zone, hour) == expected
