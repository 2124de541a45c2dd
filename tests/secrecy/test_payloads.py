"""No webhook, ping, Web Push message or daily e-mail depends on what its player may not know.

Each is compared as it is sent, in every format and language: bodies, headers, times, and how many there are.
"""

import asyncio
import contextlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from projections.languages import LANGUAGES
from service.core.keys.base64url import encoded
from service.core.keys.signing import Signer
from service.core.parts import parts_of
from service.core.store.recorder import StoredEntry
from service.news.digest.mailer import Mailer
from service.news.digest.rows import Digest
from service.news.digest.smtp import SmtpServer
from service.news.notifications import Notifications
from service.news.queue.choosing import Claimed
from service.news.queue.deliveries import read_delivery
from service.news.queue.receivers import (
    EVENT_TYPES,
    Form,
    PingTerms,
    PushTerms,
    Receiver,
    WebhookTerms,
    Whose,
    insert_receiver,
)
from service.news.requests import request_of
from tests.notifications.mailbox import Mailbox, mailbox
from tests.notifications.push.browsers import PushBrowser, claims_in
from tests.secrecy.comparing import Leak
from tests.secrecy.sites import Site, people, site
from tests.secrecy.test_worlds import game_of
from tests.secrecy.worlds import World, worlds_at_hand

PARTS = 4
"""Parts of a game after which notifications are queued."""

_RANDOM = {"webhook-id", "webhook-signature"}
"""Headers of a webhook that follow from the random id of its delivery."""

_BOUNDARY = re.compile(rb"={15}\d+==")
"""What separates the parts of an e-mail; the library chooses it by chance."""

_SITE = "https://ludolog.example"


# the game of Minos with the defaults hides nothing; what money is hidden in comes from game 1 of the others
@pytest.mark.parametrize(("title", "number"), [("giganten", 0), ("siberia", 1), ("minos", 1)])
def test_no_payload_depends_on_what_its_player_may_not_know(title: str, number: int) -> None:
    kinds = compare_payloads(title, number)

    assert kinds == {"webhook", "ping", "push", "mail"}


def test_receivers_have_every_form_language_and_filter() -> None:
    terms = [each.terms for each in _receivers("player")]

    found = [each for each in terms if isinstance(each, PingTerms)]
    assert {(each.form, each.language) for each in found} == {(f, tag) for f in get_args(Form) for tag in LANGUAGES}
    assert {each.language for each in found if isinstance(each, PushTerms)} == {*LANGUAGES}
    assert {each.games for each in terms if isinstance(each, WebhookTerms)} == {None, *get_args(Whose)}


def compare_payloads(title: str, number: int) -> set[str]:
    """Compare what is sent to everybody in a game; returns the kinds of what was sent. Raises Leak."""
    played = game_of(title, number)

    kinds: set[str] = set()
    with mailbox() as box:
        for viewer in (None, *range(played.setting.seats)):
            world = World(played, viewer)
            with worlds_at_hand([world]):
                sent = asyncio.run(_compare(world, viewer, box))
            if sent is None:
                message = f"what is sent to {viewer} depends on hidden state"
                raise Leak(message)
            assert sent
            kinds |= sent
    return kinds


async def _compare(world: World, viewer: int | None, box: Mailbox) -> set[str] | None:
    """Return the kinds of what is sent to a viewer; None: it differs between the worlds."""
    player = people().ids["owner" if viewer is None else f"seat {viewer}"]
    kinds: set[str] = set()
    async with contextlib.AsyncExitStack() as stack:
        logs = [(await stack.enter_async_context(site()), each.entries) for each in (world.played, world)]
        for running, _ in logs:
            _receive(running, player)
        # while the game goes on as well: at its end nothing is hidden that could show, and later deliveries replace
        # what waits for its time
        for part in range(1, PARTS + 1):
            real, other = [await _sent_after(running, log, part, player, box) for running, log in logs]
            if real != other:
                return None
            kinds |= {kind for kind, *_ in real}
    return kinds


async def _sent_after(running: Site, log: Sequence[StoredEntry], part: int, player: str, box: Mailbox) -> list[Any]:
    """Return what is sent to a player after a part of a game."""
    await running.feed(log, len(log) * part // PARTS)
    await parts_of(running.app).get(Notifications).follower.step()
    return _sent(running) + await asyncio.to_thread(_mails, running, player, box)


@cache
def _browser() -> PushBrowser:
    return PushBrowser(ec.derive_private_key(16, ec.SECP256R1()), bytes(16))


def _receivers(player: str) -> Iterator[Receiver]:
    """Return a ping of each format, a browser, each in every language, and a webhook of each filter for everything."""
    for whose in (None, *get_args(Whose)):
        yield _receiver(f"hook {whose}", player, WebhookTerms(EVENT_TYPES, "all", whose))
    for language in LANGUAGES:
        for form in get_args(Form):
            yield _receiver(f"ping {form} {language}", player, PingTerms(form, language, "<@1>", delay=0))
        keys = {"public_key": encoded(_browser().public), "auth": encoded(_browser().auth)}
        push = PushTerms("json", language, delay=0, label="phone", public_key=keys["public_key"], auth=keys["auth"])
        yield _receiver(f"push {language}", player, push)


def _receiver(name: str, player: str, terms: PingTerms | WebhookTerms) -> Receiver:
    return Receiver(name, player, f"https://{name.replace(' ', '-')}.example.com/", _SITE, terms, "", "")


def _receive(running: Site, player: str) -> None:
    with running.play.store.database.writing() as cursor:
        for each in _receivers(player):
            insert_receiver(cursor, each)


def _sent(running: Site) -> list[Any]:
    """Return the requests for all deliveries that wait, and what is stored of each."""
    with running.play.store.database.reading() as cursor:
        rows = list(cursor.all("SELECT * FROM deliveries ORDER BY once"))
    player = people().ids["owner"]
    by_id = {each.id: each for each in _receivers(player)}
    found: list[Any] = []
    for row in rows:
        delivery = read_delivery(row)
        receiver = by_id[delivery.receiver]
        body, headers = request_of(Claimed(delivery, receiver), parts_of(running.app).get(Signer), running.now)
        told = {name: value for name, value in headers.items() if name not in _RANDOM}
        if receiver.kind == "push":
            claims, key = claims_in({"authorization": told.pop("Authorization")})
            told |= {"claims": str(claims), "key": key, "length": str(len(body))}
            body = _browser().decrypt(body)
        stored = (delivery.once, delivery.type, delivery.next_at, delivery.about, delivery.decision, delivery.due)
        found.append((receiver.kind, stored, body, sorted(told.items())))
    return found


def _mails(running: Site, player: str, box: Mailbox) -> list[Any]:
    """Return the daily e-mail of a player in every language, as the SMTP server gets it."""
    server = SmtpServer("127.0.0.1", box.port, "none", "ludolog@ludolog.example")
    parts = parts_of(running.app)
    mailer = Mailer(running.play.store, parts.get(Signer), server, lambda: running.now)
    box.contents.clear()
    for language in LANGUAGES:
        now = running.now
        mailer.attend(
            Digest(player, "00" * 16, "ada@example.org", language, "UTC", 8, _SITE, "confirmed", now, now),
        )
    return [("mail", _BOUNDARY.sub(b"boundary", content)) for content in box.contents]
