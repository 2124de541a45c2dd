"""The analysis of a log."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.analysis import report
from domain.analysis.luck import LuckBook
from domain.analysis.times import Stopwatch
from domain.game.codecs import LOBBY_CODEC
from domain.game.events import DecisionTakenBack, GameStarted
from domain.game.fold import evolve
from domain.game.game import Game
from domain.kernel.analysis import Analysis, Moment, Returns
from domain.kernel.codec import type_name
from domain.kernel.values import Event
from domain.ledger.records import Entry, read_event

_TAKEN_BACK = type_name(DecisionTakenBack)
_LOBBY = frozenset(LOBBY_CODEC.types.values())


class NotAnalysable(Exception):
    """A game that has not ended has no analysis. Carries its status."""

    def __init__(self, status: str) -> None:
        reason = "it never started" if status == "abandoned" else "it can be analysed once it has ended"
        super().__init__(f"the game is {status}: {reason}")
        self.status = status


class _TakenBack(msgspec.Struct):
    """What the analysis needs of game.decision_taken_back."""

    to: int


def withdrawn(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the versions of the events that were taken back."""
    found: set[int] = set()
    for entry in entries:
        if entry.record.type == _TAKEN_BACK:
            found.update(range(msgspec.json.decode(entry.record.data, type=_TakenBack).to + 1, entry.record.version))
    return frozenset(found)


def analyse(entries: Sequence[Entry]) -> report.GameAnalysis:
    """Return the analysis of a game from its whole log. Raises NotAnalysable unless the game has ended.

    The log must be valid and have all secrets. Luck and returns leave out what was taken back.
    """
    follower = _Follower(withdrawn(entries))
    game: Game | None = None
    for before, entry, event, game in folded(entries):
        follower.take(before, entry, event, game)
    if game is None or game.status != "ended":
        raise NotAnalysable("open" if game is None else game.status)
    return follower.end(game)


def folded(entries: Sequence[Entry]) -> Iterator[tuple[Game | None, Entry, Event, Game]]:
    """Yield each event of a log with the game before and after it."""
    game: Game | None = None
    codec = LOBBY_CODEC
    for entry in entries:
        event = read_event(entry, codec)
        before, game = game, evolve(game, ((entry, event),))
        assert game is not None
        if before is None:
            codec = game.codec
        yield before, entry, event, game


class _Follower:
    """Follows a game event by event."""

    def __init__(self, taken_back: frozenset[int]) -> None:
        self._taken_back = taken_back
        self._title: Analysis[Any] | None = None
        self._luck = LuckBook()
        self._measure: Any = None
        self._returns: Returns[Any] | None = None
        self._scores: list[report.Scores] = []
        self._watch = Stopwatch(0)

    def take(self, before: Game | None, entry: Entry, event: Event, game: Game) -> None:
        """Follow an event."""
        record = entry.record
        if before is None or game.state is None:
            return
        is_title = type(event) not in _LOBBY
        if isinstance(event, GameStarted):
            self._start(game, record.version)
        elif before.state is not None:
            if record.version == record.cause:
                self._watch.ask(before)
            seat = record.seat if is_title else None
            self._watch.take(before, record.version, record.at, seat, event)
        if is_title and record.version not in self._taken_back:
            moment = Moment[Any](record.version, event, before.state, game.state)
            if self._measure is not None:
                self._luck.take(record.version, self._measure(moment))
            if self._returns is not None:
                self._returns.take(moment)
        if before.state is not game.state:
            self._score(game)

    def _start(self, game: Game, version: int) -> None:
        self._watch = Stopwatch(game.opened.seats)
        self._title = game.ruleset.analysis
        if self._title is not None:
            self._measure = self._title.luck()
            self._returns = self._title.returns(game.state, version)

    def _score(self, game: Game) -> None:
        """Note the scores, if one has changed."""
        parts_of = game.ruleset.parts_of
        scores = tuple(sum(part.amount for part in parts_of(game.state, seat)) for seat in range(game.opened.seats))
        if not self._scores or self._scores[-1].scores != scores:
            self._scores.append(report.Scores(game.version, scores))

    def end(self, game: Game) -> report.GameAnalysis:
        """Return the analysis."""
        opened, title = game.opened, self._title
        lines = () if self._returns is None else self._returns.end(game.state)
        kinds = () if title is None else title.kinds
        amounts = () if title is None else title.amounts
        measures = () if title is None else title.measures
        return report.GameAnalysis(
            format=report.FORMAT,
            game=game.id,
            version=game.version,
            head=game.tip.head,
            ruleset=opened.ruleset,
            ruleset_version=opened.ruleset_version,
            data_set=opened.data_set,
            seats=opened.seats,
            measures=tuple(report.Measure(each.measure, each.rule) for each in measures),
            luck=self._luck.end(opened.seats, measures),
            scores=tuple(self._scores),
            returns=report.Returns(
                tuple(report.Kind(each.kind, each.rules, each.in_score) for each in kinds),
                tuple(report.Amount(each.amount, each.is_score) for each in amounts),
                tuple(
                    report.ReturnLine(
                        each.kind,
                        each.version,
                        each.ends,
                        each.seat,
                        each.other,
                        each.outcome,
                        each.about,
                        each.paid,
                        each.returned,
                        each.facts,
                    )
                    for each in lines
                ),
            ),
            times=self._watch.end(),
        )
