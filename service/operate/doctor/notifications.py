"""The checks of notifications: what waits, which receivers are disabled, and the server for e-mails."""

import datetime
import time
from collections.abc import Iterator

from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.times import timestamp_at
from service.news.digest.rows import overdue_digests
from service.news.digest.smtp import MailError, smtp_server
from service.operate.doctor.finding import Finding

OVERDUE = datetime.timedelta(minutes=15)
"""How long after its time a delivery counts as forgotten. A running service sends it within seconds."""


def mail(settings: Settings) -> Iterator[Finding]:
    """Return whether the SMTP server accepts the sign-in; nothing where none is configured."""
    server = smtp_server(settings)
    if server is None:
        return
    try:
        server.check()
    except (MailError, OSError) as error:
        yield Finding("e-mail", f"{server.host}:{server.port}: {error}: see LUDOLOG_SMTP_HOST", "wrong")
    else:
        yield Finding("e-mail", f"{server.host}:{server.port} accepts the sign-in", "ok")


def deliveries(cursor: Cursor, *, is_served: bool, has_mail: bool) -> Iterator[Finding]:
    """Return what waits in the tables of a database, and which receivers are disabled.

    `is_served`: services may run now, so nothing should be overdue. `has_mail`: they send e-mails.
    """
    waiting = cursor.count("deliveries WHERE state = 'waiting'")
    before = timestamp_at(time.time() - OVERDUE.total_seconds())
    overdue = cursor.count("deliveries WHERE state = 'waiting' AND next_at < ?", (before,))
    # without a server for e-mails, they wait until there is one again
    overdue += overdue_digests(cursor, before) if has_mail else 0
    if is_served and overdue:
        minutes = int(OVERDUE.total_seconds()) // 60
        found = f"{overdue} are overdue by more than {minutes} minutes: start a service, or read its log"
        yield Finding("deliveries", found, "warning")
    else:
        yield Finding("deliveries", f"{waiting} wait", "ok")
    disabled = cursor.count("receivers WHERE disabled_at IS NOT NULL")
    yield Finding("receivers", f"{cursor.count('receivers')}, of which {disabled} are disabled", "ok")
