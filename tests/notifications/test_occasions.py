"""Pings and the daily e-mail about challenges, rematches, pools and standing orders."""

from pathlib import Path

import pytest

from service.meeting.meetings import Meetings
from service.meeting.opening import Opening
from service.orders.runner import OrderRunner
from service.play.play import Play
from tests.notifications.digest.kit import confirmed, send, text_of
from tests.notifications.mailbox import mailbox
from tests.notifications.receiver import Receiver, said
from tests.notifications.sites import Person, Site, site, started
from tests.replies import ok
from tests.service.kit import problem

MINOS = {"ruleset": "minos"}
SITE = "https://ludolog.example/"


def told(found: Receiver, *kinds: str) -> list[tuple[str, str]]:
    """Return the types and URLs of the pings that have arrived, of these kinds."""
    return [(each["type"], each["url"]) for each in said(found) if each["type"].partition(".")[0] in kinds]


def test_a_challenge_is_reported_to_whom_it_waits_for_and_its_answer_to_who_asked(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    assert not ada.ping(found.url("/turns"))["challenges"]
    bo.ping(found.url("/bo"), challenges=True)
    first = ada.make("/v1/challenges", {"players": [bo.id], **MINOS})["id"]
    # who answers at once gets no ping
    place.wait(minutes=0.9)
    assert told(found, "challenge") == []
    place.wait(minutes=0.2)
    assert told(found, "challenge") == [("challenge.received", SITE)]
    ada.ping(found.url("/ada"), challenges=True)
    ok(bo.ask("POST", f"/v1/challenges/{first}/refusals", {}))
    place.step()
    second = ada.make("/v1/challenges", {"players": [bo.id], **MINOS})["id"]
    ok(bo.ask("POST", f"/v1/challenges/{second}/acceptances"))
    place.wait(minutes=2)

    assert told(found, "challenge")[1:] == [
        ("challenge.declined", SITE),
        ("challenge.accepted", f"{SITE}games/{second}"),
    ]
    game = second
    ok(bo.ask("POST", f"/v1/games/{game}/resignations"), 201)
    ok(ada.ask("POST", f"/v1/games/{game}/rematches"))
    place.wait(minutes=2)
    assert told(found, "rematch") == [("rematch.asked", SITE)]


def test_a_pairing_is_reported(place: Site, found: Receiver, ada: Person, bo: Person) -> None:
    ada.ping(found.url(), challenges=True)
    pool = {**MINOS, "clock": "live"}
    for who in (ada, bo):
        ok(who.ask("POST", "/v1/me/pools", pool))
    place.step()

    ((kind, url),) = told(found, "pool")
    assert kind == "pool.paired"
    assert ok(ada.ask("GET", url.removeprefix(SITE).join(("/v1/", "")))).json()["status"] == "running"


def test_a_game_is_reported_once_it_is_open_and_not_if_it_cannot_be_opened(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    ada.ping(found.url(), challenges=True)
    play, opening, meetings = place.parts.get(Play), place.parts.get(Opening), place.parts.get(Meetings)
    before = play.held

    def agreed() -> str:
        """Return a challenge that both have agreed to, while games are held."""
        made = ada.make("/v1/challenges", {"players": [bo.id], **MINOS})["id"]
        play.held = lambda: "games are held"
        assert problem(bo.ask("POST", f"/v1/challenges/{made}/acceptances")) == (503, "unavailable")
        place.wait(seconds=5)
        assert told(found, "challenge") == []
        return made

    failed = agreed()
    assert meetings.started(failed, failed=True) is not None
    place.wait(seconds=5)
    assert told(found, "challenge") == []
    opened = agreed()
    play.held = before
    place.run(opening.step)
    place.wait(seconds=5)

    assert told(found, "challenge") == [("challenge.accepted", f"{SITE}games/{opened}")]
    assert ok(ada.ask("GET", f"/v1/games/{opened}")).json()["status"] == "running"


def test_all_who_have_agreed_to_a_game_are_told_that_a_player_declines(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    cy = place.player("Cy")
    bo.ping(found.url(), challenges=True)
    made = ada.make("/v1/challenges", {"players": [bo.id, cy.id], "ruleset": "giganten"})["id"]
    ok(bo.ask("POST", f"/v1/challenges/{made}/acceptances"))
    ok(cy.ask("POST", f"/v1/challenges/{made}/refusals", {}))
    place.step()

    texts = [each["text"] for each in said(found) if each["type"] == "challenge.declined"]
    assert texts == [f"A player has declined a game that you had agreed to: {SITE}"]


@pytest.mark.parametrize("language", ["de", "it"])
def test_the_daily_e_mail_names_challenges(tmp_path: Path, language: str) -> None:
    with (
        mailbox() as box,
        site(
            tmp_path, smtp_host="127.0.0.1", smtp_port=box.port, smtp_tls="none", smtp_sender="games@b.example"
        ) as place,
    ):
        ada = confirmed(place, box, language=language)
        bo = place.player("Bo")
        body = {"players": [ada.id], "ruleset": "minos", "expires_in": "P14D"}
        made = bo.make("/v1/challenges", body)["id"]
        send(place, hours=20)
        (mail,) = box.mails
        title = {"de": "Herausforderungen, die auf dich warten:", "it": "Sfide che aspettano la tua risposta:"}[
            language
        ]
        for kind in ("plain", "html"):
            assert title in text_of(mail, kind)
            assert "Minos" in text_of(mail, kind)
        ok(bo.ask("DELETE", f"/v1/challenges/{made}"), 204)
        send(place, hours=24)
        assert len(box.mails) == 1


def test_an_order_that_has_decided_or_ended_is_reported_without_what_it_says(
    place: Site, found: Receiver, ada: Person, bo: Person
) -> None:
    cy = place.player("Cy")
    ada.ping(found.url(), orders=True)
    bo.ping(found.url("/bo"), challenges=True)
    game = started(ada, ada, bo, cy, ruleset="giganten", options={"first_player": "seat_0"})
    card = {"questions": ["giganten/2c.1"], "commands": [{"type": "giganten.take_action_card"}]}
    ada.make(f"/v1/games/{game}/orders", {**card, "times": 1})
    taken = {"type": "giganten.action_card_taken", "by": 1}
    ada.make(f"/v1/games/{game}/orders", {**card, "until_events": [taken]})
    place.wait(minutes=6)
    place.run(place.parts.get(OrderRunner).step)
    place.step()
    url = f"{SITE}games/{game}"
    assert told(found, "order") == [("order.acted", url)]
    for who in (bo, cy):
        who.answer(game)
    ok(ada.ask("GET", f"/v1/games/{game}/orders"))
    place.step()

    assert told(found, "order") == [("order.acted", url), ("order.ended", url)]
    texts = [each["text"] for each in said(found) if each["type"].startswith("order.")]
    assert texts == [f"Your standing order has decided: {url}", f"Your standing order has ended: {url}"]
