"""Siberia in the terminal: the board counts idle rounds."""

import re

import pytest
from msgspec.structs import replace
from rich.console import Console

from domain.siberia import SIBERIA as RULES
from domain.siberia.state import Placing
from projections.languages import ENGLISH
from service.terminal.display.words import Names
from service.terminal.questions.menu import Menu
from service.terminal.titles import TITLES
from service.terminal.titles.siberia.board import board
from tests.projections.bot_games import batches
from tests.terminal.kit import scenes, tables_of, things_of, view_of

SIBERIA = TITLES["siberia"]
NAMES = Names(("Ada", "Bo"), {"worker_gas": "Worker/Gas"})


@pytest.mark.parametrize(
    ("rounds", "standstill", "shown"),
    [(2, 5, "rounds without a cube: 2 of 5"), (0, 5, None), (2, "none", None)],
)
def test_the_board_counts_the_rounds_without_a_cube(rounds: int, standstill: int | str, shown: str | None) -> None:
    game, _ = next(batches(RULES, 1, 2, {"standstill": standstill}))
    game = replace(game, state=replace(game.state, idle_rounds=rounds))
    console = Console(width=200)
    with console.capture() as capture:
        console.print(board(view_of(game, 0), tables_of(game), NAMES))

    assert ("rounds without a cube" in capture.get()) == (shown is not None)
    assert shown is None or shown in capture.get()


def panel(hand: list[str], placed: int, language: str = ENGLISH) -> str:
    """The board of seat 0 that has placed some tokens and may still take them back."""
    game = next(game for game, _ in batches(RULES, 1, 2, {"take_back": True}) if isinstance(game.state.phase, Placing))
    shown = view_of(game, 0)
    laid = [{"token": "worker_gas", "spot": "gas"}] * placed
    shown["players"][0]["hand"] = {"tokens": hand, "placed": laid}
    shown["players"][0]["to_place"] = len(hand) + placed
    console = Console(width=80)
    with console.capture() as capture:
        console.print(board(shown, tables_of(game), Names(("Ada (0)", "Bo (1)"), things_of(game, language))))
    return capture.get()


def row_of(name: str, shown: str) -> str:
    return next(line for line in shown.splitlines() if line.startswith(name)).rstrip()


def test_rule_2_8_the_own_panel_counts_the_tokens_in_the_hand() -> None:
    assert row_of("Ada (0)", panel(["manager", "manager"], 4)).endswith("to place 2")
    assert row_of("Bo (1)", panel(["manager", "manager"], 4)).endswith("to place 6")
    assert row_of("Ada (0)", panel([], 6)).endswith("done placing?")


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        (["manager", "manager", "worker_gas"], "hand: 2 Manager, Worker/Gas"),
        (
            ["manager", "manager", "salesman_diamonds", "worker_diamonds", "investor_gold", "salesman_coal"],
            "hand: 2 Manager, Salesman/Di, Worker/Di, Investor/Go, Salesman/Co",
        ),
        (
            [f"logistics_{what}" for what in ("diamonds", "gas", "coal", "oil", "gold")] + ["salesman_coal"],
            "hand: Logi/Di, Logi/Ga, Logi/Co, Logi/Oi, Logi/Go, Sale/Co",
        ),
    ],
)
def test_the_hand_is_shown_whole_at_80_columns(hand: list[str], shown: str) -> None:
    assert row_of("hand", panel(hand, 0)) == shown


def test_the_board_is_in_the_language_of_the_client() -> None:
    shown = panel(["manager", "manager", "worker_gas"], 0, "de")

    assert row_of("hand", shown) == "hand: 2 Manager, Arbeiter/Gas"
    assert re.search(r"Wladiwostok .*ga ko öl go di salesmen", shown)
    assert "Jana" in shown
    assert "Wiljui" in shown
    assert "Frankfurt" in shown
    assert not re.search("Yana|Vilyuy|co oi", shown)


def test_rule_1_7_sides_are_found_by_the_names_of_cities() -> None:
    scene, rule = next(scenes("siberia", 3, 2, {}))
    menu = Menu(scene.choices, scene.names)
    assert rule == "1.7"
    assert len(menu.choices) == 32
    found = menu.matching("tokyo dubai")
    assert len(found) == 8
    assert all("Tokyo" in choice.places and "Dubai" in choice.places for choice in found)
