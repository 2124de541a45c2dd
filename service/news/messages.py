"""Pings about messages that a player has not read. They say where something was written, and never what."""

from collections.abc import Collection

import msgspec

from projections.rows.terms import ShownTerms
from service.blocks.rows import has_blocked
from service.core.store.database import Cursor
from service.news.events import Event, new_id
from service.news.queue.deliveries import NewDelivery, host_of
from service.news.queue.receivers import PingTerms, Receiver
from service.news.queue.unread import TYPE
from service.news.texts import body_of, messages_text
from service.news.times import later
from service.talk.rows import mark_of


def message_pings(cursor: Cursor, event: Event, receiver: Receiver, terms: PingTerms, name: str) -> list[NewDelivery]:
    """Return the ping about a message; none for a player who has muted its topic, or blocked its author.

    A topic has one ping until the player reads it: `once` has the time of the last message that was read.
    """
    topic = event.subject
    mark = mark_of(cursor, receiver.player, topic)
    if mark.is_muted or has_blocked(cursor, receiver.player, event.authors):
        return []
    url = f"{receiver.site}/{topic}"
    kind, _, subject = topic.partition("/")
    game = subject if kind == "games" else None
    more = {} if game is None else {"game": game}
    return [
        NewDelivery(
            id=new_id("ping"),
            receiver=receiver.id,
            once=f"{receiver.id} {topic} {mark.read_at}",
            host=host_of(receiver.url),
            type=TYPE,
            body=body_of(terms, messages_text(terms, name, url), type=TYPE, url=url, **more).decode(),
            next_at=later(event.at, terms.delay),
            game=game,
            about=receiver.player,
        )
    ]


def names_of_games(cursor: Cursor, games: Collection[str]) -> dict[str, str]:
    """Return the names of games; the title of a game without a name."""
    rows = cursor.among("SELECT game, ruleset, terms FROM lobby WHERE game IN", games)
    return {
        row["game"]: msgspec.json.decode(row["terms"], type=ShownTerms).name or row["ruleset"].capitalize()
        for row in rows
    }


def names_of_topics(cursor: Cursor, topics: Collection[str]) -> dict[str, str]:
    """Return the names of games and tournaments by their topics."""
    parts = [topic.partition("/")[::2] for topic in topics]
    games = names_of_games(cursor, [name for kind, name in parts if kind == "games"])
    cups = [name for kind, name in parts if kind == "tournaments"]
    rows = cursor.among("SELECT id, name FROM tournaments WHERE id IN", cups)
    return {f"games/{game}": name for game, name in games.items()} | {
        f"tournaments/{row['id']}": row["name"] for row in rows
    }
