"""Verifies bundles, in several processes, and says what the log has to have of each."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from domain.game.events import REGISTERED
from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.kernel.viewers import FULL
from domain.ledger.signing import Keys
from domain.proof.bundle import BadLineError, EventLine, convert_line, parse_line
from domain.proof.bundle import Header as GameHeader
from domain.proof.certified import Outcome
from domain.proof.checks import first_failed
from domain.proof.errors import CheckFailedError
from domain.proof.log_check import stated_in
from domain.proof.verify import verify
from domain.rulesets import UnknownDataSet, UnknownRuleset, check_data_set
from domain.tournaments.proof.lines import Header as TournamentHeader
from domain.tournaments.proof.lines import Item, parts_of
from domain.tournaments.proof.verify import verify as verify_tournament
from domain.transparency.entries import TOURNAMENT_KINDS, of_tournament
from service.core.keys.signing import is_signed_by
from service.operate.mirror.archive import is_id
from service.proof.bundles import lines_of

T = TypeVar("T")
R = TypeVar("R")

_CHUNK = 4

_OF_RULES = frozenset({"replay", "result"})
"""The checks that need the rules of the title."""


class CheckedGame(Value, frozen=True):
    """A verified bundle of a game."""

    game: str | None
    """Its id; None if the file cannot be read so far."""
    doubt: str | None = None
    """Why the bundle is not valid; None: it is."""
    opening: bytes = b""
    """The entry that the log has to have of its opening."""
    ending: bytes = b""
    """The same of its end."""
    is_replayed: bool = True
    """Whether the rules were checked. They are not if this release does not have them, or not their data set."""


class CheckedTournament(Value, frozen=True):
    """A verified bundle of a tournament."""

    tournament: str | None
    doubt: str | None = None
    entries: tuple[tuple[int, bytes], ...] = ()
    """The entries that the log has to have, each with the version of its event."""
    heads: tuple[str, ...] = ()
    """The heads of all events in their order."""


class Checking:
    """Processes that verify bundles; with one, it is done here."""

    def __init__(self, processes: int | None = None) -> None:
        """None: as many as there are processors."""
        count = processes or (os.process_cpu_count() if sys.version_info >= (3, 13) else os.cpu_count()) or 1
        self._pool = ProcessPoolExecutor(count) if count > 1 else None
        if self._pool is not None:
            # before there are threads: they would not be in the new processes
            self._pool.submit(os.getpid).result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def games(self, bundles: Sequence[bytes], keys: Mapping[str, bytes]) -> Iterator[CheckedGame]:
        """Yield what the bundles of games are, in their order. `keys` are trusted."""
        return self._each(partial(checked_game, keys=dict(keys)), bundles)

    def tournaments(self, bundles: Sequence[bytes], keys: Mapping[str, bytes]) -> Iterator[CheckedTournament]:
        """Yield what the bundles of tournaments are, in their order."""
        return self._each(partial(checked_tournament, keys=dict(keys)), bundles)

    def _each(self, check: Callable[[T], R], bundles: Iterable[T]) -> Iterator[R]:
        return map(check, bundles) if self._pool is None else self._pool.map(check, bundles, chunksize=_CHUNK)


def checked_game(bundle: bytes, keys: dict[str, bytes]) -> CheckedGame:
    """Verify the bundle of a game. Invalid content never raises."""
    try:
        lines = list(lines_of(BytesIO(bundle)))
        header: GameHeader = convert_line(parse_line(lines[0] if lines else b""), GameHeader)
    except BadLineError as error:
        return CheckedGame(None, f"the file cannot be read: {error}")
    game = header.game
    if not is_id(game):
        return CheckedGame(None, "the file has no id of a game")
    report = verify(lines, Keys(is_signed_by, keys))
    is_replayed = has_rules_of(header)
    # without its rules, what a game is played by cannot be wrong
    counted = [check for check in report.checks if is_replayed or check.check not in _OF_RULES]
    if (bad := first_failed(counted)) is not None:
        return CheckedGame(game, f"line {bad.line}, {bad.check}: {bad.reason}")
    if report.viewer != FULL:
        return CheckedGame(game, f"the file is for the viewer {report.viewer}, and not with all secrets")
    if not report.trusted:
        return CheckedGame(game, f"it is signed by the key {report.key_id}, which neither the log nor the site has")
    try:
        stated = stated_in(lines)
        return CheckedGame(game, None, canonical(stated.opening), canonical(stated.ending()), is_replayed)
    except (BadLineError, CheckFailedError) as error:
        return CheckedGame(game, str(error))


def has_rules_of(header: GameHeader) -> bool:
    """Whether this release has the rules and the data set of a game."""
    try:
        check_data_set(header.ruleset, header.ruleset_version, header.data_set, header.data_digest)
    except (UnknownRuleset, UnknownDataSet):
        return False
    return True


def header_in(bundle: Path) -> GameHeader:
    """Return the header of a verified bundle of a game."""
    with bundle.open("rb") as file:
        return convert_line(parse_line(file.readline().removesuffix(b"\n")), GameHeader)


def would_be_rated(bundle: bytes) -> bool:
    """Whether a game that was abandoned before its start, and says nothing of it, would have been a rated one.

    Registered players, all different, have all its seats, decisions cannot be taken back, and nobody may have hints
    (domain/game/rulings/standing.py). The bundle was verified.
    """
    lines = list(lines_of(BytesIO(bundle)))
    header: GameHeader = convert_line(parse_line(lines[0]), GameHeader)
    outcome, opened, head = Outcome(header.ruleset, header.ruleset_version, header.seats), dict[str, Any](), ""
    for raw in lines[1:-1]:
        line: EventLine = convert_line(parse_line(raw), EventLine)
        opened, head = opened or line.record.data, line.head
        outcome.take(line.record)
    players = [player for player in outcome.statement(head).players if player and player.startswith(REGISTERED)]
    is_bare = opened.get("take_back") is not True and opened.get("hints") is not True
    return is_bare and len({*players}) == header.seats


def checked_tournament(bundle: bytes, keys: dict[str, bytes]) -> CheckedTournament:
    """Verify the bundle of a tournament. Invalid content never raises."""
    try:
        lines = list(lines_of(BytesIO(bundle)))
        header: TournamentHeader = convert_line(parse_line(lines[0] if lines else b""), TournamentHeader)
    except BadLineError as error:
        return CheckedTournament(None, f"the file cannot be read: {error}")
    tournament = header.tournament
    report = verify_tournament(lines, Keys(is_signed_by, keys))
    if (bad := report.first_bad) is not None:
        return CheckedTournament(tournament, f"line {bad.line}, {bad.check}: {bad.reason}")
    items = [part for part in parts_of(lines) if isinstance(part, Item)]
    entries: list[tuple[int, bytes]] = []
    for item in items:
        record = item.line.record
        if (kind := TOURNAMENT_KINDS.get(record.type)) is not None:
            entry = of_tournament(kind, tournament, record.at, item.line.head, record.version, record.data)
            entries.append((record.version, canonical(entry)))
    return CheckedTournament(tournament, None, tuple(entries), tuple(item.line.head for item in items))
