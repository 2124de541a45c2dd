"""Pings and the daily e-mail about messages that were not read: where something was written, never what."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notifications.digest.kit import ask, confirmed, send, text_of
from tests.notifications.mailbox import mailbox
from tests.notifications.receiver import Receiver, said
from tests.notifications.sites import Person, Site, site, started
from tests.replies import ok

SECRET = "xylophone"


def say(who: Person, game: str, text: str = SECRET) -> str:
    """Write at a table, and return the time of the message."""
    return who.make(f"/v1/games/{game}/messages", {"text": text})["at"]


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Iterator[Site]:
    """A service in which new accounts write without pauses."""
    with site(tmp_path, messages_pause=0) as it:
        yield it


def about_messages(found: Receiver) -> list[object]:
    """Return the pings about messages that have arrived."""
    return [each for each in said(found) if each["type"] == "message.written"]


def test_a_message_that_is_not_read_has_a_ping_without_its_text(place: Site, found: Receiver) -> None:
    ada, bo, cy = place.player("Ada"), place.player("Bo"), place.player("Cy")
    assert not ada.ping(found.url("/other"))["messages"]
    ada.ping(found.url(), messages=True)
    cy.ping(found.url("/cy"), messages=True, delay="PT0S")
    bo.webhook(found.url("/hook"), "decision.opened", "game.started")
    game = started(ada, ada, bo, name="Friday")
    say(bo, game)
    # who watches is not concerned, nor the author, nor players by what spectators write
    cy.make(f"/v1/games/{game}/messages", {"text": "psst"})
    place.wait(minutes=2.9)
    assert about_messages(found) == []
    say(bo, game, f"{SECRET} again")
    place.wait(minutes=0.2)
    place.wait(hours=2)

    url = f"https://ludolog.example/games/{game}"
    assert about_messages(found) == [
        {"text": f"New messages in Friday: {url}", "type": "message.written", "game": game, "url": url}
    ]
    assert all(SECRET.encode() not in each.body for each in found.received)
    listed = ada.get("/v1/me/pings")["items"]
    (asked,) = [each for each in listed if each["messages"]]
    (delivery,) = [
        each for each in ada.get(f"/v1/me/pings/{asked['id']}/deliveries")["items"] if each["type"] == "message.written"
    ]
    assert (delivery["state"], delivery["game"]) == ("delivered", game)


def test_one_ping_until_the_player_reads_and_none_for_what_is_read_muted_or_removed(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    ada.ping(found.url(), messages=True)
    game = started(ada, ada, bo)
    path = f"/v1/games/{game}/talk/mine"
    # read in time
    ok(ada.ask("PUT", path, {"read_at": say(bo, game)}))
    place.wait(minutes=4)
    assert about_messages(found) == []
    # three messages, one ping
    last = ""
    for _ in range(3):
        last = say(bo, game)
        place.wait(minutes=5)
    assert len(about_messages(found)) == 1
    # after reading there can be another one
    ok(ada.ask("PUT", path, {"read_at": last}))
    removed = bo.make(f"/v1/games/{game}/messages", {"text": SECRET})["id"]
    place.step()
    ok(bo.ask("DELETE", f"/v1/games/{game}/messages/{removed}"), 204)
    place.wait(minutes=5)
    assert len(about_messages(found)) == 1
    say(bo, game)
    place.wait(minutes=5)
    assert len(about_messages(found)) == 2
    ok(ada.ask("PUT", path, {"read_at": say(bo, game), "muted": True}))
    say(bo, game)
    place.wait(minutes=5)
    assert len(about_messages(found)) == 2


def test_what_a_blocked_player_writes_has_no_ping(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url(), messages=True)
    game = started(ada, ada, bo)
    say(bo, game)
    ok(ada.ask("PUT", f"/v1/me/blocks/{bo.id}"))
    # blocked before it was due, and before it was written
    place.wait(minutes=4)
    say(bo, game)
    place.wait(minutes=4)
    assert about_messages(found) == []
    ok(ada.ask("DELETE", f"/v1/me/blocks/{bo.id}"), 204)
    say(bo, game)
    place.wait(minutes=4)
    assert len(about_messages(found)) == 1


def test_a_tournament_has_pings_too(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url(), messages=True, delay="PT0S")
    body = {"name": "Spring Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "sizes": [4, 3]}
    cup = bo.make("/v1/tournaments", body)["id"]
    ada.make(f"/v1/tournaments/{cup}/acts", {"type": "register"})
    bo.make(f"/v1/tournaments/{cup}/messages", {"text": SECRET})
    place.step()

    url = f"https://ludolog.example/tournaments/{cup}"
    assert about_messages(found) == [
        {"text": f"New messages in Spring Cup: {url}", "type": "message.written", "url": url}
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_daily_e_mail_names_where_messages_are_not_read(tmp_path: Path, language: str) -> None:
    with (
        mailbox() as box,
        site(
            tmp_path,
            messages_pause=0, smtp_host="127.0.0.1", smtp_port=box.port, smtp_tls="none", smtp_sender="games@b.example",
        ) as place,
    ):  # fmt: skip
        ada = confirmed(place, box, language=language, messages=True)
        bo = place.player("Bo")
        assert ada.get("/v1/me/digest")["messages"]
        # Bo decides, so that nothing else waits
        game = started(bo, bo, ada, name="Friday")
        say(bo, game)
        say(bo, game)
        send(place, hours=20)
        (mail,) = box.mails
        title = {"en": "Messages that you have not read:", "de": "Ungelesene Nachrichten:"}[language]
        for kind in ("plain", "html"):
            assert title in text_of(mail, kind)
            assert "Friday: 2" in text_of(mail, kind)
            assert f"https://ludolog.example/games/{game}" in text_of(mail, kind)
            assert SECRET not in text_of(mail, kind)
        ok(ada.ask("PUT", f"/v1/me/blocks/{bo.id}"))
        send(place, hours=24)
        assert len(box.mails) == 1
        ok(ada.ask("DELETE", f"/v1/me/blocks/{bo.id}"), 204)
        ok(ask(ada, messages=False))
        assert not ada.get("/v1/me/digest")["messages"]
        send(place, hours=24)
        assert len(box.mails) == 1
