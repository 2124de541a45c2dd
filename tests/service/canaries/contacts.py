"""The ways to reach a player that have secrets of their own: calendars, browsers, the daily e-mail, guests."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import httpx

from service.core.keys.base64url import encoded
from service.core.keys.key_file import open_keys
from service.news.digest.links import token_of
from service.news.digest.rows import Digest
from tests.notifications.mailbox import Mailbox
from tests.notifications.push.browsers import PushBrowser
from tests.notifications.receiver import Receiver
from tests.replies import ok
from tests.service.canaries.dump import dump
from tests.service.server import Server

ADDRESS = "ada@example.org"

Note = Callable[[str, str], str]
"""Notes a secret under a name, and returns it."""

_ID = 32
"""Characters of the id in the token of an e-mail; the rest is a signature."""


def calendar(player: httpx.Client, other: httpx.Client, note: Note) -> None:
    """Make two links to a calendar, read it, and revoke one of them."""
    made: list[dict[str, str]] = []
    secret = ""
    for number in range(2):
        reply = player.post("/v1/me/calendar-links", json={"label": "phone"})
        assert reply.status_code == 201, reply.text
        made.append(reply.json())
        secret = note(f"calendar link {number}", made[-1]["url"].partition("token=")[2])
        assert other.get("/v1/me/calendar.ics", params={"token": secret}).is_success
    assert player.delete(f"/v1/me/calendar-links/{made[-1]['id']}").status_code == 204
    assert other.get("/v1/me/calendar.ics", params={"token": secret}).status_code == 404


def subscribed(player: httpx.Client, found: Receiver, note: Note) -> PushBrowser:
    """Subscribe a browser, and send it a notification."""
    browser = PushBrowser()
    made = player.post("/v1/me/push", json=browser.subscription(found.url("/push")))
    assert made.status_code == 201, made.text
    note("auth of a browser", encoded(browser.auth))
    note("p256dh of a browser", encoded(browser.public))
    assert player.post(f"/v1/me/push/{made.json()['id']}/tests").is_success
    return browser


def guest_link(owner: httpx.Client, note: Note) -> None:
    """Seat a guest, and make the link with which the guest plays."""
    game = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "visibility": "private"})).json()["id"]
    assert owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"}).is_success
    made = owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "guest"})
    assert made.status_code == 201, made.text
    note("token of a guest", made.json()["token"])


def digest(player: httpx.Client, server: Server, keys: Path, box: Mailbox, note: Note) -> None:
    """Ask for the daily e-mail, confirm it, follow wrong links, and unsubscribe."""
    asked = player.put("/v1/me/digest", json={"address": ADDRESS, "hour": 8, "time_zone": "Europe/Berlin"})
    assert asked.status_code == 200, asked.text
    box.wait(1)
    confirm = _link_in(box.mails[0])
    unsubscribe = _unsubscription(server.database, keys)
    for what, token in (("a confirmation", confirm), ("an unsubscription", unsubscribe)):
        note(f"token of {what}", token)
        note(f"signature of {what}", token[_ID:])
    reader = httpx.Client(base_url=server.base, event_hooks=player.event_hooks)
    for token, status in ((confirm[::-1], 404), (unsubscribe, 404), (confirm, 200)):
        assert reader.post("/v1/digests/confirmations", json={"token": token}).status_code == status
    for token, status in ((confirm, 404), (unsubscribe[:_ID] + confirm[_ID:], 404), (unsubscribe, 204)):
        assert reader.post(f"/v1/digests/unsubscriptions/{token}").status_code == status
    assert reader.post(f"/v1/digests/unsubscriptions/{unsubscribe}").status_code == 204
    reader.close()


def _link_in(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return re.findall(r"/email#confirm=([0-9a-f]{64})", part.get_content())[0]


def _unsubscription(database: str, keys: Path) -> str:
    """Return the token that the next e-mail would have."""
    found = {value.column: value.text for value in dump(database) if value.table == "digests"}
    values = {**found, "hour": int(found["hour"]), "attempts": int(found["attempts"])}
    row = Digest(**{name: values[name] for name in Digest.__struct_fields__})  # pyright: ignore[reportArgumentType] - texts of a row
    return token_of(open_keys(keys), row, "unsubscribe")
