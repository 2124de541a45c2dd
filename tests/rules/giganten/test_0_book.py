"""The rule book of Giganten lists its later rulings, and what its later options mean in stored games."""

import re

from domain.giganten import GIGANTEN
from tests.rules.test_rule_numbers import chapter, rows


def test_the_book_lists_each_later_ruling_of_this_title():
    assert [ruling for ruling, *_ in rows(chapter(GIGANTEN, "Later rulings"))] == [
        *(f"X{number}" for number in range(1, 7)),
        "X18",
        "X19",
    ]


def test_the_book_tells_the_old_meaning_of_each_later_option():
    told = dict(re.findall(r"`(\w+)` =\s`(\w+)`", chapter(GIGANTEN, "Options").partition("An option that has")[0]))
    later = {option.name: str(option.absent).lower() for option in GIGANTEN.options if option.absent is not None}

    assert told == {**later, "foreign_transport": "black_first"}


def test_the_book_tells_which_options_need_another():
    told = chapter(GIGANTEN, "Options").partition("An option that has no effect")[2]

    for option in GIGANTEN.options:
        if option.needs is not None:
            assert f"`{option.name}` needs" in re.sub(r"\s+", " ", told)
            assert f"`{option.needs.option}`" in told
