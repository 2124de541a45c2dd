"""Refuses changes during maintenance, wherever requests arrive: the gate of all requests asks it."""

import re
from datetime import datetime

from litestar.types import HTTPScope

from service.core.store.times import timestamp_now
from service.people.api.identity import Refusal
from service.switches.switches import Switches
from service.switches.values import Maintenance

RETRY_AFTER = 60
"""Seconds after which clients ask again if the end is not known."""

LONGEST = 3600
"""The maximum number of seconds that clients are asked to wait: the end may come earlier."""

GOES_ON = re.compile(
    # what computes and stores nothing
    r"/v1/verifications|/v1/games/[^/]+/previews"
    # who signs in reads; an operator ends the maintenance
    r"|/v1/sessions(/.*)?|/v1/me/stream-tickets|/oauth/(token|revoke|introspect)|/v1/site"
)
"""Requests that are no changes in the sense of maintenance, though their methods say so."""


class MaintenanceGuard:
    """Decides which requests are refused."""

    def __init__(self, switches: Switches) -> None:
        self._switches = switches

    def check(self, scope: HTTPScope) -> Refusal | None:
        """Return why a request that changes something is refused; None: it is not."""
        maintenance = self._switches.maintenance
        if maintenance is None or GOES_ON.fullmatch(scope["path"].rstrip("/")):
            return None
        return Refusal("maintenance", words_of(maintenance), retry_after(maintenance))

    def held(self) -> str | None:
        """Return why no game may change; None: games go on."""
        maintenance = self._switches.maintenance
        return None if maintenance is None else words_of(maintenance)


def words_of(maintenance: Maintenance) -> str:
    """Return what players are told."""
    until = "" if maintenance.until is None else f", probably until {maintenance.until}"
    return f"maintenance: nothing can be changed{until}: {maintenance.reason}"


def retry_after(maintenance: Maintenance) -> dict[str, str]:
    """Return the header that says after how many seconds to ask again."""
    seconds = float(RETRY_AFTER)
    if maintenance.until is not None:
        until, now = (datetime.fromisoformat(time).timestamp() for time in (maintenance.until, timestamp_now()))
        seconds = min(LONGEST, max(RETRY_AFTER, until - now))
    return {"Retry-After": str(int(seconds))}
