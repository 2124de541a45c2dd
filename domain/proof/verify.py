"""Verification of a bundle: all checks of SPEC.md 7 in one pass over its lines."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.ledger.signing import Keys, SignedReceipt
from domain.proof.checks import Check, Report, run
from domain.proof.ledger_checks import Chain, Draws, Receipts, Seals, SignatureCheck
from domain.proof.replay import Replay, Result

CHECKS = ("form", "chain", "seals", "draws", "replay", "result", "signature")
"""The checks of every bundle, in the order in which they are reported; `receipts` follows where there are some."""


def verify(lines: Iterable[bytes], keys: Keys | None = None, receipts: Sequence[SignedReceipt] = ()) -> Report:
    """Check a bundle, given as its lines without line feeds; whatever they hold, a report comes back.

    Without `keys` no signature is looked at; receipts need keys that are trusted.
    """
    replay, signature = Replay(), SignatureCheck(keys)
    checks: list[Check] = [Chain(), Seals(), Draws(), replay, Result(replay), signature]
    if receipts and keys is not None:
        checks.append(Receipts(receipts, keys))
    report = run(lines, checks)
    return replace(report, key_id=signature.key_id, public_key=signature.public_key, trusted=signature.is_trusted)
