"""The settings, the store, the keys, the own address, and the documents that are built once."""

import asyncio
import logging
from collections.abc import Iterable

from service.core.connections.addresses import Addresses
from service.core.documents import Documents
from service.core.feature import Feature
from service.core.keys.opening import open_keys_of
from service.core.keys.recorded import KeyRecorder
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.personal import CORE
from service.core.settings import Settings
from service.core.site_address import SiteAddress
from service.core.store.storage_watch import CHECK_INTERVAL, StorageWatch
from service.core.store.store import Store
from service.core.worker import Background, Worker

_log = logging.getLogger(__name__)

_NOTED_EVERY = 60.0
"""Seconds between two looks for new signing keys to record."""


def build(parts: Parts) -> None:
    """Open the keys. Raises KeyFileError and StoreError."""
    settings, store = parts.get(Settings), parts.get(Store)
    signer, recorder = open_keys_of(store, settings.key_path)
    parts.add(signer)
    parts.add(recorder)
    addresses = parts.add(Addresses(settings.proxies))
    parts.add(SiteAddress(settings.site_origin, addresses))
    parts.add(StorageWatch(store))


def background(parts: Parts) -> Iterable[Background]:
    """Watch the storage, and record new keys."""
    recorder, storage = parts.get(KeyRecorder), parts.get(StorageWatch)

    async def record() -> None:
        await asyncio.to_thread(recorder.record)

    yield Worker(
        record,
        every=_NOTED_EVERY,
        begins_after=_NOTED_EVERY,
        outage="new keys are noted later",
        failure="new keys cannot be noted",
        log=_log,
    )
    if parts.get(Store).file is not None:
        yield Worker(
            storage.look,
            every=CHECK_INTERVAL,
            outage="the storage is checked later",
            failure="the storage cannot be checked",
            log=_log,
        )


feature = Feature(
    "core",
    parts={
        "settings": Settings,
        "signer": Signer,
        "storage": StorageWatch,
        "site": SiteAddress,
        "documents": Documents,
    },
    personal=CORE,
    build=build,
    background=background,
)
