"""The lines of the bundle of a tournament, read strictly and written (SPEC.md 11)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import asdict, replace

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.records import Entry
from domain.ledger.signing import Hash, Signature
from domain.proof.bundle import FORMAT as OF_GAMES
from domain.proof.bundle import LOGGED_FORMAT as LOGGED_OF_GAMES
from domain.proof.bundle import BadLineError, Closing, EventLine, LogPlace, convert_line, parse_line
from domain.tournaments.proof.withheld import Restorer, hidden
from domain.tournaments.results import ResultStatement

FORMAT: Literal["ludolog-tournament/1"] = "ludolog-tournament/1"
LOGGED_FORMAT: Literal["ludolog-tournament/2"] = "ludolog-tournament/2"
"""The format of a file with the proofs that the log of the site has what the tournament has published."""
RESULT = "tournament.result_taken"
"""The type of the events that a certificate follows."""

_Id = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")]


class Header(Value, frozen=True, forbid_unknown_fields=True):
    """The first line. `full` reveals the seed; it is for tournaments that are over."""

    format: Literal["ludolog-tournament/1", "ludolog-tournament/2"]
    tournament: _Id
    viewer: Literal["full", "public"]

    @property
    def game(self) -> str:
        """The id of the log."""
        return self.tournament


class LoggedEventLine(EventLine, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line of an event of which the log of the site has an entry, in the format 2. `log` is its place."""

    log: LogPlace


class LogSection(Value, frozen=True, forbid_unknown_fields=True):
    """The checkpoint, a signed note, to which the proofs of the events lead."""

    checkpoint: str


class LoggedClosing(Closing, frozen=True, forbid_unknown_fields=True):
    """The last line in the format 2."""

    log: LogSection


class Proofs(Value, frozen=True):
    """The proofs that the log of the site has a tournament: the places by the versions of the events."""

    checkpoint: str
    places: dict[int, LogPlace]


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
    """The line after the event of a result. `withheld`: the game is withheld from public view."""

    certificate: SignedStatement | Literal["withheld"]


class Item(Value, frozen=True):
    """An event, with the certificate that follows it if it is a result."""

    number: int
    """The number of its line, from 1."""
    line: EventLine
    certificate: SignedStatement | None
    is_withheld: bool = False
    """Whether it is the result of a withheld game, whose certificate the file does not have."""


Part: TypeAlias = tuple[int, Header | Closing] | Item


def parts_of(lines: Iterable[bytes]) -> Iterator[Part]:
    """Yield header, events and closing line. Raises BadLineError with the number of a line that is not valid.

    The ids of withheld games are restored.
    """
    number, is_closed = 0, False
    awaiting: Item | None = None
    restorer = Restorer("")
    for number, raw in enumerate(lines, 1):
        if is_closed:
            raise BadLineError("a line follows the closing line", number)
        line = _parse(number, raw)
        if isinstance(line, CertificateLine) or awaiting is not None:
            yield _certified(awaiting, line, number)
            awaiting = None
        elif isinstance(line, EventLine):
            whole, is_hidden = restorer.restored(line)
            if line.record.type == RESULT:
                awaiting = Item(number, whole, None, is_hidden)
            else:
                yield Item(number, whole, None)
        else:
            is_closed = isinstance(line, Closing)
            restorer = Restorer(line.game) if isinstance(line, Header) else restorer
            yield number, line
    if not is_closed:
        raise BadLineError("the file ends without a closing line", number + 1)


def _certified(result: Item | None, line: Header | EventLine | CertificateLine | Closing, number: int) -> Item:
    """Return a result with the certificate of the line after it."""
    if result is None or not isinstance(line, CertificateLine):
        raise BadLineError("a certificate follows every event of a result, and nothing else", number)
    found = line.certificate
    if isinstance(found, SignedStatement) == result.is_withheld:
        raise BadLineError("the result of a withheld game has no certificate, and any other has one", number)
    return replace(result, certificate=found) if isinstance(found, SignedStatement) else result


def _parse(number: int, raw: bytes) -> Header | EventLine | CertificateLine | Closing:
    try:
        fields = parse_line(raw)
        kind = _kind_of(fields) if number > 1 else _kind_of_first(fields)
        return convert_line(fields, kind)
    except BadLineError as bad:
        raise BadLineError(str(bad), number) from None


def _kind_of_first(fields: Mapping[str, Any]) -> type[Header]:
    if fields.get("format") in {OF_GAMES, LOGGED_OF_GAMES}:
        raise BadLineError("this is the file of a game: check it with `ludolog verify`")
    return Header


def _kind_of(fields: Mapping[str, Any]) -> type[EventLine | CertificateLine | Closing]:
    if "certificate" in fields:
        return CertificateLine
    if "statement" in fields:
        return LoggedClosing if "log" in fields else Closing
    return LoggedEventLine if "log" in fields else EventLine


def tournament_lines(
    tournament: str,
    entries: Sequence[Entry],
    certificates: Mapping[str, object],
    closing: Value,
    *,
    full: bool,
    withheld: Collection[str] = (),
    proofs: Proofs | None = None,
) -> Iterator[bytes]:
    """Yield the lines of a bundle, without line feeds.

    `certificates` has, by the id of the game, what is written as `certificate`. `full` reveals the seed. Of
    the games that are `withheld`, the file has neither id nor certificate. With `proofs` it has the format 2.
    """
    yield canonical(Header(FORMAT if proofs is None else LOGGED_FORMAT, tournament, "full" if full else "public"))
    places: Mapping[int, LogPlace] = {} if proofs is None else proofs.places
    for entry in entries:
        line: dict[str, object] = {"head": entry.head, "record": hidden(entry.record, withheld)}
        if full and entry.secret is not None:
            line["secret"] = entry.secret
        if (place := places.get(entry.record.version)) is not None:
            line["log"] = place
        yield canonical(line)
        if entry.record.type == RESULT:
            game = convert_line(parse_line(bytes(entry.record.data))["game"], str)
            yield canonical({"certificate": "withheld" if game in withheld else certificates[game]})
    log = {} if proofs is None else {"log": LogSection(proofs.checkpoint)}
    yield canonical({**asdict(closing), **log})
