"""Times after the present one."""

import datetime

from service.core.store.times import timestamp_of


def later(now: str, seconds: int) -> str:
    """Return the time some seconds after another one."""
    return timestamp_of(datetime.datetime.fromisoformat(now) + datetime.timedelta(seconds=seconds))
