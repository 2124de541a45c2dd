"""The lines of the bundle of a tournament, read strictly and written (SPEC.md 11)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.records import Entry
from domain.ledger.signing import Hash, Signature
from domain.proof.bundle import FORMAT as OF_GAMES
from domain.proof.bundle import LOGGED_FORMAT, BadLineError, Closing, EventLine, convert_line, parse_line
from domain.tournaments.results import ResultStatement

FORMAT: Literal["ludolog-tournament/1"] = "ludolog-tournament/1"
RESULT = "tournament.result_taken"
"""The type of the events that a certificate follows."""

_Id = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")]


class Header(Value, frozen=True, forbid_unknown_fields=True):
    """The first line. `full` reveals the seed; it is for tournaments that are over."""

    format: Literal["ludolog-tournament/1"]
    tournament: _Id
    viewer: Literal["full", "public"]

    @property
    def game(self) -> str:
        """The id of the log."""
        return self.tournament


class SignedStatement(Value, frozen=True, forbid_unknown_fields=True):
    """The certificate of a game (SPEC.md 6). All members but the statement are null in an unsigned one."""

    public_key: Hash | None
    signature: Signature | None
    statement: dict[str, Any]

    @property
    def result(self) -> ResultStatement:
        """The part of the statement that a tournament needs. Raises BadLineError."""
        return convert_line(self.statement, ResultStatement)


class CertificateLine(Value, frozen=True, forbid_unknown_fields=True):
    """The line after the event of a result."""

    certificate: SignedStatement


class Item(Value, frozen=True):
    """An event, with the certificate that follows it if it is a result."""

    number: int
    """The number of its line, from 1."""
    line: EventLine
    certificate: SignedStatement | None


Part: TypeAlias = tuple[int, Header | Closing] | Item


def parts_of(lines: Iterable[bytes]) -> Iterator[Part]:
    """Yield header, events and closing line. Raises BadLineError with the number of a line that is not valid."""
    number, is_closed = 0, False
    awaiting: tuple[int, EventLine] | None = None
    for number, raw in enumerate(lines, 1):
        if is_closed:
            raise BadLineError("a line follows the closing line", number)
        line = _parse(number, raw)
        if isinstance(line, CertificateLine) != (awaiting is not None):
            raise BadLineError("a certificate follows every event of a result, and nothing else", number)
        if isinstance(line, CertificateLine) and awaiting is not None:
            yield Item(*awaiting, line.certificate)
            awaiting = None
        elif isinstance(line, EventLine) and line.record.type == RESULT:
            awaiting = (number, line)
        elif isinstance(line, EventLine):
            yield Item(number, line, None)
        elif not isinstance(line, CertificateLine):
            is_closed = isinstance(line, Closing)
            yield number, line
    if not is_closed:
        raise BadLineError("the file ends without a closing line", number + 1)


def _parse(number: int, raw: bytes) -> Header | EventLine | CertificateLine | Closing:
    try:
        fields = parse_line(raw)
        kind = _kind_of(fields) if number > 1 else _kind_of_first(fields)
        return convert_line(fields, kind)
    except BadLineError as bad:
        raise BadLineError(str(bad), number) from None


def _kind_of_first(fields: Mapping[str, Any]) -> type[Header]:
    if fields.get("format") in {OF_GAMES, LOGGED_FORMAT}:
        raise BadLineError("this is the file of a game: check it with `ludolog verify`")
    return Header


def _kind_of(fields: Mapping[str, Any]) -> type[EventLine | CertificateLine | Closing]:
    if "certificate" in fields:
        return CertificateLine
    return Closing if "statement" in fields else EventLine


def tournament_lines(
    tournament: str, entries: Sequence[Entry], certificates: Mapping[str, object], closing: object, *, full: bool
) -> Iterator[bytes]:
    """Yield the lines of a bundle, without line feeds.

    `certificates` has, by the id of the game, what is written as `certificate`. `full` reveals the seed.
    """
    yield canonical(Header(FORMAT, tournament, "full" if full else "public"))
    for entry in entries:
        line: dict[str, object] = {"head": entry.head, "record": entry.record}
        if full and entry.secret is not None:
            line["secret"] = entry.secret
        yield canonical(line)
        if entry.record.type == RESULT:
            game = convert_line(parse_line(bytes(entry.record.data))["game"], str)
            yield canonical({"certificate": certificates[game]})
    yield canonical(closing)
