"""Another printing: played by everybody as it is printed, or refused with the line that cannot be played."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.data_sets import DATA_SETS
from domain.giganten.tables import printed_options
from domain.kernel.datafile import DataSetError
from tests.rules.data_files import text_of
from tests.rules.giganten.kit import table
from tests.rules.giganten.test_10_end import ended, scores

NAME = "kosmos-1999"
TEXT = text_of("giganten")


def test_rule_10_4_the_third_train_of_three_earns_what_is_printed():
    other = DATA_SETS.load(TEXT.replace("3000, 2000]", "2000, 1000]"), f"{NAME}.toml")

    assert printed_options(other)["three_player_last"] == 2000
    assert scores(ended(table(3, **printed_options(other)), 3, 9, 20))[0] == 2000


def test_an_option_that_is_chosen_counts_more_than_what_is_printed():
    printed = GIGANTEN.resolve_options(None, {}, NAME)

    assert printed == GIGANTEN.resolve_options(None, {})
    assert GIGANTEN.resolve_options(None, {"train_start": 6}, NAME) == {**printed, "train_start": 6}


@pytest.mark.parametrize(
    ("old", "new", "option"),
    [
        ("ones = 39", "ones = 38", "licence_ones"),
        ("twos = 39", "twos = 40", "licence_twos"),
        ("\nstart = 1\n", "\nstart = 2\n", "train_start"),
        ("5000, 4000, 3000, 2000]", "6000, 5000, 4000, 3000]", "three_player_last"),
    ],
)
def test_what_no_option_knows_is_refused_with_its_line(old: str, new: str, option: str):
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(DataSetError, match=f"cannot be played: the values of the option {option} are") as caught:
        DATA_SETS.load(broken, f"{NAME}.toml")

    assert caught.value.line == broken.count("\n", 0, broken.index(new.strip())) + 1
