"""Tells a player something that is no event of a game, by all pings and browsers of this player."""

from service.core.store.database import Cursor
from service.news.events import new_id
from service.news.planning import host_of, queue
from service.news.queue.deliveries import NewDelivery
from service.news.queue.receivers import Kind, PingTerms, receivers_of
from service.news.texts import Notice, body_of, notice_text


def tell(cursor: Cursor, player: str, notice: Notice, path: str, once: str, now: str) -> None:
    """Queue a notice for all pings and browsers of a player, in the transaction of what it is about.

    `path` is the page to which it leads. `once` names the occasion: a receiver gets one notice for it.
    """
    kinds: tuple[Kind, ...] = ("ping", "push")
    found: list[NewDelivery] = []
    for ping in [each for kind in kinds for each in receivers_of(cursor, player, kind)]:
        if ping.disabled_at is None and isinstance(ping.terms, PingTerms):
            url = f"{ping.site}{path}"
            body = body_of(ping.terms, notice_text(ping.terms, notice, url), type=notice, url=url)
            name = f"{ping.id} {once}"
            found.append(NewDelivery(new_id("ping"), ping.id, name, host_of(ping.url), notice, body.decode(), now))
    queue(cursor, found, now)
