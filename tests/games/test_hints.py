"""Hints: when a seat may take one, and what the log, the views and both verifiers make of it (SPEC.md 1)."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game import decide
from domain.game.decide import NotPossible
from domain.game.events import Advised
from domain.game.fold import fold
from domain.game.game import awaiting, decision_id, legal_commands, to_take_back
from domain.game.hints import take_hint
from domain.game.rulings.decide import Ruling, pause
from domain.game.rulings.standing import can_be_rated, rated_as_opened
from domain.game.terms import Clock, Terms
from domain.kernel.codec import canonical
from domain.kernel.values import Seat
from domain.proof.verify import verify
from projections.history import seen
from projections.views import VIEWS
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_lines import Lines, at, rewritten
from tests.games.forged_rulings import OWNER, Log
from tests.games.second_verifier import agree, second

CLOCK = Clock(3600, 3600, "bot", 3)
HINTS = Terms(hints=True, take_back=True, clock=CLOCK)


class HintedLog(Log):
    """A game of Minos with hints."""

    def __init__(self, terms: Terms = HINTS) -> None:
        super().__init__(terms)
        for seat in range(self.seats):
            self.sit(seat, f"player:{seat}")
        self.add(decide.start(self.game))

    @property
    def seat(self) -> Seat:
        return min(awaiting(self.game))

    def hint(self, number: int = 3) -> str:
        """Take a hint for the open decision, and return its id."""
        decision, seat = decision_id(self.game, self.seat), self.seat
        self.add(take_hint(self.game, seat, self.advice(number)), seat)
        return decision

    def advice(self, number: int = 3) -> list[Advised]:
        """Return the first legal commands of the seat as if the engine had found them."""
        choices = legal_commands(self.game, self.seat)[:number]
        return [
            Advised(msgspec.to_builtins(choice.command), 600 - 10 * place, 9) for place, choice in enumerate(choices)
        ]

    def to_the_end(self) -> Finished:
        """Play on with hints now and then, and return the game."""
        rng = random.Random(4)
        while self.game.status == "running":
            if rng.random() < 0.1 and decision_id(self.game, self.seat) not in self.game.hinted:
                self.hint(rng.choice([1, 2, 3]))
            seat = self.seat
            command = rng.choice(legal_commands(self.game, seat)).command
            self.add(decide.command(self.game, seat, command), seat)
            if to_take_back(self.game, seat) is not None and rng.random() < 0.1:
                self.add(decide.take_back(self.game, seat), seat)
        return Finished(self.game, self.entries)


def refusal(log: HintedLog, seat: Seat, advice: list[Advised]) -> str:
    with pytest.raises(NotPossible) as refused:
        take_hint(log.game, seat, advice)
    return refused.value.code


def test_a_hint_changes_nothing_but_the_log() -> None:
    log = HintedLog()
    before, seat = log.game, log.seat
    decision = log.hint()

    assert (log.game.state, log.game.decided, log.game.questions) == (before.state, before.decided, before.questions)
    assert log.game.version == before.version + 1
    record = log.entries[-1].record
    assert (record.type, record.seat, record.cause) == ("game.hint_taken", seat, record.version)
    assert json.loads(bytes(record.data)) == {"seat": seat, "decision": decision}
    # the clock of the seat runs on
    assert before.clocks is not None
    assert log.game.clocks == before.clocks
    assert fold(log.entries) == log.game


def test_all_see_that_a_hint_was_taken_and_only_its_seat_what_it_says() -> None:
    log = HintedLog()
    seat = log.seat
    log.hint()
    entry = log.entries[-1]

    shown = {viewer: seen(entry, viewer, log.game.seed) for viewer in (None, 0, 1, 2, 3)}

    assert {viewer for viewer, event in shown.items() if event.secret is not msgspec.UNSET} == {seat}
    assert all(event.record.type == "game.hint_taken" for event in shown.values())
    assert entry.record.known_to == (seat,)
    assert b"choices" not in bytes(entry.record.data)


def test_a_seat_takes_one_hint_for_each_of_its_own_decisions() -> None:
    log = HintedLog()
    seat = log.seat
    assert refusal(log, 1 - seat, log.advice()) == "no-hints"
    log.hint()
    assert refusal(log, seat, log.advice()) == "no-hints"
    log.play(1)
    while log.seat != seat:
        log.play(1)
    log.hint()


def test_a_hint_has_legal_commands_and_the_best_one_first() -> None:
    log = HintedLog()
    (first, second_best, *_), seat = log.advice(), log.seat
    illegal = Advised({"type": "minos.pass_turn", "nothing": 1}, 500, 9)
    for advice in (
        [],
        [second_best, first],
        [illegal],
        [Advised(first.command, 1001, 9)],
        [Advised(first.command, 500, -1)],
        [Advised({}, 500, 9)],
        [first] * 4,
    ):
        assert refusal(log, seat, advice) == "no-hints"


def test_a_game_without_hints_gives_none() -> None:
    for terms, reason in ((Terms(), "without `hints`"), (Terms(rated=True), "a rated game has no hints")):
        log = HintedLog(terms)
        with pytest.raises(NotPossible, match=reason) as refused:
            take_hint(log.game, log.seat, log.advice())
        assert refused.value.code == "no-hints"


def test_a_paused_game_gives_none() -> None:
    log = HintedLog()
    log.add(pause(log.game, "2026-11-20T18:00:00.000000Z", Ruling(OWNER, "Supper."), log.now))

    assert refusal(log, log.seat, log.advice()) == "game-paused"


def test_a_game_with_hints_is_never_rated() -> None:
    with pytest.raises(NotPossible) as refused:
        HintedLog(Terms(hints=True, rated=True))
    assert (refused.value.code, refused.value.field) == ("invalid-value", "hints")

    log = HintedLog(Terms(hints=True))
    assert rated_as_opened(log.game.opened) is False
    assert not can_be_rated(log.game)
    assert can_be_rated(HintedLog(Terms()).game)


def test_a_hint_makes_earlier_decisions_final() -> None:
    rng, log = random.Random(2), HintedLog()
    while not (log.game.undo and log.game.undo[-1].seat == log.seat):
        log.play(1, rng.randrange(1000))
    seat = log.seat
    assert to_take_back(log.game, seat) is not None

    log.hint()

    assert to_take_back(log.game, seat) is None
    with pytest.raises(NotPossible):
        decide.take_back(log.game, seat)


def test_both_verifiers_accept_hints_and_find_forged_ones(tmp_path: Path) -> None:
    one = HintedLog().to_the_end()
    assert sum(entry.record.type == "game.hint_taken" for entry in one.entries) > 5
    lines = one.lines(signer=signer())
    bundles = [lines, one.lines(None, signer()), one.lines(1, signer()), *(forged for _, _, forged in forgeries(lines))]

    reports = [verify(bundle, trusting(signer())) for bundle in bundles]

    assert [report.is_valid for report in reports[:3]] == [True, True, True], reports[0].first_bad
    for (name, check, _), report in zip(forgeries(lines), reports[3:], strict=True):
        assert report.first_bad is not None, name
        assert report.first_bad.check == check, (name, report.first_bad)
    for report, other in zip(reports, second(tmp_path, bundles, signer()), strict=True):
        agree(report, other)
    assert VIEWS["minos"](one.game, None) is not None


def forgeries(lines: list[bytes]) -> Iterator[tuple[str, str, Lines]]:
    """Yield what is forged, the first check that fails, and the lines of the bundle, signed again."""
    places = [number for number, line in enumerate(lines) if b'"type":"game.hint_taken"' in line]
    place = places[-1]

    def forged(change: Callable[[dict[str, Any]], object], at_place: int = place) -> Lines:
        return rewritten(at(lines, at_place, change), signer())

    yield "of a game without hints", "form", forged(lambda line: line["record"]["data"].pop("hints"), 1)
    yield "of a rated game", "replay", forged(lambda line: line["record"]["data"].update(rated=True), 1)
    yield "of another seat", "form", forged(lambda line: line["record"]["data"].update(seat=line["record"]["seat"] ^ 1))
    yield "known to all", "form", forged(lambda line: line["record"].update(known_to=[0, 1, 2, 3]))
    yield "without a decision", "form", forged(lambda line: line["record"]["data"].pop("decision"))
    yield "of another decision", "replay", forged(lambda line: line["record"]["data"].update(decision="0.9999"))
    seat = json.loads(lines[place])["record"]["seat"]
    last = [each for each in places if json.loads(lines[each])["record"]["seat"] == seat][-2]
    same = json.loads(lines[last])["record"]["data"]["decision"]
    yield "twice for a decision", "form", forged(lambda line: line["record"]["data"].update(decision=same))


def test_records_of_hints_are_canonical() -> None:
    log = HintedLog()
    log.hint(1)
    entry = log.entries[-1]
    assert entry.secret is not None
    assert canonical(json.loads(bytes(entry.secret))) == bytes(entry.secret)
