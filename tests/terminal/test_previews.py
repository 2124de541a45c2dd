"""The word `p` shows what a choice would do; each choice has the notes of the server."""

import re
from pathlib import Path

import pytest

from domain.rulesets import RULESETS
from service.terminal.display.board import Scene
from service.terminal.display.screen import Screen
from service.terminal.display.words import Names
from service.terminal.questions.menu import Menu
from service.terminal.questions.question import Question
from service.terminal.titles import title_of
from tests.replies import ok
from tests.service.server import Server
from tests.service.test_terminal import FIRST, environment, game_in, terminal
from tests.terminal.kit import scenes
from tests.terminal.pty_client import PtyClient

PROMPT = r"q leave\) >"

BUILD = {
    "command": {"type": "nim.build", "heap": 1},
    "cost": 6000,
    "effect": {"derricks": 1, "points": -2},
    "anchors": ["heap:1"],
}
SELL = {
    "command": {"type": "nim.sell", "markers": 0},
    "range": {"field": "markers", "min": 0, "max": 3},
    "each": {"money": 5000, "oil_jet": -1},
}


def question_of(title: str, scene: Scene, rule: str) -> Question:
    found = RULESETS[title].rules[rule]
    return Question(title_of(title), scene, {"number": found.number, "title": "", "text": ""}, Screen())


def test_the_notes_of_the_server_are_shown() -> None:
    menu = Menu([BUILD, SELL, {"command": {"type": "nim.pass"}}], Names(("Ada (0)",)))

    assert [choice.note for choice in menu.choices] == [
        "costs 6,000; derricks +1, points -2",
        "each further: money +5,000, oil jet -1",
        "",
    ]
    assert menu.matching("derricks") == menu.choices[:1]


def test_a_choice_is_named_by_its_number() -> None:
    ranged = rolled = 0
    for scene, rule in scenes("minos", 3, 2, {}):
        question = question_of("minos", scene, rule)
        if question.dice is not None:
            rolled += 1
            assert question.named("keep") == question.dice.stop
            assert question.named("roll") == question.dice.command()
            assert question.named("1") is None
            continue
        for number, choice in enumerate(scene.choices, start=1):
            assert question.named(str(number)) == choice["command"]
            if "range" in choice:
                ranged += 1
                limits = choice["range"]
                assert question.named(f"{number} {limits['max']}") == {
                    **choice["command"],
                    limits["field"]: limits["max"],
                }
                assert question.named(f"{number} {limits['max'] + 1}") is None
        for typed in ("", "0", str(len(scene.choices) + 1), "1 x", "end"):
            assert question.named(typed) is None

    assert ranged
    assert rolled


@pytest.mark.parametrize("word", ["p", "preview"])
def test_a_preview_is_printed_and_nothing_happens(server: Server, tmp_path: Path, word: str) -> None:
    typed = f"{word} 1\n{word} 99\n{word}  2\nq\n"

    done = terminal(server.base, tmp_path, "play", "giganten", *FIRST, typed=typed)

    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^preview of: Take", done.stdout, re.MULTILINE)) == 2
    assert "will be asked" in done.stdout
    assert "type p and a choice" in done.stdout
    status = ok(server.client().get(f"/v1/games/{game_in(done)}")).json()
    assert status["awaiting"] == [0]


def test_dice_are_previewed_at_a_terminal(server: Server, tmp_path: Path) -> None:
    settings = {**environment(server.base, tmp_path), "LUDOLOG_SERVER": server.base}
    with PtyClient(["play", "minos", *FIRST, "--name", "Pia"], settings) as client:
        client.until(PROMPT)
        client.type("p roll")
        client.until(r"preview of: Roll [^\n]*\n +then chance decides")
        seen = len(client.plain)
        client.type("p keep")
        client.until(r"preview of: [^\n]*Keep[^\n]*\n[^>]*then Pia \(0\) will be asked", after=seen)
        client.type("q")
        client.until("Continue with")

    assert "Traceback" not in client.plain
