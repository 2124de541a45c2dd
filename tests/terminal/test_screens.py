"""Every decision of bot games on a screen of 80x24: board, question, choices and prompt are visible together."""

import io
import os
import re
from typing import Any

import pytest
from rich.console import Console

from domain.rulesets import RULESETS
from service.terminal.display.board import Scene, drawn
from service.terminal.display.screen import Screen, stacked
from service.terminal.questions.question import Question, warning
from service.terminal.titles import TITLES, title_of
from tests.terminal.kit import scenes

WIDTH, HEIGHT = 80, 24
NEWS = [f"[dim]{number:>5}[/] something has happened to somebody, and it takes more than a line" for number in range(9)]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("giganten", 3, {}),
    ("giganten", 4, {"bluff_pick": "owner", "peek_memory": False}),
    ("siberia", 2, {}),
    ("siberia", 4, {"money_public": False}),
    ("minos", 2, {"closed_fields": 8}),
    ("minos", 4, {"advanced_transport": True, "money_public": False}),
    ("minos", 3, {"money_public": "own_choice"}),
]


def rows_of(title: str, scene: Scene, rule: str, typed: str = "") -> tuple[list[str], Question]:
    """The lines of the screen, the prompt last; after a search for what was typed."""
    found = RULESETS[title].rules[rule]
    told = {"number": found.number, "title": found.title, "text": found.text}
    question = Question(title_of(title), scene, told, Screen())
    if typed:
        question.search(typed)
    console = Console(width=WIDTH, height=HEIGHT, file=io.StringIO(), highlight=False, emoji=False)
    console.print(stacked(*question.frame(NEWS).parts(console, WIDTH, HEIGHT)))
    console.print(f"[bold]{question.prompt}[/] ", end="")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().split("\n"), question


EVERY = int(os.environ.get("LUDOLOG_SCREENS", "16"))
"""One decision in so many is drawn; LUDOLOG_SCREENS=1 is the long run."""


@pytest.mark.parametrize(("title", "seats", "options"), GAMES, ids=str)
def test_board_question_and_prompt_fit_together(title: str, seats: int, options: dict[str, Any]) -> None:
    shown = 0
    for scene, rule in scenes(title, 3, seats, options, EVERY):
        rows, question = rows_of(title, scene, rule)
        where = f"decision {shown} under {rule}:\n" + "\n".join(rows)
        assert len(rows) <= HEIGHT, where
        assert all(len(row) <= WIDTH for row in rows), where
        assert rows[0].startswith("round "), where
        assert "more lines: type board" not in "\n".join(rows), where
        asked = next(number for number, row in enumerate(rows) if f": rule {rule} " in row)
        assert len(rows) - asked > 2, f"no choices: {where}"
        assert rows[-1].rstrip().endswith("q leave) >"), where
        # words search choices, but not dice
        assert ("words to search" in rows[-1]) == (question.dice is None), where
        told = "\n".join(rows[asked:])
        kinds = {choice["command"]["type"]: number for number, choice in enumerate(scene.choices, start=1)}
        # the last number of each kind of choice is there, alone or as the end of a range
        if question.dice is None:
            assert all(re.search(rf"(^|[\s-]){number}\b", told) for number in kinds.values()), where
        # every choice can be found by typing its own words, and is then shown with its number
        if question.dice is None and shown % 5 == 0:
            last = question.menu.choices[-1]
            rows, _ = rows_of(title, scene, rule, last.plain)
            assert len(rows) <= HEIGHT
            assert any(row.split()[:1] == [str(last.number)] for row in rows), "\n".join(rows)
        shown += 1
    assert shown > 120 // EVERY


@pytest.mark.parametrize("title", TITLES)
def test_no_view_falls_back_to_the_general_board(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the board of the title could not be drawn")

    monkeypatch.setattr("service.terminal.display.board.generic", fail)
    for number, (scene, _) in enumerate(scenes(title, 4, 3, {})):
        drawn(title_of(title), scene.view, scene.tables, scene.names)
        if number == 60:
            break


@pytest.mark.parametrize("title", TITLES)
def test_warnings_are_made_for_real_commands_without_an_error(title: str) -> None:
    """What a warning reads is in the view: no error is hidden."""
    warned: set[str] = set()
    for number, (scene, _) in enumerate(scenes(title, 7, 3, {})):
        commands = [choice["command"] for choice in scene.choices]
        warned |= {command["type"] for command in commands if warning(title_of(title), command, scene)}
        if number == 400:
            break
    assert len(warned) >= 2
