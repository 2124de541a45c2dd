"""The rows of the schedule: when the service has to act in a game without a request."""

from domain.game.schedule import next_due
from projections.following import Followed
from projections.times import moment


def due_at(followed: Followed) -> str | None:
    """Return the time of the next step of a game; None if there is none or the game is foreign."""
    due = None if followed.is_foreign else next_due(followed.game)
    return None if due is None else moment(due.at)
