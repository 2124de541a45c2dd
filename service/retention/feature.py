"""What is kept for how long."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.people.accounts import Accounts
from service.retention import erased
from service.retention.retention import EVERY, Retention
from service.talk.talk import Talk

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build the use case. Raises SettingsError."""
    database, accounts = parts.get(Store).database, parts.get(Accounts)
    parts.add(Retention(database, accounts, parts.get(Talk), parts.get(Settings)))


def background(parts: Parts) -> Iterable[Background]:
    """Erase again what a backup has brought back, before requests arrive; then delete what is old."""
    retention = parts.get(Retention)
    yield Started(retention.erase_again)
    if retention.list is not None:
        yield Worker(
            retention.update_list,
            every=erased.EVERY,
            outage="the list of deleted accounts is written later",
            failure="the list of deleted accounts cannot be written",
            log=_log,
        )
    yield Worker(
        retention.step,
        every=EVERY,
        outage="old texts are deleted later",
        failure="old texts cannot be deleted",
        log=_log,
    )


feature = Feature("retention", build=build, background=background)
