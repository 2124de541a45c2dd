"""Which decisions of a game the engine examines."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.analysis.analyse import NotAnalysable, folded, withdrawn
from domain.game import decide
from domain.game.game import awaiting, legal_commands
from domain.game.rulings.decide import give_up_seat, replace_player
from domain.game.terms import Terms
from domain.ledger.records import Entry
from service.analysis.questions import plan_of
from tests.analysis.logs import log_of
from tests.engine.kit import RULING, SiberiaLog, positions


def test_what_was_taken_back_is_not_examined() -> None:
    entries = log_of("siberia-1-clocked-13")
    gone = withdrawn(entries)
    plan = plan_of(entries, "quick")
    assert gone & {entry.record.version for entry in entries if entry.record.seat is not None}
    assert not gone & {question.version for question in plan.questions}
    assert len({question.decision for question in plan.questions}) == len(plan.questions)


def test_a_choice_that_its_seat_undid_is_not_examined() -> None:
    """A token of Siberia is laid on a spot, taken up again, and laid on the other spot or the same one."""
    entries = log_of("siberia-1-exchange_list-BBBAB-0.2.0")
    asked = {question.version for question in plan_of(entries, "quick").questions}
    laid: dict[Any, int] = {}
    undone: list[int] = []
    for before, entry, event, _ in folded(entries):
        seat = entry.record.seat
        if before is None or before.state is None or seat is None or not hasattr(event, "secret"):
            continue
        for command in before.ruleset.commands_of(event):
            values = (seat, *msgspec.structs.astuple(command))
            if command.undoes:
                undone.append(laid.pop(values))
                assert entry.record.version not in asked
            else:
                laid[values] = entry.record.version

    assert len(undone) == 1
    assert undone[0] not in asked
    assert sum(version in asked for version in laid.values()) > 5


def choices_of(entries: Sequence[Entry]) -> dict[int, int]:
    """Return the seats of all decisions that had an alternative, by version, in a game without commands that undo."""
    found: dict[int, int] = {}
    for game, seat in positions(entries):
        choices = [each for each in game.ruleset.legal_commands(game.state, seat) if not each.command.undoes]
        if len(choices) > 1 or choices[0].range is not None:
            found[game.version + 1] = seat
    return found


def play_on(log: SiberiaLog, decisions: int) -> range:
    """Let the seats choose the last choice that undoes nothing. Return the versions of these decisions."""
    start = log.game.version + 1
    for _ in range(decisions):
        seat = min(awaiting(log.game))
        command = [each.command for each in legal_commands(log.game, seat) if not each.command.undoes][-1]
        log.add(decide.command(log.game, seat, command), seat)
    return range(start, log.game.version + 1)


def test_the_decisions_of_all_who_had_a_seat_are_examined() -> None:
    """A substitute is asked like the player before, and so is a bot that plays a seat that was given up."""
    log = SiberiaLog(1)
    spans = [play_on(log, 14)]
    log.add(replace_player(log.game, 0, "player:6", RULING))
    spans.append(play_on(log, 14))
    log.add(give_up_seat(log.game, 1, "careful", RULING))
    spans.append(play_on(log, 14))
    plan = plan_of(log.adjudicated().entries, "glance")

    found = {question.version: question.seat for question in plan.questions}
    assert found == choices_of(log.entries)
    for span in spans:
        assert {seat for version, seat in found.items() if version in span} == {0, 1}


def test_an_adjudicated_game_is_examined_up_to_its_end() -> None:
    log = SiberiaLog(1)
    last = play_on(log, 20)[-1]
    game = log.adjudicated()
    plan = plan_of(game.entries, "glance")

    assert [question.version for question in plan.questions] == sorted(choices_of(game.entries))
    # the ruling and the end of the game are no decisions of a seat
    assert [entry.record.type for entry in game.entries[last:]] == ["game.adjudicated", "game.ended"]
    assert max(question.version for question in plan.questions) <= last


def test_an_abandoned_game_has_no_decisions() -> None:
    with pytest.raises(NotAnalysable, match="the game is abandoned: it never started"):
        plan_of(log_of("siberia-1-abandoned"), "glance")


def test_the_decision_that_replaces_one_taken_back_is_examined() -> None:
    log = SiberiaLog(1, Terms(take_back=True))
    play_on(log, 10)
    while not log.game.undo:
        play_on(log, 1)
    undo = log.game.undo[-1]
    assert undo.version + 1 in choices_of(log.entries), "the choice that is taken back had no alternative"
    taken = log.game.version
    log.add(decide.take_back(log.game, undo.seat), undo.seat)
    back = log.game.version
    again = play_on(log, 8)
    plan = plan_of(log.adjudicated().entries, "glance")

    found = {question.version for question in plan.questions}
    assert not found & {*range(undo.version + 1, taken + 1), back}
    assert again[0] in found
    assert found == {version for version in choices_of(log.entries) if not undo.version < version <= back}
