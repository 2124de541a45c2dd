"""Checks that the stored entries of a log are whole: versions, form, chain and seals (SPEC.md 1 to 3)."""

from collections.abc import Sequence

import msgspec

from domain.ledger.records import Entry, Tip, next_head, seal, seed_commitment, tip_after, tip_of_new


class DamagedLogError(Exception):
    """The stored log of a game or a tournament is damaged. The message says where and how."""


class _Seed(msgspec.Struct, frozen=True):
    """The secret of the first event."""

    seed: str


class _Commitment(msgspec.Struct, frozen=True):
    """The public part of the first event that commits to the seed."""

    seed_commitment: str


def check_ledger(log: str, entries: Sequence[Entry]) -> None:
    """Raise DamagedLogError unless these are all entries of a log, whatever their events say."""
    if not entries:
        message = "all events are missing"
        raise DamagedLogError(message)
    check_versions(log, entries)
    check_form(entries)
    check_chain(entries, tip_of_new(log))
    check_seals(entries)


def check_versions(log: str, entries: Sequence[Entry], after: int = 0) -> None:
    """Raise DamagedLogError unless the entries are those of a log above a version, without a gap."""
    for version, entry in enumerate(entries, after + 1):
        record = entry.record
        if record.game != log:
            message = f"the event of version {version} is one of another log"
            raise DamagedLogError(message)
        if record.version != version:
            message = f"version {version} is missing: version {record.version} is stored in its place"
            raise DamagedLogError(message)


def check_chain(entries: Sequence[Entry], tip: Tip) -> Tip:
    """Return the tip after further entries of a log; raises DamagedLogError for a head that does not follow.

    The versions are those after the tip, without a gap.
    """
    head = tip.head
    for entry in entries:
        head = next_head(head, entry.record)
        if entry.head != head:
            message = f"the head of version {entry.record.version} does not follow from the event and the head before"
            raise DamagedLogError(message)
    return tip_after(entries[-1]) if entries else tip


def check_form(entries: Sequence[Entry]) -> None:
    """Raise DamagedLogError unless times do not decrease, and each event belongs to the batch of its decision."""
    at, cause = "", 0
    for entry in entries:
        record = entry.record
        if record.at < at:
            message = f"the time of version {record.version} is before that of the event before"
            raise DamagedLogError(message)
        if record.cause != record.version and (record.cause != cause or record.at != at):
            message = f"version {record.version} belongs to no batch"
            raise DamagedLogError(message)
        at, cause = record.at, record.cause


def check_seals(entries: Sequence[Entry]) -> None:
    """Raise DamagedLogError unless every secret of a whole log fits its seal, and the seed its commitment."""
    seed = b""
    for entry in entries:
        record, secret = entry.record, entry.secret
        if (secret is None) != (record.sealed is None):
            message = f"version {record.version} has {'no' if secret is None else 'a'} secret, contrary to its seal"
            raise DamagedLogError(message)
        if secret is None:
            continue
        if record.version == 1:
            seed = _seed_of(entry)
        if record.sealed != seal(seed, record.version, seed if record.version == 1 else bytes(secret)):
            message = f"the secret of version {record.version} does not fit its seal"
            raise DamagedLogError(message)


def _seed_of(first: Entry) -> bytes:
    """Return the seed in the first event; raises DamagedLogError unless it fits the commitment in the public data."""
    try:
        assert first.secret is not None
        seed = bytes.fromhex(msgspec.json.decode(first.secret, type=_Seed).seed)
        commitment = msgspec.json.decode(first.record.data, type=_Commitment).seed_commitment
    except (ValueError, msgspec.DecodeError):
        message = "the first event has no seed, or no commitment to it"
        raise DamagedLogError(message) from None
    if commitment != seed_commitment(seed):
        message = "the seed does not fit its commitment"
        raise DamagedLogError(message)
    return seed
