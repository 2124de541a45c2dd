"""Whether a ping about a challenge that waits for an answer is still true when it is due."""

from service.core.store.database import Cursor
from service.meeting.rows import meeting_of
from service.news.queue.deliveries import Delivery

ASKING = frozenset({"challenge.received", "rematch.asked"})
"""The types of these deliveries."""


def waits_for_answer(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether the challenge of a ping is open, and its player has not answered."""
    parts = delivery.once.split(" ")
    if len(parts) != 3 or delivery.about is None:  # noqa: PLR2004 - receiver, challenge, type
        # sent again by its owner
        return True
    found = meeting_of(cursor, parts[1])
    return found is not None and found.state == "open" and delivery.about in found.missing()
