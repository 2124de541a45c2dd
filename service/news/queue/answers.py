"""Whether a ping about a challenge is true when it is due: it waits for an answer, or its game is open."""

from service.core.store.database import Cursor
from service.meeting.rows import meeting_of
from service.news.queue.deliveries import Delivery

ASKING = frozenset({"challenge.received", "rematch.asked"})
"""The types of the deliveries about an answer."""

BEGINNING = frozenset({"challenge.accepted", "pool.paired"})
"""The types of the deliveries about a game that begins: they lead to it."""


def waits_for_answer(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether the challenge of a ping is open, and its player has not answered."""
    parts = delivery.once.split(" ")
    if len(parts) != 3 or delivery.about is None:  # noqa: PLR2004 - receiver, challenge, type
        # sent again by its owner
        return True
    found = meeting_of(cursor, parts[1])
    return found is not None and found.state == "open" and delivery.about in found.missing()


def waits_for_game(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether the game to which a ping leads is about to be opened."""
    if delivery.type not in BEGINNING or delivery.game is None:
        return False
    found = meeting_of(cursor, delivery.game)
    return found is not None and found.state == "accepted"
