"""Verification of a bundle: all checks of SPEC.md 7 in one pass over the lines."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.ledger.signing import KeptStatement, Keys
from domain.proof.checks import Check, Report, run
from domain.proof.clock_check import ClockCheck
from domain.proof.ledger_checks import ChainCheck, DrawCheck, ReceiptCheck, SealCheck, SignatureCheck
from domain.proof.replay import ReplayCheck, ResultCheck

CHECKS = ("form", "chain", "seals", "draws", "clocks", "replay", "result", "signature")
"""The checks of every bundle in the order of the report. With receipts, the check `receipts` follows."""


def verify(lines: Iterable[bytes], keys: Keys | None = None, receipts: Sequence[KeptStatement] = ()) -> Report:
    """Verify the lines of a bundle, without line feeds, and return a report. Invalid content never raises.

    Without `keys` no signature is checked. Receipts need trusted keys.
    """
    replay, signature = ReplayCheck(), SignatureCheck(keys)
    checks: list[Check] = [
        ChainCheck(), SealCheck(), DrawCheck(), ClockCheck(), replay, ResultCheck(replay), signature,
    ]  # fmt: skip
    if receipts and keys is not None:
        checks.append(ReceiptCheck(receipts, keys))
    report = run(lines, checks)
    return replace(report, key_id=signature.key_id, public_key=signature.public_key, trusted=signature.is_trusted)
