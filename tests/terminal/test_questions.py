"""Choices at a question: confirmations, notes of the server, maps, and commands that are not known yet."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from domain.rulesets import RULESETS
from service.terminal.display.board import Scene
from service.terminal.display.places import places_of
from service.terminal.display.words import Names, choice_in_words
from service.terminal.questions.menu import Menu
from service.terminal.questions.question import forfeited, warning
from service.terminal.titles import title_of
from tests.projections.bot_games import positions
from tests.terminal.kit import scenes, tables_of, things_of, view_of

ROLL, KEEP = "minos.roll_again", "minos.keep_dice"


def decisions(title: str, number: int = 3, seats: int = 2, **options: Any) -> Iterator[Scene]:
    return (scene for scene, _ in scenes(title, number, seats, options))


def warned(title: str, kind: str, has: str = "", seats: int = 2, **options: Any) -> str:
    """The first warning before a command of a kind in some bot games."""
    for number in range(3, 9):
        for scene in decisions(title, number, seats, **options):
            for choice in scene.choices:
                told = warning(title_of(title), choice["command"], scene)
                if choice["command"]["type"] == kind and told and has in told:
                    return told
    raise AssertionError(f"no warning before {kind}")


def test_rule_3_4_scales_are_warned_about_before_anything_else() -> None:
    told = warned("minos", "minos.use_dice")
    assert "Scales come first" in told
    assert "3.4" in told


def test_rule_3_4_using_the_scales_needs_no_warning() -> None:
    for scene in decisions("minos"):
        for choice in scene.choices:
            command = choice["command"]
            if command["type"] == "minos.use_dice" and command["symbol"] == "scales":
                assert warning(title_of("minos"), command, scene) is None


@pytest.mark.parametrize(
    ("title", "kind", "rule", "seats"),
    [
        ("minos", "minos.end_turn", "3.12", 2),
        ("giganten", "giganten.end_movement", "4.3", 3),
        ("giganten", "giganten.decline_special", "4d.1", 3),
        ("giganten", "giganten.discard_oil", "6.2", 3),
        ("giganten", "giganten.bid", "7a.8", 3),
        ("siberia", "siberia.void_action", "3.6", 2),
        ("siberia", "siberia.pass", "3.5", 2),
        ("siberia", "siberia.end_logistics", "6.6", 2),
    ],
)
def test_what_is_given_up_is_told_with_its_rule(title: str, kind: str, rule: str, seats: int) -> None:
    assert f"({rule})" in warned(title, kind, seats=seats)


def test_rule_4_3_the_points_that_are_lost_are_those_that_the_server_notes() -> None:
    for scene in decisions("giganten", seats=3):
        for choice in scene.choices:
            if choice["command"]["type"] == "giganten.end_movement" and "effect" in choice:
                names = replace(scene.names, holdings={"points": "Bewegungspunkte"})
                told = warning(title_of("giganten"), choice["command"], replace(scene, names=names))
                lost = choice["effect"]["points"]
                assert told == f"Bewegungspunkte {lost}: points are not kept for later (4.3)"
                return
    raise AssertionError


def test_rule_9_3_the_last_piece_leaves_a_settlement() -> None:
    assert "abandoned" in warned("minos", "minos.move_soldier", "9.3")


def test_a_choice_has_the_cost_and_the_effect_that_the_server_notes() -> None:
    built = next(
        (scene, choice)
        for scene in decisions("giganten", seats=3)
        for choice in scene.choices
        if choice["command"]["type"] == "giganten.build_derrick"
    )
    menu = Menu(built[0].choices, replace(built[0].names, holdings={"derricks": "Bohrt\u00fcrme"}))
    (note,) = {choice.note for choice in menu.choices if choice.command == built[1]["command"]}

    assert note == f"costs {built[1]['cost']:,}; Bohrt\u00fcrme +1"


def test_without_a_text_of_the_server_a_choice_is_told_in_general() -> None:
    names = Names(("Ada (0)", "Bob (1)"), {"gas": "Gas"})

    def said(kind: str, **fields: Any) -> str:
        return choice_in_words({"command": {"type": kind, **fields}}, names)

    assert said("x.take_back_token", token="gas", spot="research") == "take back token: token Gas, spot research"
    assert said("x.done_placing") == "done placing"
    menu = Menu([{"command": {"type": "x.ship", "site": "D11", "opponent": seat}} for seat in (0, 1)], names)
    assert [choice.plain for choice in menu.choices] == [
        "ship: site D11, opponent Ada (0)",
        "ship: site D11, opponent Bob (1)",
    ]


def test_a_choice_is_told_in_the_words_of_the_server_with_its_number() -> None:
    names = Names(("Ada (0)", "Bob [b] (1)"), server_names={"Bob [b]": 1})
    ship: dict[str, Any] = {"command": {"type": "x.ship"}, "text": "Ship by the train of Bob [b]"}
    bid: dict[str, Any] = {"command": {"type": "x.bid", "value": 1}, "text": "Bid 1 to 9"}
    menu = Menu([ship, {**bid, "range": {"field": "value", "min": 1, "max": 9}}], names)

    assert [choice.plain for choice in menu.choices] == ["Ship by the train of Bob [b] (1)", "Bid 1 to 9"]
    assert Text.from_markup(menu.said({"type": "x.ship"})).plain == "Ship by the train of Bob [b] (1)"
    assert menu.said({"type": "x.bid", "value": 5}) == "Bid 1 to 9 \N{RIGHTWARDS ARROW} 5"
    with pytest.raises(ValueError, match="pass"):
        menu.said({"type": "x.pass"})


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_no_two_choices_of_a_decision_read_alike(title: str) -> None:
    for number, (scene, _) in enumerate(scenes(title, 6, 3, {})):
        menu = Menu(scene.choices, scene.names)
        texts = [choice.plain for choice in menu.choices]
        assert len(texts) == len(set(texts)), texts
        if number == 300:
            break


def test_single_rolls_points_and_rights_are_counted_in_the_singular() -> None:
    scene = next(scene for scene in decisions("minos") if scene.choices[0]["command"]["type"] in {ROLL, KEEP})
    for number, shown in ((1, "1 roll left, 1 movement point, 1 building right"), (2, "2 rolls left, 2 movement ")):
        turn = {**scene.view["turn"], "rolls_left": number, "points": number, "rights": number}
        console = Console(width=200, file=io.StringIO())
        console.print(title_of("minos").board({**scene.view, "turn": turn}, scene.tables, scene.names))
        assert isinstance(console.file, io.StringIO)
        assert shown in console.file.getvalue()


def test_a_single_talent_and_a_single_ring_are_counted_in_the_singular() -> None:
    scene = next(decisions("minos", seats=3))
    players = [{**player, "money": player["seat"]} for player in scene.view["players"]]
    console = Console(width=200, file=io.StringIO())
    console.print(
        title_of("minos").board({**scene.view, "players": players, "rings_left": 1}, scene.tables, scene.names)
    )
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "(P H W #), 1 ring\n" in re.sub(r" +\n", "\n", shown)
    assert all(f" {money} +" in shown for money in ("0 talents", "1 talent", "2 talents"))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_board_of_minos_says_who_shows_the_talents(seats: int) -> None:
    scene = next(decisions("minos", seats=seats))
    players = [
        {**player, "money": None if player["seat"] == 1 else 12, "talents_shown": player["seat"] == 0}
        for player in scene.view["players"]
    ]
    console = Console(width=200, file=io.StringIO())
    console.print(title_of("minos").board({**scene.view, "players": players}, scene.tables, scene.names))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert shown.count("12 talents shown") == 1
    assert ("talents hidden" if seats == 2 else "? talents") in shown


def test_a_view_that_is_not_as_expected_has_no_warnings_and_no_error() -> None:
    scene = Scene({}, {}, Names(("Ada (0)",)), 0, [])
    for title in ("giganten", "siberia", "minos"):
        for kind in RULESETS[title].commands:
            forfeited(title_of(title), {"type": str(kind.__struct_config__.tag)}, scene)


def test_maps_list_every_place_with_its_neighbours() -> None:
    for title, place, neighbour, number in (("minos", "Roma", "Genua", 68), ("siberia", "Chita", "Vilyuy", 15)):
        game = next(positions(RULESETS[title], 1, 2, {}))
        tables, names = tables_of(game), Names((), things_of(game))
        listed = places_of(title_of(title), tables, None, None, names)
        assert len(listed) in {number, number + 1}
        found = places_of(title_of(title), tables, view_of(game, None), place.casefold(), names)
        assert any(neighbour in line for line in found)


def test_the_map_of_giganten_shows_the_wanted_squares() -> None:
    game = next(positions(RULESETS["giganten"], 1, 3, {}))
    tables, shown = tables_of(game), view_of(game, None)

    def listed(tables: dict[str, Any], view: dict[str, Any] | None, wanted: str | None) -> list[str]:
        return places_of(title_of("giganten"), tables, view, wanted, Names(()))

    (printed,) = listed(tables, None, "e5")
    assert Text.from_markup(printed).plain == (
        "E5  plain, 1 point · site 1 · beside D5 plain, E4 plain, E6 mountain, F5 plain"
    )
    (now,) = listed(tables, shown, "E14")
    plain = Text.from_markup(now).plain
    assert "· site 2 ·" in plain
    assert plain.endswith("· tile ?")
    assert len(listed(tables, shown, "e")) == 20
    assert listed(tables, shown, "atlantis") == []
    # the corner has two neighbours
    assert Text.from_markup(listed(tables, None, "A1")[0]).plain == "A1  plain, 1 point · beside A2 plain, B1 plain"
    assert any("points to enter" in line for line in listed(tables, shown, None))
    assert len(listed(tables, None, "E1")) == 1, "not E10 to E19"
    piece = {"seat": 1, "count": 1, "text": ""}
    shown["pieces"]["items"] = [
        {**piece, "id": "truck:1", "kind": "truck", "place": "square:E4"},
        {**piece, "id": "derrick-1-E14", "kind": "derrick", "place": "site:E14", "text": "3"},
    ]
    assert Text.from_markup(listed(tables, shown, "E4")[0]).plain.endswith("· T1")
    assert Text.from_markup(listed(tables, shown, "E14")[0]).plain.endswith("· D1:3")
