"""Whether a ping about messages is still true when it is due."""

from service.blocks.rows import blocked_by
from service.core.store.database import Cursor
from service.news.queue.deliveries import Delivery
from service.talk.rows import mark_of, unread

TYPE = "message.written"
"""The type of these deliveries."""


def is_still_unread(cursor: Cursor, delivery: Delivery) -> bool:
    """Whether a ping about messages is still true: nothing was read since, or muted, and not all was removed."""
    _, _, asked = delivery.once.partition(" ")
    topic, _, read_at = asked.partition(" ")
    if not topic or delivery.about is None:
        # sent again by its owner
        return True
    mark = mark_of(cursor, delivery.about, topic)
    is_same = not mark.is_muted and str(mark.read_at) == read_at
    blocked = blocked_by(cursor, delivery.about)
    return is_same and unread(cursor, topic, ("table",), delivery.about, blocked, 1) > 0
