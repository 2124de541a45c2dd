"""What holds for the analysis of every game: sums agree with the log, the score, and one another."""

import os
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from domain.analysis.analyse import NotAnalysable, analyse, withdrawn
from domain.analysis.report import GameAnalysis
from domain.game.fold import fold
from domain.game.game import Game
from domain.ledger.records import Entry
from projections.history import FULL
from projections.scores import scores_of
from service.proof.analysis import document
from tests.analysis.logs import log_of
from tests.games.golden_games import FOLDER

ALL = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.gz") if "abandoned" not in path.name)
SAMPLE = 30
"""Every so many games are analysed in each run; all of them with LUDOLOG_ANALYSED=all."""
NAMES = ALL if os.environ.get("LUDOLOG_ANALYSED") == "all" else ALL[::SAMPLE]

games = pytest.mark.parametrize("name", NAMES)


def analysed(name: str) -> tuple[list[Entry], Game, GameAnalysis]:
    """Return the log of a golden game, the game, and its analysis."""
    entries = list(log_of(name))
    game = fold(entries)
    assert game is not None
    return entries, game, analyse(entries)


def accounted(found: GameAnalysis) -> Counter[int | None]:
    """Return for each seat what was returned less what was paid, in the unit of the score."""
    kinds = {kind.kind for kind in found.returns.kinds if kind.in_score}
    amounts = {amount.amount for amount in found.returns.amounts if amount.is_score}
    scores = Counter[int | None]()
    for line in found.returns.lines:
        if line.kind in kinds:
            scores[line.seat] += sum(amount for name, amount in line.returned.items() if name in amounts)
            scores[line.seat] -= sum(amount for name, amount in line.paid.items() if name in amounts)
    return scores


@games
def test_a_game_adds_up(name: str) -> None:
    entries, game, found = analysed(name)

    # returns make up the score, for every seat
    scores = {place.seat: place.score for place in game.places}
    assert {seat: accounted(found)[seat] for seat in scores} == scores
    assert dict(enumerate(found.scores[-1].scores)) == scores

    # a conflict returns no income at the end that it did not take (9.2 of Minos)
    conflicts = [line.returned for line in found.returns.lines if line.kind == "conflict"]
    assert all(line.get("income_at_end", 0) in {0, line.get("income", 0)} for line in conflicts)

    # luck: the sums are those of the events
    sums = defaultdict[tuple[int, str], Fraction](Fraction)
    for event in found.luck.events:
        sums[event.seat, event.measure] += event.actual - Fraction(event.expected)
    totals = {(total.seat, total.measure): total for total in found.luck.totals}
    assert sums.keys() == totals.keys()
    for key, excess in sums.items():
        assert totals[key].actual - Fraction(totals[key].expected) == excess
        assert totals[key].excess == float(round(excess, 3))
    assert sum(excess for (_, measure), excess in sums.items() if measure == "first_player") == 0

    assert [event.version for event in found.luck.events] == sorted(event.version for event in found.luck.events)

    # times: a line for each decision of the log
    decided = [
        entry.record.version
        for entry in entries
        if entry.record.seat is not None and not entry.record.type.startswith(("game.", "clock."))
    ]
    assert [line.version for line in found.times.decisions] == decided
    assert sum(total.decisions + total.by_bot for total in found.times.totals) == len(decided)

    # everything is named, and can be looked up
    assert {event.measure for event in found.luck.events} <= {measure.measure for measure in found.measures}
    names = {amount.amount for amount in found.returns.amounts}
    anchors = game.ruleset.anchors(game.opened.data_set, game.opened.seats)
    for line in found.returns.lines:
        assert {*line.paid, *line.returned, *line.facts} <= names
        assert {*line.about} <= anchors
        assert line.version <= (line.ends or found.version) <= found.version
    rules = {rule for kind in found.returns.kinds for rule in kind.rules} | {each.rule for each in found.measures}
    assert rules <= game.ruleset.rules.keys()


@pytest.mark.parametrize(
    "name", ["giganten-1-kurz-3-careful", "minos-1-short-3-careful", "siberia-1-booklet-2-careful"]
)
def test_the_scores_are_those_of_a_replay_that_sees_everything(name: str) -> None:
    entries, _, found = analysed(name)
    lines = {line.version: line.scores for line in found.scores}
    game, shown = None, None
    for entry in entries:
        game = fold((entry,), game)
        assert game is not None
        if game.state is not None:
            shown = lines.get(game.version, shown)
            assert tuple(scores_of(game, FULL) or ()) == shown


def test_what_was_taken_back_returned_nothing() -> None:
    """A sale that its seat takes back is not in the returns, but its time was used."""
    names = [name for name in ALL if "clocked" in name and "siberia" in name]
    seen = 0
    for name in names[:4]:
        entries, _, found = analysed(name)
        gone = withdrawn(entries)
        sales = {entry.record.version for entry in entries if entry.record.type == "siberia.cubes_sold"}
        assert {line.version for line in found.returns.lines if line.kind == "sale"} == sales - gone
        assert gone <= {entry.record.version for entry in entries}
        seen += len(gone & {line.version for line in found.times.decisions})
    assert seen > 0


def test_giganten_the_price_rolls_of_the_last_round_are_no_luck() -> None:
    """The black train ends the game in phase 2a, after the rolls of the round that is broken off (10.1)."""
    entries, _, found = analysed("giganten-1-kurz-3-careful")
    rolls = [entry.record.version for entry in entries if entry.record.type == "giganten.price_rolled"]
    measured = {event.version for event in found.luck.events if event.measure == "stored_oil"}

    assert measured
    assert measured <= {*rolls[:-3]}


def test_a_game_that_goes_on_or_never_started_is_refused() -> None:
    entries = list(log_of("minos-1-short-3-careful"))
    with pytest.raises(NotAnalysable, match="running: it can be analysed once it has ended"):
        analyse(entries[:-1])
    with pytest.raises(NotAnalysable, match="open"):
        analyse(entries[:2])
    with pytest.raises(NotAnalysable, match="abandoned: it never started"):
        analyse(list(log_of("giganten-1-abandoned")))


def test_the_analysis_of_a_log_does_not_depend_on_the_order_of_sets() -> None:
    """A process with other hashes of text makes the same documents, for a game of each title."""
    names = ["giganten-1-kurz-3-careful", "minos-1-short-3-careful", "siberia-1-booklet-2-careful"]
    program = (
        "import sys\nfrom service.proof.analysis import analysed\nfrom tests.analysis.logs import log_of\n"
        "for name in sys.argv[1:]:\n    print(analysed(log_of(name)).decode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *names],
        env={**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"},
        capture_output=True,
        check=True,
    )

    assert done.stdout.splitlines() == [document(analyse(log_of(name))) for name in names]
