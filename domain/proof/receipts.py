"""Files of receipts, which a reader has kept (SPEC.md 6)."""

from typing import Any, cast

import msgspec

from domain.ledger.signing import SignedReceipt
from domain.proof.bundle import BadLineError, convert_line


def receipts_from(text: bytes) -> tuple[SignedReceipt, ...]:
    """Return the receipts in a file with one JSON object per line, each a receipt or a reply with one.

    Raises BadLineError.
    """
    found: list[SignedReceipt] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        try:
            reply: Any = msgspec.json.decode(line)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadLineError(str(error)) from None
        if isinstance(reply, dict) and "receipt" in reply:
            reply = cast("dict[str, Any]", reply)["receipt"]
        if not isinstance(reply, dict):
            raise BadLineError("a receipt must be a JSON object")
        fields = cast("dict[str, Any]", reply)
        receipt = {name: fields[name] for name in SignedReceipt.__struct_fields__ if name in fields}
        found.append(convert_line(receipt, SignedReceipt))
    return tuple(found)
