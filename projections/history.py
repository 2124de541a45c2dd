"""Events as a viewer sees them: the public record, and secret and salt if the viewer knows the secret."""

import msgspec

from domain.kernel.values import Value
from domain.kernel.viewers import FULL, AnyViewer
from domain.ledger.records import Entry, Record, salt


class SeenEvent(Value, frozen=True, omit_defaults=True):
    """An event as a viewer sees it: a line of the bundle (SPEC.md 5)."""

    record: Record
    head: str
    secret: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    salt: str | msgspec.UnsetType = msgspec.UNSET


def knows_secret(entry: Entry, viewer: AnyViewer) -> bool:
    """Whether an event has a secret that the viewer knows. All who know it see the same, and all others."""
    knows = viewer == FULL or (viewer is not None and viewer in entry.record.known_to)
    return knows and entry.secret is not None


def seen(entry: Entry, viewer: AnyViewer, seed: bytes) -> SeenEvent:
    """Return an event as the viewer sees it. Only the fields named here leave the log."""
    if entry.secret is None or not knows_secret(entry, viewer):
        return SeenEvent(entry.record, entry.head)
    if entry.record.version == 1:
        return SeenEvent(entry.record, entry.head, entry.secret)
    return SeenEvent(entry.record, entry.head, entry.secret, salt(seed, entry.record.version).hex())
