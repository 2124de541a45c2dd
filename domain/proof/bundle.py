"""The lines of a bundle, the file of a game (SPEC.md 5): written, and read from anybody's hands."""

import re
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Seat, Value
from domain.ledger.signing import Hash, HeadStatement, Signature

FORMAT: Literal["ludolog-bundle/1"] = "ludolog-bundle/1"
MEDIA_TYPE = "application/x-ndjson"

MAX_LINE = 2**18
"""Bytes of a line, at the most; the longest of a real game has a few thousand."""
MAX_DEPTH = 32
MAX_NUMBER = 2**53 - 1
MAX_SEATS = 64

_MOMENT = (
    r"\A[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z\Z"
)
_Whole = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
_Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
_GameId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")]
_Moment = Annotated[str, Meta(pattern=_MOMENT)]
_Type = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\Z")]


class Header(Value, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, under which rules, as whom it was read (`public`, `seat:N`, or `full`)."""

    data_digest: str
    data_set: str
    format: Literal["ludolog-bundle/1"]
    game: _GameId
    options: dict[str, Any]
    ruleset: str
    ruleset_version: _Whole
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    viewer: Annotated[str, Meta(pattern=r"\A(full|public|seat:(0|[1-9][0-9]?))\Z")]

    @property
    def is_full(self) -> bool:
        """Whether all secrets are open."""
        return self.viewer == "full"

    def opens(self, known_to: tuple[Seat, ...]) -> bool:
        """Whether the reader is given a secret that these seats know."""
        return self.is_full or (self.viewer != "public" and int(self.viewer.removeprefix("seat:")) in known_to)


class PlainRecord(Value, frozen=True, forbid_unknown_fields=True):
    """A public record with its data as they are in JSON (SPEC.md 1)."""

    at: _Moment
    cause: _Whole
    data: dict[str, Any]
    game: _GameId
    known_to: tuple[_Seat, ...]
    sealed: Hash | None
    seat: _Seat | None
    shape: _Whole
    type: _Type
    version: _Whole

    @property
    def is_decision(self) -> bool:
        """Whether a batch begins with it."""
        return self.cause == self.version


class Line(Value, frozen=True, forbid_unknown_fields=True):
    """The line of an event; `secret` and `salt` only where they are open to the reader."""

    head: Hash
    record: PlainRecord
    salt: Hash | msgspec.UnsetType = msgspec.UNSET
    secret: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Closing(Value, frozen=True, forbid_unknown_fields=True):
    """The last line: where the log stands, signed, or with two nulls in a file that nobody signed."""

    public_key: Hash | None
    signature: Signature | None
    statement: HeadStatement


class BadLineError(Exception):
    """A line is none of a bundle; says why, and where it is known which line it is, its number from 1."""

    def __init__(self, reason: str, number: int = 0) -> None:
        super().__init__(reason)
        self.number = number


def parsed(raw: bytes) -> dict[str, Any]:
    """Return the object of a line in canonical JSON (RFC 8785) within the bounds above; raises BadLineError.

    Whatever the bytes, it takes time and memory in proportion to MAX_LINE at the most.
    """
    if len(raw) > MAX_LINE:
        message = f"the line is longer than {MAX_LINE} bytes"
        raise BadLineError(message)
    try:
        value = _decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        message = f"the line is no JSON that can be read: {_in_short(error)}"
        raise BadLineError(message) from None
    if not isinstance(value, dict):
        message = "the line is no JSON object"
        raise BadLineError(message)
    found = cast("dict[str, Any]", value)
    if not _is_plain(raw):
        _bounded(found, MAX_DEPTH)
    # encoded again, whatever was not canonical has become so: spaces, order, repeated keys, escapes, numbers
    if canonical(found) != raw:
        message = "the line is not canonical: keys in order and once each, no spaces, shortest numbers and escapes"
        raise BadLineError(message)
    return found


def _no_float(text: str) -> None:
    message = f"the line holds the number {text[:40]}, which is not whole"
    raise BadLineError(message)


_decode = msgspec.json.Decoder(float_hook=_no_float).decode
_LONG_NUMBER = re.compile(rb"[0-9]{16}")


def _is_plain(raw: bytes) -> bool:
    """Whether a glance shows that nothing in the line can be out of bounds, as in most lines of real games."""
    return raw.isascii() and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH and _LONG_NUMBER.search(raw) is None


def _bounded(value: Any, depth: int) -> None:
    """Raise BadLineError for numbers of 2^53 and more, keys beyond ASCII, and deep nesting."""
    match value:
        case str() | bool() | None:
            return
        case int():
            if not -MAX_NUMBER <= value <= MAX_NUMBER:
                message = "the line holds a whole number of 2^53 or more"
                raise BadLineError(message)
        case _ if depth == 0:
            message = f"the line is nested deeper than {MAX_DEPTH}"
            raise BadLineError(message)
        case dict():
            for key, item in cast("dict[str, Any]", value).items():
                if not key.isascii():
                    message = "the line has a key beyond ASCII"
                    raise BadLineError(message)
                _bounded(item, depth - 1)
        case _:
            for item in cast("list[Any]", value):
                _bounded(item, depth - 1)


def fitted(value: object, kind: type[Any]) -> Any:
    """Return the value as this struct; raises BadLineError with what does not fit."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadLineError(_in_short(error)) from None


def _in_short(error: Exception) -> str:
    return str(error)[:200]
