"""Files of receipts and signed heads, as `--receipt` names them."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from domain.kernel.values import Value
from domain.ledger.signing import KeptStatement
from domain.proof.bundle import BadLineError
from domain.proof.receipts import numbered_receipts


class ReceiptFileError(Exception):
    """A file of receipts cannot be used; the message says which and why."""


class Kept(Value, frozen=True):
    """A receipt, and the file and line that it is from."""

    file: str
    line: int
    receipt: KeptStatement


def receipts_in(paths: Sequence[Path]) -> tuple[Kept, ...]:
    """Return the receipts in files. Raises OSError, and ReceiptFileError for a malformed line or an empty file."""
    return tuple(kept for path in paths for kept in _receipts_in(path))


def _receipts_in(path: Path) -> Sequence[Kept]:
    try:
        found = [Kept(str(path), line, receipt) for line, receipt in numbered_receipts(path.read_bytes())]
    except BadLineError as bad:
        message = f"{path}: line {bad.number}: {bad}"
        raise ReceiptFileError(message) from None
    if not found:
        message = f"{path}: there is no receipt in this file"
        raise ReceiptFileError(message)
    return found


def strays(kept: Sequence[Kept], logs: Container[str | None]) -> Iterator[str]:
    """Yield a message for each log that has receipts but no bundle, and for each file that they are from."""
    counts = Counter((each.file, each.receipt.game) for each in kept if each.receipt.game not in logs)
    first = {(each.file, each.receipt.game): each.line for each in reversed(kept)}
    for (file, log), count in counts.items():
        subject = "1 receipt is" if count == 1 else f"{count} receipts are"
        yield f"{file}: line {first[file, log]}: {subject} of {log}, and no given file is the bundle of it"
