"""The checks of the database."""

from collections.abc import Iterator

from service.core.settings import Settings
from service.core.store.url import is_postgres
from service.operate.doctor.embedded import embedded
from service.operate.doctor.finding import Finding
from service.operate.doctor.postgres import postgres


def store(settings: Settings) -> Iterator[Finding]:
    """Return the findings of the database of either kind."""
    yield Finding("database", settings.shown_database, "ok")
    yield from postgres(settings) if is_postgres(settings.database) else embedded(settings)
