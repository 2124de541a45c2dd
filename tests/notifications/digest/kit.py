"""What the tests of the daily e-mail share."""

import re
from email.message import EmailMessage
from typing import Any

from service.news.digest.digests import Digests
from service.play.play import Play
from tests.notifications.mailbox import Mailbox
from tests.notifications.sites import Person, Site

ASKED = {"address": "ada@example.org", "hour": 8, "time_zone": "Europe/Berlin"}


def send(place: Site, **time: float) -> None:
    """Let time pass, and send what is due."""
    mailer = place.parts.get(Digests).mailer
    assert mailer is not None
    place.wait(**time)
    place.run(mailer.step)


def ask(person: Person, language: str = "en", **changes: Any) -> Any:
    """Ask for the daily e-mail."""
    return person.ask("PUT", "/v1/me/digest", {**ASKED, **changes}, **{"Accept-Language": language})


def link_in(mail: EmailMessage, purpose: str) -> str:
    """Return the token in the link of an e-mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    (token,) = re.findall(rf"https://ludolog\.example/email#{purpose}=([0-9a-f]{{64}})", part.get_content())
    return token


def confirmed(place: Site, box: Mailbox, name: str = "Ada", language: str = "en", **changes: Any) -> Person:
    """Return a player with a confirmed address."""
    person = place.player(name)
    assert ask(person, language, **changes).status_code == 200
    send(place)
    token = link_in(box.mails[-1], "confirm")
    assert place.client.post("/v1/digests/confirmations", json={"token": token}).status_code == 200
    box.mails.clear()
    return person


def change(place: Site, statement: str, *values: str) -> None:
    """Change a row of the database."""
    with place.parts.get(Play).store.database.writing() as cursor:
        cursor.execute(statement, values)


def text_of(mail: EmailMessage, kind: str) -> str:
    """Return a part of an e-mail."""
    part = mail.get_body((kind,))
    assert part is not None
    return part.get_content()
