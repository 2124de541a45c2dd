"""The rows of the schedule: when the service has to act in a game without a request."""

from domain.game.due import next_due
from projections.following import Followed
from projections.times import moment


def due_at(followed: Followed) -> str | None:
    """Return the time of the next step of the service in a game; None: there is none, or it cannot be played here."""
    if followed.is_foreign or followed.unread:
        return None
    due = next_due(followed.game)
    return None if due is None else moment(due)
