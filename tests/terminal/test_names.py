"""Names of pieces and places in the language of the client: what the map lists and finds, and what is printed."""

import pytest
from rich.text import Text

from domain.rulesets import RULESETS
from service.terminal.connection.client import Client
from service.terminal.connection.game import names_of_title
from service.terminal.display.places import places_of
from service.terminal.display.screen import Screen
from service.terminal.display.words import Names
from service.terminal.questions.question import Question
from service.terminal.sessions.help import Help, NothingFoundError
from service.terminal.titles import title_of
from tests.projections.bot_games import positions
from tests.terminal.kit import scenes, tables_of, things_of, view_of
from tests.terminal.replies import Reply, answering


@pytest.mark.parametrize("wanted", ["zypern", "Kypros", "kypros"])
def test_the_map_finds_a_place_by_each_of_its_names(wanted: str) -> None:
    game = next(positions(RULESETS["minos"], 1, 2, {}))
    tables, names = tables_of(game), Names((), things_of(game, "de"))
    field, sea = (Text.from_markup(line).plain for line in places_of(title_of("minos"), tables, None, wanted, names))

    assert field == "Zypern        no path · Meer vor Zypern"
    assert sea == "Meer vor Zypern beside Tarsos, Tyros, Kreta, Phönizisches Meer, Lykisches Meer"


def test_the_map_without_names_of_the_server_has_those_of_the_data_set() -> None:
    game = next(positions(RULESETS["minos"], 1, 2, {}))
    (field, sea) = places_of(title_of("minos"), tables_of(game), None, "kypros", Names(()))

    assert "no path · Sea off Kypros" in field
    assert sea.endswith("Mare Phoenicium, Mare Lycium")


def test_the_map_of_siberia_is_in_the_language_of_the_client() -> None:
    game = next(positions(RULESETS["siberia"], 1, 2, {}))
    view, names = view_of(game, None), Names((), things_of(game, "de"))
    for wanted in ("jana", "Yana"):
        (line,) = places_of(title_of("siberia"), tables_of(game), view, wanted, names)
        assert Text.from_markup(line).plain.startswith("Jana        ")
    coal = next(piece["place"] for piece in view["pieces"]["items"] if piece["kind"] == "coal")
    (line,) = places_of(title_of("siberia"), tables_of(game), view, coal.removeprefix("place:"), names)
    assert "Kohle" in line


def test_names_of_the_server_are_printed_without_control_characters() -> None:
    body = b'{"pieces": {"gull": "\\u001b]0;owned\\u0007\\u001b[2JGull"}, "places": {"roma": "Ro\\nma"}}'
    with answering(lambda _path: Reply(body=body)) as (address, _), Client(address) as client:
        assert names_of_title(client, "minos").things == {"gull": "?]0;owned??[2JGull", "roma": "Ro?ma"}


def test_a_title_without_a_map_says_so() -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(NothingFoundError, match=r"^nim has no map$"):
        Help(client, Screen()).map("nim")


def test_a_rule_of_the_server_is_printed_without_control_characters() -> None:
    scene, _ = next(scenes("minos", 3, 2, {}))
    rule = {"number": "1\x1b[2J", "title": "Bell\x07", "text": "red \x1b[31m text"}
    asked = Question(title_of("minos"), scene, rule, Screen()).frame([]).question

    assert asked.isprintable()
    assert "red ?" in asked
