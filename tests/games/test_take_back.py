"""Take-backs: what a seat may take back, and what the log, the views and both verifiers make of it (SPEC.md 1)."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game import decide
from domain.game.decide import NotPossible
from domain.game.fold import append, fold
from domain.game.game import MAX_TAKE_BACKS, Game, awaiting, decision_id, legal_commands, to_take_back
from domain.game.rulings.standing import can_be_rated
from domain.game.terms import Terms
from domain.kernel.chance import has_drawn
from domain.kernel.codec import canonical
from domain.kernel.values import Seat
from domain.kernel.viewers import FULL, AnyViewer
from domain.ledger.records import Entry, read_event, tip_of_new
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from projections.views import VIEWS
from tests.games.bundles import Finished, signer, trusting
from tests.games.second_verifier import agree, second
from tests.new_games import new_game

GAME = "00112233-4455-4677-8899-aabbccddeeff"
SEED = bytes(range(32))
AT = "2026-11-22T12:00:00.000000Z"


class Log:
    """A game with the take-back option, and its log."""

    def __init__(self, title: str, seats: int, *, take_back: bool = True) -> None:
        new = new_game(RULESETS[title], seats, "player:owner", terms=Terms(take_back=take_back))
        self.game, entries = append(None, tip_of_new(GAME), SEED, AT, None, decide.open_game(new, SEED))
        self.entries = list(entries)
        for seat in range(seats):
            self.add(seat, decide.take_seat(self.game, seat, f"player:{seat}", "00" * 32, "player"))
        self.add(None, decide.start(self.game))

    def add(self, seat: Seat | None, decided: decide.Decided) -> tuple[Entry, ...]:
        self.game, entries = append(self.game, self.game.tip, SEED, AT, seat, decided)
        self.entries += entries
        return entries

    def answer(self, seat: Seat, rng: random.Random) -> tuple[Entry, ...]:
        command = rng.choice(legal_commands(self.game, seat)).command
        return self.add(seat, decide.command(self.game, seat, command))


def played(title: str, rng: random.Random, most: int = 250) -> Iterator[tuple[Log, Game, Seat, tuple[Entry, ...]]]:
    """Play at random; yield the log, the game before each decision, the seat that decided, and the batch."""
    log = Log(title, 3)
    for _ in range(most):
        if log.game.status != "running":
            return
        before, seat = log.game, rng.choice(sorted(awaiting(log.game)))
        yield log, before, seat, log.answer(seat, rng)


@pytest.mark.parametrize("title", RULESETS)
def test_a_take_back_returns_to_the_state_before_the_decision(title: str) -> None:
    rng, taken = random.Random(title), 0
    for log, before, seat, _ in played(title, rng):
        if to_take_back(log.game, seat) is None or rng.random() < 0.5:
            continue
        assert to_take_back(log.game, seat) == decision_id(before, seat)
        log.add(seat, decide.take_back(log.game, seat))
        taken += 1
        assert log.game.state == before.state
        assert seat in awaiting(log.game)
        # a decision id is used once
        assert decision_id(log.game, seat) != decision_id(before, seat)
        for viewer in (None, *range(3), FULL):
            assert _view(log.game, viewer) == _view(before, viewer)
    assert taken > 5


def _view(game: Game, viewer: AnyViewer) -> Any:
    """Return a view without its version."""
    return {**msgspec.to_builtins(VIEWS[game.opened.ruleset](game, viewer)), "version": 0}


@pytest.mark.parametrize("title", RULESETS)
def test_a_decision_that_drew_or_disclosed_something_is_final(title: str) -> None:
    rng, final = random.Random(title), 0
    ruleset = RULESETS[title]
    for log, _, seat, batch in played(title, rng, 900):
        events = [read_event(entry, log.game.codec) for entry in batch]
        if any(has_drawn(event) or ruleset.is_disclosing(log.game.state, event) for event in events):
            final += 1
            if log.game.status == "running":
                with pytest.raises(NotPossible) as refused:
                    decide.take_back(log.game, seat)
                assert refused.value.code == "nothing-to-take-back"
        elif log.game.status == "running":
            decide.take_back(log.game, seat)
    assert final > 2


@pytest.mark.parametrize("title", RULESETS)
def test_only_the_seat_that_decided_last_takes_back_and_may_go_on_to_its_earlier_decisions(title: str) -> None:
    rng, longest = random.Random(title), 0
    run: list[Game] = []
    last: Seat | None = None
    for log, before, seat, _ in played(title, rng):
        run = run if seat == last else []
        last = seat
        run = [*run, before] if log.game.undo else []
        for other in set(range(3)) - {seat}:
            assert to_take_back(log.game, other) is None
        if len(run) > 1 and rng.random() < 0.2:
            longest = max(longest, len(run))
            for state in reversed(run):
                log.add(seat, decide.take_back(log.game, seat))
                assert log.game.state == state.state
            run = []
    assert longest > 1


@pytest.mark.parametrize("title", RULESETS)
def test_a_log_with_take_backs_folds_and_both_verifiers_accept_it(title: str, tmp_path: Path) -> None:
    rng = random.Random(7)
    log = None
    for log, _, seat, _ in played(title, rng, 5000):
        if to_take_back(log.game, seat) is not None and rng.random() < 0.15:
            log.add(seat, decide.take_back(log.game, seat))
    assert log is not None
    assert log.game.status == "ended"
    assert fold(log.entries) == log.game
    one = Finished(log.game, log.entries)
    lines = one.lines(signer=signer())
    bundles = [lines, one.lines(None, signer()), *(forged for _, forged in _forgeries(lines))]
    reports = [verify(bundle, trusting(signer())) for bundle in bundles]

    assert [report.is_valid for report in reports[:2]] == [True, True]
    for (line, _), report in zip(_forgeries(lines), reports[2:], strict=True):
        assert report.first_bad is not None
        assert report.first_bad.line == line
    for report, other in zip(reports, second(tmp_path, bundles, signer()), strict=True):
        agree(report, other)


def _forgeries(lines: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the first bad line of a forged bundle and its lines: a take-back names another version or seat."""
    place = max(number for number, line in enumerate(lines) if b'"game.decision_taken_back"' in line)
    for field, change in (("to", 1), ("to", -1), ("seat", 1)):
        line = json.loads(lines[place])
        line["record"]["data"][field] += change
        yield place + 1, [*lines[:place], canonical(line), *lines[place + 1 :]]
    opened = json.loads(lines[1])
    del opened["record"]["data"]["take_back"]
    yield 2, [lines[0], canonical(opened), *lines[2:]]


