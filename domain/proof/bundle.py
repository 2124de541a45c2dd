"""The lines of a bundle, the file of a game (SPEC.md 5), and the strict parsing of untrusted lines."""

import re
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Seat, Value
from domain.kernel.viewers import FULL, viewer_named
from domain.ledger.signing import Hash, HeadStatement, Signature
from domain.ledger.times import TIMESTAMP, is_day
from domain.transparency.log_proofs import MAX_HASHES

FORMAT: Literal["ludolog-bundle/1"] = "ludolog-bundle/1"
LOGGED_FORMAT: Literal["ludolog-bundle/2"] = "ludolog-bundle/2"
"""The format of the bundle of a game that is over, with the proofs that the log of the site has it."""
MEDIA_TYPE = "application/x-ndjson"

MAX_LINE = 2**18
"""The maximum length of a line in bytes. The longest line of a real game has a few thousand."""
MAX_DEPTH = 32
MAX_NUMBER = 2**53 - 1
MAX_SEATS = 64

_Whole = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
_Version = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
_Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
_GameId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")]
_Timestamp = Annotated[str, Meta(pattern=TIMESTAMP)]
_Type = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\Z")]


class Header(Value, frozen=True, forbid_unknown_fields=True):
    """The first line: the game, its rules, and the viewer for whom it was written (`public`, `seat:N` or `full`)."""

    data_digest: str
    data_set: str
    format: Literal["ludolog-bundle/1", "ludolog-bundle/2"]
    game: _GameId
    options: dict[str, Any]
    ruleset: str
    ruleset_version: _Whole
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    viewer: Annotated[str, Meta(pattern=r"\A(full|public|seat:(0|[1-9][0-9]?))\Z")]

    @property
    def is_full(self) -> bool:
        """Whether the bundle reveals all secrets."""
        return self.viewer == FULL

    def reveals(self, known_to: tuple[Seat, ...]) -> bool:
        """Return whether the bundle reveals a secret that these seats know."""
        viewer = viewer_named(self.viewer)
        return viewer == FULL or (viewer is not None and viewer in known_to)


class PlainRecord(Value, frozen=True, forbid_unknown_fields=True):
    """A public record with its data parsed from JSON (SPEC.md 1)."""

    at: _Timestamp
    cause: _Version
    data: dict[str, Any]
    game: _GameId
    known_to: tuple[_Seat, ...]
    sealed: Hash | None
    seat: _Seat | None
    shape: _Version
    type: _Type
    version: _Version

    @property
    def is_decision(self) -> bool:
        """Whether the record is the first of a batch."""
        return self.cause == self.version

    @property
    def is_end(self) -> bool:
        """Whether the game is over with this event."""
        return self.type in {"game.ended", "game.abandoned"}


class EventLine(Value, frozen=True, forbid_unknown_fields=True):
    """The line of an event. `secret` and `salt` appear only if the viewer may see them."""

    head: Hash
    record: PlainRecord
    salt: Hash | msgspec.UnsetType = msgspec.UNSET
    secret: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class LogPlace(Value, frozen=True, forbid_unknown_fields=True):
    """The place of an entry in the log of the site, counted from 0, and its proof (RFC 6962 2.1.1)."""

    hashes: Annotated[tuple[Hash, ...], Meta(max_length=MAX_HASHES)]
    index: _Whole


class LogSection(Value, frozen=True, forbid_unknown_fields=True):
    """The proofs that the log of the site has a game: a checkpoint, a signed note, and the places of its entries."""

    checkpoint: str
    ended: LogPlace
    opened: LogPlace


class Closing(Value, frozen=True, forbid_unknown_fields=True):
    """The last line: a signed statement about the tip of the log. In an unsigned file, key and signature are null."""

    public_key: Hash | None
    signature: Signature | None
    statement: HeadStatement


class LoggedClosing(Closing, frozen=True, forbid_unknown_fields=True):
    """The last line in the format 2."""

    log: LogSection


class BadLineError(Exception):
    """A line is not a valid line of a bundle. `number` is the line number from 1, or 0 if unknown."""

    def __init__(self, reason: str, number: int = 0) -> None:
        super().__init__(reason)
        self.number = number


def unterminated(number: int) -> BadLineError:
    """Return the error of a last line without a line feed: the rest of the file, or of the line, may be missing."""
    return BadLineError("the line does not end with a line feed: the file is cut short", number)


def parse_line(raw: bytes) -> dict[str, Any]:
    """Return the object of a line in canonical JSON (RFC 8785). Raises BadLineError for any other line.

    Time and memory are bounded by MAX_LINE, whatever the bytes are.
    """
    if len(raw) > MAX_LINE:
        raise BadLineError(f"the line is longer than {MAX_LINE} bytes")
    try:
        value = _decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadLineError(f"the line is not valid JSON: {_shortened(error)}") from None
    if not isinstance(value, dict):
        raise BadLineError("the line is not a JSON object")
    fields = cast("dict[str, Any]", value)
    if not _is_within_bounds(raw):
        _check_bounds(fields, MAX_DEPTH)
    # the encoder normalizes spaces, key order, repeated keys, escapes and numbers
    if canonical(fields) != raw:
        raise BadLineError(
            "the line is not canonical JSON: sorted unique keys, no spaces, shortest numbers and escapes"
        )
    return fields


def _refuse_float(text: str) -> None:
    raise BadLineError(f"the number {text[:40]} is not an integer")


_decode = msgspec.json.Decoder(float_hook=_refuse_float).decode
_LONG_NUMBER = re.compile(rb"[0-9]{16}")


def _is_within_bounds(raw: bytes) -> bool:
    """Return whether the raw line shows that all values are within bounds. This holds for most lines of real games."""
    return raw.isascii() and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH and _LONG_NUMBER.search(raw) is None


def _check_bounds(value: Any, depth: int) -> None:
    """Raise BadLineError for numbers of 2^53 or more, non-ASCII keys, and deep nesting."""
    match value:
        case str() | bool() | None:
            return
        case int():
            if not -MAX_NUMBER <= value <= MAX_NUMBER:
                raise BadLineError("the line has a number of 2^53 or more")
        case _ if depth == 0:
            raise BadLineError(f"the line is nested deeper than {MAX_DEPTH} levels")
        case dict():
            for key, item in cast("dict[str, Any]", value).items():
                if not key.isascii():
                    raise BadLineError("the line has a non-ASCII key")
                _check_bounds(item, depth - 1)
        case _:
            for item in cast("list[Any]", value):
                _check_bounds(item, depth - 1)


def convert_line(value: object, kind: type[Any]) -> Any:
    """Return the value as a struct. Raises BadLineError with the first invalid field."""
    try:
        line = msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadLineError(_shortened(error)) from None
    # the pattern of the field accepts 30 February and the year 0
    if isinstance(line, EventLine) and not is_day(line.record.at[:10]):
        raise BadLineError(f"the time {line.record.at} has a day that does not exist")
    return line


def _shortened(error: Exception) -> str:
    return str(error)[:200]
