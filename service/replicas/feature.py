"""Reads from streaming replicas, if the settings name some."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.lists.reading import ReadModels
from service.people.api.auth import Gate
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.replicas.replica import Replica
from service.replicas.replicas import LOOK_INTERVAL, Replicas
from service.replicas.requests import Answering

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build what reads from the replicas."""
    urls, poller = parts.get(Settings).replica_urls, parts.find(LogPoller)
    if urls and poller is not None and poller.partitions is not None:
        # a batch is acknowledged before it has a position (decision 088), so that none says what a client has seen
        _log.warning("the log is sequenced: the primary answers all reads, and the replicas none")
    elif urls and poller is not None:
        registry = parts.get(ReadModels).registry
        replicas = [Replica(url) for url in urls]
        parts.add(Replicas(replicas, parts.get(Store), registry, parts.get(Play), poller))
        parts.add(Answering(poller.catch_up, lambda: poller.position))


def connect(parts: Parts) -> None:
    """Let reads ask the replicas first."""
    replicas = parts.find(Replicas)
    if replicas is not None:
        gate = parts.get(Gate)
        gate.knows_enough, gate.admitted = replicas.knows_enough, replicas.admitted
        parts.get(Store).states_elsewhere = replicas.states
        parts.get(ReadModels).elsewhere = replicas.read
        parts.get(LogPoller).reconnected.append(replicas.forget)


def background(parts: Parts) -> Iterable[Background]:
    """Look at the replicas."""
    replicas = parts.find(Replicas)
    if replicas is not None:

        async def stop() -> None:
            replicas.close()

        yield Started(stop=stop)
        yield Worker(
            replicas.look,
            every=LOOK_INTERVAL,
            outage="the replicas are looked at later",
            failure="the replicas cannot be looked at",
            log=_log,
        )


feature = Feature("replicas", build=build, connect=connect, background=background)