def test_a_game_without_the_option_keeps_every_decision() -> None:
    log = Log("minos", 3, take_back=False)
    seat = min(awaiting(log.game))
    log.answer(seat, random.Random(1))
    with pytest.raises(NotPossible) as refused:
        decide.take_back(log.game, seat)
    assert refused.value.code == "nothing-to-take-back"


@pytest.mark.parametrize("title", RULESETS)
def test_a_decision_id_names_one_question(title: str) -> None:
    """A late answer to a decision that a take-back has closed never answers another question."""
    rng, asked, taken = random.Random(title), dict[str, Any](), 0
    for log, _, seat, _ in played(title, rng):
        if to_take_back(log.game, seat) is not None and rng.random() < 0.5:
            log.add(seat, decide.take_back(log.game, seat))
            taken += 1
        for other in awaiting(log.game):
            choices = legal_commands(log.game, other)
            assert asked.setdefault(decision_id(log.game, other), choices) == choices
    assert taken > 5


def test_a_seat_takes_back_a_limited_number_of_decisions() -> None:
    rng, log = random.Random(1), Log("minos", 2)
    seat = min(awaiting(log.game))
    for _ in range(MAX_TAKE_BACKS):
        while to_take_back(log.game, seat) is None:
            log.answer(next(iter(awaiting(log.game))), rng)
        log.add(seat, decide.take_back(log.game, seat))
    while not log.game.undo or log.game.undo[-1].seat != seat:
        log.answer(next(iter(awaiting(log.game))), rng)

    assert to_take_back(log.game, seat) is None
    with pytest.raises(NotPossible) as refused:
        decide.take_back(log.game, seat)
    assert refused.value.code == "nothing-to-take-back"


def test_a_game_with_take_back_is_not_rated() -> None:
    log = Log("minos", 3)

    assert not can_be_rated(log.game)
    assert can_be_rated(Log("minos", 3, take_back=False).game)
