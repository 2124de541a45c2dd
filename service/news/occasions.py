"""Pings about challenges, rematches, pairings of pools, and standing orders. They say what happened, and not more."""

from collections.abc import Collection, Iterator

from service.core.store.database import Cursor
from service.meeting.meetings import Occasion
from service.meeting.rows import Meeting
from service.news.events import game_url, new_id
from service.news.planning import queue
from service.news.queue.answers import ASKING
from service.news.queue.deliveries import NewDelivery, host_of
from service.news.queue.receivers import PingTerms, Receiver, active_receivers
from service.news.texts import Notice, body_of, notice_text
from service.news.times import later
from service.orders.orders import OrderChange
from service.orders.terms import Order

MOST_DELAY = 60
"""Seconds after which a challenge that waits for an answer is reported at the latest: some wait for ten minutes."""

_MEETINGS: dict[Occasion, Notice] = {
    "asked": "challenge.received",
    "agreed": "challenge.accepted",
    "declined": "challenge.declined",
    "paired": "pool.paired",
}


def notice_of(occasion: Occasion, meeting: Meeting) -> Notice:
    """Return what players are told of a meeting."""
    return "rematch.asked" if occasion == "asked" and meeting.kind == "rematch" else _MEETINGS[occasion]


def tell_of_meeting(cursor: Cursor, occasion: Occasion, meeting: Meeting, players: Collection[str], now: str) -> None:
    """Queue the pings about a meeting for players, in the transaction that changes it."""
    notice = notice_of(occasion, meeting)
    has_game = occasion in {"agreed", "paired"}
    found: list[NewDelivery] = []
    for ping, terms in _pings(cursor, players):
        if not terms.challenges:
            continue
        url = game_url(ping.site, meeting.id) if has_game else f"{ping.site}/"
        body = body_of(terms, notice_text(terms, notice, url), type=notice, url=url, challenge=meeting.id)
        found.append(
            NewDelivery(
                id=new_id("ping"),
                receiver=ping.id,
                once=f"{ping.id} {meeting.id} {notice}",
                host=host_of(ping.url),
                type=notice,
                body=body.decode(),
                next_at=later(now, min(terms.delay, MOST_DELAY)) if notice in ASKING else now,
                game=meeting.id if has_game else None,
                about=ping.player,
            )
        )
    queue(cursor, found, now)


def tell_of_order(cursor: Cursor, change: OrderChange, order: Order, version: int, now: str) -> None:
    """Queue the pings about a standing order for its player, in the transaction that changes it."""
    notice: Notice = "order.acted" if change == "acted" else "order.ended"
    found: list[NewDelivery] = []
    for ping, terms in _pings(cursor, {order.player}):
        if not terms.orders:
            continue
        url = game_url(ping.site, order.game)
        body = body_of(terms, notice_text(terms, notice, url), type=notice, url=url, game=order.game)
        once = f"{ping.id} {order.id} {notice} {version}"
        more = {"game": order.game, "about": order.player}
        found.append(NewDelivery(new_id("ping"), ping.id, once, host_of(ping.url), notice, body.decode(), now, **more))
    queue(cursor, found, now)


def _pings(cursor: Cursor, players: Collection[str]) -> Iterator[tuple[Receiver, PingTerms]]:
    for each in active_receivers(cursor, players):
        if isinstance(each.terms, PingTerms):
            yield each, each.terms
