"""Verification of a bundle: all checks of SPEC.md 7 in one pass over the lines."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.ledger.signing import KeptStatement, Keys
from domain.proof.checks import Check, Report, run
from domain.proof.clock_check import ClockCheck
from domain.proof.ledger_checks import ChainCheck, DrawCheck, ReceiptCheck, SealCheck, SignatureCheck
from domain.proof.log_check import LogCheck, LogKeys
from domain.proof.replay import ReplayCheck, ResultCheck

CHECKS = ("form", "chain", "seals", "draws", "clocks", "replay", "result", "signature")
"""The checks of every bundle in the order of the report. `receipts` follows with receipts, then `log` with proofs."""


def verify(
    lines: Iterable[bytes],
    keys: Keys | None = None,
    receipts: Sequence[KeptStatement] = (),
    log_keys: LogKeys | None = None,
) -> Report:
    """Verify the lines of a bundle, without line feeds, and return a report. Invalid content never raises.

    Without `keys` no signature is checked. Receipts need trusted keys. The check `log` is reported if the file has
    proofs of the log of its site, or if keys of logs are given.
    """
    replay, signature = ReplayCheck(), SignatureCheck(keys)
    checks: list[Check] = [
        ChainCheck(), SealCheck(), DrawCheck(), ClockCheck(), replay, ResultCheck(replay), signature,
    ]  # fmt: skip
    if receipts and keys is not None:
        checks.append(ReceiptCheck(receipts, keys))
    log = LogCheck(log_keys)
    report = run(lines, [*checks, log])
    if not log.has_proof and (log_keys is None or not log_keys.must_be_signed):
        report = replace(report, checks=report.checks[:-1])
    return replace(
        report,
        key_id=signature.key_id,
        public_key=signature.public_key,
        trusted=signature.is_trusted,
        log=log.checkpoint and log.checkpoint.origin,
        log_index=log.index,
        log_size=log.checkpoint and log.checkpoint.size,
        log_root=log.checkpoint and log.checkpoint.root.hex(),
    )
