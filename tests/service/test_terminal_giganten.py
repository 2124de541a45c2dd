"""What the terminal says of commands of Giganten."""

from typing import Any

import pytest
from rich.text import Text

from service.terminal.display.words import Names, say
from service.terminal.titles import TITLES


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        (
            "giganten.ship_oil",
            {"site": "H7", "company": "jet", "carrier": "opponent", "opponent": 2},
            "ship from H7 to jet by the train of Cid",
        ),
        (
            "giganten.ship_oil",
            {"site": "H7", "company": "jet", "carrier": "black"},
            "ship from H7 to jet by the black train",
        ),
    ],
)  # fmt: skip
def test_giganten_says_whose_train_carries(kind: str, fields: dict[str, Any], said: str) -> None:
    title = TITLES["giganten"]

    assert Text.from_markup(say(kind, fields, Names(("Ada", "Bob", "Cid")), title.commands)).plain == said
