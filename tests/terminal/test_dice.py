"""Dice to keep or to roll again, by their numbers and names."""

import io
import sys

import pytest
from msgspec.structs import replace
from rich.text import Text

from service.terminal.display.screen import Screen
from service.terminal.display.words import Names
from service.terminal.questions.dice import Dice, TooManyDiceError
from service.terminal.questions.question import Question
from service.terminal.titles import title_of
from tests.terminal.kit import NAMES, scenes

ROLL, KEEP = "minos.roll_again", "minos.keep_dice"


def test_dice_are_marked_to_be_kept_and_the_others_rolled() -> None:
    scene = next(scene for scene, _ in scenes("minos", 3, 2, {}) if scene.choices[0]["command"]["type"] in {ROLL, KEEP})
    dice = Dice(ROLL, KEEP, scene.choices, scene.view["turn"]["dice"])
    assert len(dice.dice) == 6
    assert dice.toggle("1 3")
    assert dice.toggle("3")
    assert dice.kept == {1}
    command = dice.command()
    assert command is not None
    rolled = dict(scene.view["turn"]["dice"])
    rolled[dice.dice[0]] -= 1
    assert command == {"type": ROLL, "dice": rolled}
    assert command in [choice["command"] for choice in scene.choices]
    assert not dice.toggle("7")
    assert not dice.toggle("whale")
    assert len(dice.lines()) == 2


def test_a_symbol_keeps_the_next_die_that_shows_it() -> None:
    choices = [
        {"command": {"type": ROLL, "dice": {"gull": gulls, "star": stars}}}
        for gulls in range(3)
        for stars in range(2)
        if gulls + stars
    ]
    dice = Dice(ROLL, KEEP, choices, {"gull": 2, "star": 1})
    assert dice.toggle("gull gull")
    assert dice.command() == {"type": ROLL, "dice": {"gull": 0, "star": 1}}
    assert dice.toggle("star")
    assert dice.command() is None


def test_dice_are_named_in_the_language_of_the_client() -> None:
    names = Names((), {"gull": "Möwe", "building": "Gebäude", "star": "Stern"})
    roll = {"type": ROLL, "dice": {"gull": 1, "building": 2, "star": 1}}
    dice = Dice(ROLL, KEEP, [{"command": roll}], {"gull": 2, "building": 2, "star": 1}, names)
    shown = Text.from_markup(dice.lines()[0]).plain
    assert shown == "1 Möwe  2 Gebäude  3 Gebäude  4 Stern  Möwe stays"
    assert dice.toggle("Möwe, gebäude")
    assert dice.kept == {1, 2}
    # a beginning means the name before the id, and the id is accepted too
    assert dice.toggle("g")
    assert dice.kept == {1, 2, 3}
    assert dice.toggle("gull star")
    assert dice.kept == {2, 3, 4}


def test_a_name_cannot_mean_more_dice_than_there_are() -> None:
    choices = [{"command": {"type": ROLL, "dice": {"gull": 2, "star": 1, "arrow": 1}}}]
    dice = Dice(ROLL, KEEP, choices, {"gull": 2, "star": 1, "arrow": 1})
    for typed in ("gull gull gull", "star star"):
        with pytest.raises(TooManyDiceError, match=f"fewer dice with {typed.split()[0]} than you named"):
            dice.toggle(typed)
        assert dice.kept == set()
    with pytest.raises(TooManyDiceError):
        dice.toggle("gull 1 gull")
    for typed in ("gull 1", "1 gull"):
        dice.kept = set()
        assert dice.toggle(typed)
        assert dice.kept == {1, 2}
    dice.kept = {1}
    assert dice.toggle("gull gull")
    assert dice.kept == {1, 2}
    with pytest.raises(TooManyDiceError):
        dice.toggle("gull gull gull")
    assert dice.toggle("gull gull")
    assert dice.kept == set()


def test_a_preview_is_not_taken_for_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = next(scene for scene, _ in scenes("minos", 3, 2, {}) if scene.choices[0]["command"]["type"] in {ROLL, KEEP})
    things = {symbol: f"p{symbol}" for symbol in scene.view["turn"]["dice"]}
    scene = replace(scene, names=Names(NAMES, things))
    monkeypatch.setattr(sys, "stdin", io.StringIO("p 1\nkeep\n"))
    asked: list[str] = []

    def helped(typed: str, question: Question) -> bool:
        assert question.dice is not None
        assert question.dice.kept == set()
        asked.append(typed)
        return True

    question = Question(title_of("minos"), scene, {"number": "3.1", "title": "", "text": ""}, Screen())
    assert question.ask([], helped) == {"type": KEEP}
    assert asked == ["p 1"]


def test_dice_that_are_locked_in_a_conflict_are_shown_and_not_offered() -> None:
    choices = [{"command": {"type": "minos.reroll_in_conflict", "dice": {"scales": 0, "arrow": 1}}}]
    dice = Dice("minos.reroll_in_conflict", "minos.stand_in_conflict", choices, {"scales": 2, "arrow": 1})
    assert dice.dice == ["arrow"]
    assert dice.locked == ["scales", "scales"]
