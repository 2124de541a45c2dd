"""What the terminal says of events and commands of Giganten."""

from typing import Any

import pytest
from rich.text import Text

from service.terminal.display.words import Names, say
from service.terminal.titles import TITLES


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        (
            "giganten.price_rolled",
            {"company": "jet", "colour": "red", "steps": 3, "price": 3500, "actual_steps": -3},
            "jet: the die shows red 3, the price moves by -3 and is now $3,500",
        ),
        (
            "giganten.price_rolled",
            {"company": "jet", "colour": "red", "steps": 3, "price": 3500},
            "jet: the die shows red 3, the price is now $3,500",
        ),
        (
            "giganten.price_shifted",
            {"seat": 1, "company": "jet", "steps": 4, "price": 9000, "actual_steps": 1},
            "Bob moved the price of jet by +1 (+4 were chosen) to $9,000",
        ),
        (
            "giganten.price_shifted",
            {"seat": 1, "company": "jet", "steps": 4, "price": 7000, "actual_steps": 4},
            "Bob moved the price of jet by +4 to $7,000",
        ),
        (
            "giganten.price_shifted",
            {"seat": 1, "company": "jet", "steps": -4, "price": 7000},
            "Bob moved the price of jet by -4 to $7,000",
        ),
        (
            "giganten.oil_shipped",
            {
                "seat": 1, "site": "H7", "company": "jet", "carrier": "opponent", "to_bank": 0,
                "payments": [{"seat": 2, "amount": 3000}], "opponent": 2,
            },
            "Bob shipped a marker from H7 to jet by the train of Cid for $3,000 to Cid",
        ),
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
def test_giganten_says_how_far_prices_move_and_whose_train_carries(
    kind: str, fields: dict[str, Any], said: str
) -> None:
    title = TITLES["giganten"]

    assert (
        Text.from_markup(say(kind, fields, Names(("Ada", "Bob", "Cid")), {**title.events, **title.commands})).plain
        == said
    )
