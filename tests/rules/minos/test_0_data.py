"""The printed tables: what the data set holds, and that a fault is named with its line."""

from importlib import resources

import pytest

from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.dataset import DataSetError, data_set, digest, load
from domain.minos.dataset_checks import faults
from tests.rules.minos.kit import fresh


def source() -> str:
    """Return the text of the data set."""
    return (resources.files("domain.minos") / "data" / f"{DEFAULT_DATA_SET}.toml").read_text(encoding="utf-8")


def test_the_data_set_has_no_fault_and_each_table_its_mark():
    data = data_set(DEFAULT_DATA_SET)

    assert not list(faults(data))
    tables = (data.fields, data.seas, data.paths, data.regions, data.buildings, data.dice, data.conflict, data.stock)
    assert [table.status for table in tables] == ["reconstructed"] * 4 + ["documented"] * 4
    assert all(table.source for table in tables)


def test_the_digest_does_not_depend_on_layout_and_comments():
    again = load(source().replace("\n[dice]", "\n# the dice\n\n[dice]"), "again.toml")

    assert again == data_set(DEFAULT_DATA_SET)
    assert len(digest(DEFAULT_DATA_SET)) == 64


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "roma"', 'id = "Roma!"'),
        ('id = "roma"', 'id = "genua"'),
        ('harbour = "roma", beside', 'harbour = "genua", beside'),
        ('beside = ["sea-genua", "sea-corsica", "mare-tyrrhenum"]', 'beside = ["sea-genua", "mare-tyrrhenum"]'),
        ('fish = "mare-medium"', 'fish = "mare-magnum"'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "genua"], dots = 2 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["massilia", "genua"], dots = 2 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "roma"], dots = -1 }'),
        ('{ between = ["genua", "roma"], dots = 2 }', '{ between = ["genua", "roma"], points = 2 }'),
        ('["genua", "roma", "corsica"]', '["genua", "roma", "atlantis"]'),
        ('{ kind = "house", income = 1, pieces = 16 }', '{ kind = "house", income = 1, pieces = 0 }'),
        ('{ kind = "house", income = 1, pieces = 16 }', '{ kind = "tower", income = 1, pieces = 16 }'),
        ("rights = [1, 2, 3, 4]", "rights = [1, 2, 3]"),
        ("talents = [5, 12, 18, 25]", "talents = [5, 12, 18, 2]"),
        ("walls_rights = 4", "walls_rights = 7"),
        ('"gull", "building", "joker", "star"]', '"gull", "building", "joker", "joker"]'),
        ("combination = 10", "combination = 5"),
        ("ring_price = 10", "ring_price = 0"),
        ("start_ships = 1", 'start_ships = "one"'),
        ("soldiers = 12", "soldiers = 12 13"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str):
    text = source()
    assert text.count(old) == 1
    line = text[: text.index(old)].count("\n") + 1

    with pytest.raises(DataSetError) as caught:
        load(text.replace(old, new), "faulty.toml")

    assert caught.value.origin == "faulty.toml"
    # a link between two spaces is named at either of its ends
    assert caught.value.line == line or "sea-corsica" in old


def test_a_missing_table_is_named():
    text = source()
    with pytest.raises(DataSetError, match="conflict"):
        load(text[: text.index("[conflict]")] + text[text.index("[stock]") :], "faulty.toml")


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_profiles_set_known_options(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert options.keys() == {option.name for option in MINOS.options}


def test_unknown_values_are_refused():
    with pytest.raises(OptionError):
        fresh(closed_fields=9)
    with pytest.raises(OptionError):
        fresh(idle_limit=0)
