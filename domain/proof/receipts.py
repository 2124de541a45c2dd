"""Files of receipts, signed heads and certificates, which a reader has kept (SPEC.md 6)."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from domain.ledger.signing import (
    CertificateStatement,
    HeadStatement,
    KeptStatement,
    SignedCertificate,
    SignedHead,
    SignedReceipt,
)
from domain.proof.bundle import MAX_NUMBER, BadLineError, convert_line


def numbered_receipts(text: bytes) -> Iterator[tuple[int, KeptStatement]]:
    """Yield the number of each line, from 1, and its statements. Blank lines are left out.

    A line is a JSON object: a receipt, a signed head, a certificate, or a reply with a receipt, a certificate or both.
    Raises BadLineError with the number of the line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            for kept in _statements_in(line):
                yield number, kept
        except BadLineError as bad:
            raise BadLineError(str(bad), number) from None


def _statements_in(line: bytes) -> Iterator[KeptStatement]:
    try:
        reply: Any = _decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadLineError(f"the line is not valid JSON: {error}") from None
    if not isinstance(reply, dict):
        raise BadLineError("the line is not a JSON object")
    fields = cast("dict[str, Any]", reply)
    # the result of a game has a certificate, the reply to a command a receipt
    members = [fields[name] for name in ("receipt", "certificate") if name in fields]
    yield from map(_statement_in, members or [fields])


def _statement_in(kept: object) -> KeptStatement:
    if not isinstance(kept, dict):
        raise BadLineError("the line has no object as its receipt or certificate")
    fields = cast("dict[str, Any]", kept)
    try:
        stated = _converted(fields)
    except BadLineError as bad:
        raise BadLineError(f"the line is no receipt, signed head or certificate: {bad}") from None
    if not 1 <= stated.version <= MAX_NUMBER:
        raise BadLineError(f"{stated.version} is not the version of an event")
    return stated


def _converted(fields: dict[str, Any]) -> KeptStatement:
    stated = fields.get("statement")
    if isinstance(stated, dict) and "places" in stated:
        certified: CertificateStatement = convert_line(cast("dict[str, Any]", stated), CertificateStatement)
        members = {name: getattr(certified, name) for name in certified.__struct_fields__}
        given = {name: value for name, value in members.items() if value is not msgspec.UNSET}
        return convert_line({**given, "signature": fields.get("signature")}, SignedCertificate)
    if isinstance(stated, dict):
        head: HeadStatement = convert_line(cast("dict[str, Any]", stated), HeadStatement)
        return convert_line({**msgspec.structs.asdict(head), "signature": fields.get("signature")}, SignedHead)
    # a receipt has further members, which are not signed
    receipt = {name: fields[name] for name in SignedReceipt.__struct_fields__ if name in fields}
    return convert_line(receipt, SignedReceipt)


def _number(text: str) -> int | float:
    """Return a number with a fraction or an exponent, as an integer if it is one: JSON has one type of numbers."""
    number = float(text)
    return int(number) if number.is_integer() else number


_decode = msgspec.json.Decoder(float_hook=_number).decode
