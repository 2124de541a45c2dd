"""Data files of every title: sources of the tables, digests, faulty files, and dropped files that are played."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.datafile import DataSetError, digest_of, line_of
from domain.rulesets import RULESETS
from tests.dropped import Program
from tests.rules.data_files import HOUSE, NAMES, PLAY, forms, text_of
from tests.rules.faulty_files import FAULTS, Fault

titles = pytest.mark.parametrize("title", RULESETS)

DIGESTS = {
    "giganten": "bdf6f4d521b787be05fd480948bc286c9d6478176d9e826db623fd54ce7425d0",
    "siberia": "fec4c96a7c1e6915994b011ea3f6a8d685fcd9a871d0be1d253f03a2540bab74",
    "minos": None,
}
"""Digests that stored games name."""

CHANGED = {
    "giganten": ("money = 15000", "money = 16000"),
    "siberia": ("draw = 6", "draw = 5"),
    "minos": ("rings = 50", "rings = 60"),
}
"""An amount of each file, and another."""

RECONSTRUCTED = {
    "giganten": set[str](),
    "siberia": {"map", "tokens", "exchanges"},
    "minos": {"fields", "seas", "paths", "regions"},
}
"""Tables that are not documented."""


def load(title: str, text: str) -> Any:
    return forms(title).load(text, f"{NAMES[title]}.toml")


@titles
def test_each_table_tells_where_it_comes_from(title: str) -> None:
    printed = forms(title).data_set(NAMES[title])
    found = {name: getattr(printed, name) for name in printed.__struct_fields__ if name not in {"name", "title"}}
    shown = forms(title).tables(NAMES[title])

    assert all(table.source for table in found.values())
    assert {name for name, table in found.items() if table.status == "reconstructed"} == RECONSTRUCTED[title]
    assert {table.status for table in found.values()} <= {"reconstructed", "documented"}
    assert all({"status", "source", "note"} <= set(shown[name]) for name in found)
    assert all(shown[name]["status"] == table.status for name, table in found.items())


@titles
def test_the_digest_stays_whatever_the_comments_and_the_layout(title: str) -> None:
    text = text_of(title)
    head, *parts = re.split(r"(?m)^(?=\[\w+\]$)", re.sub(r"(?m)^#.*\n", "", text))
    other = re.sub(" {2,}", " ", head + "# moved\n".join(reversed(parts)))

    assert other != text
    assert digest_of(load(title, other)) == forms(title).digest(NAMES[title])
    assert DIGESTS[title] in {None, forms(title).digest(NAMES[title])}
    assert digest_of(load(title, text.replace(*CHANGED[title]))) != forms(title).digest(NAMES[title])


@titles
def test_a_file_from_anywhere_loads(title: str) -> None:
    house = forms(title).load(text_of(title).replace(NAMES[title], HOUSE), f"/anywhere/{HOUSE}.toml")

    assert house.name == HOUSE
    assert digest_of(house) != forms(title).digest(NAMES[title])
    with pytest.raises(KeyError):
        forms(title).data_set(HOUSE)


@pytest.mark.parametrize(("title", "fault"), [(title, fault) for title in FAULTS for fault in FAULTS[title]])
def test_a_fault_is_reported_with_its_line(title: str, fault: Fault) -> None:
    old, new, mark, problem = fault
    text = text_of(title)
    # an empty text is in every text
    assert old
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(DataSetError) as caught:
        load(title, broken)
    line = broken.count("\n", 0, broken.index(mark)) + 1

    assert problem in caught.value.problem
    assert caught.value.line == line
    assert str(caught.value) == f"{NAMES[title]}.toml, line {line}: {caught.value.problem}"


AMOUNTS = {
    "giganten": """plain = 1, hill = 2, mountain = 3, ones = 39, twos = 39, oil_markers = 60, derricks = 5,
        money = 15000, transport = 3000, depot_limit = 2, refund = 1000, marker = 1000""",
    "minos": """dice = 6, rolls = 3, gull_points = 5, arrow = 3, joker = 2, star = 1, ships = 7, soldiers = 12,
        rings = 50, start_talents = 25, start_ships = 1, ring_price = 10, recruit_price = 5""",
}


@pytest.mark.parametrize(
    ("title", "amount"), [(title, amount) for title, text in AMOUNTS.items() for amount in re.split(r",\s+", text)]
)
def test_an_amount_of_nothing_is_found_on_its_line(title: str, amount: str) -> None:
    nothing = f"{amount.split(maxsplit=1)[0]} = 0"
    broken, changes = re.subn(rf"(?m)^{amount}$", nothing, text_of(title))
    with pytest.raises(DataSetError) as caught:
        load(title, broken)

    assert changes == 1
    # with no dice at all, walls of Minos need more rights than there can be
    assert broken.splitlines()[caught.value.line - 1] in {nothing, "walls_rights = 4"}


def values_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each number and each text of a file stands."""
    for match in re.finditer(r"(?<![\w.\"#-])\d+(?![\w.-])|\"[^\"]*\"", text):
        if not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].startswith("#"):
            yield match.span()


def test_a_wrong_value_is_found_on_its_line_wherever_it_stands() -> None:
    text = text_of("giganten")
    faulty = 0
    for start, end in [*values_in(text)][::9]:
        for other in ("-1", '""', "[0]", "0.5"):
            with pytest.raises(DataSetError) as caught:
                load("giganten", text[:start] + other + text[end:])
            assert caught.value.line == text.count("\n", 0, start) + 1
            faulty += 1

    assert faulty > 100


def test_lines_are_found_however_the_toml_is_written() -> None:
    text = '# [x]\n"a b" = """\n[c]\n""" # "\nd.e = [ # [\n 1, 2,\n {f = "]", g = \'#\'}]\n'
    text += "[[h.i]]\nj = 1\n[[h.i]]\n[h.i.k]\nl = {}"
    places = {("a b",): 2, ("d", "e", 1): 6, ("d", "e", 2, "g"): 7, ("h", "i", 0, "j"): 9, ("h", "i", 1): 10}
    places |= {("h", "i", 1, "k", "l"): 12, ("h", "i", 1, "missing"): 10, ("missing",): 1}

    assert {where: line_of(text, where) for where in places} == places


_MAP = text_of("giganten")[text_of("giganten").index("rows = [") : text_of("giganten").index("reconstructed_sites")]
_UPSIDE_DOWN = "\n".join(["rows = [", *reversed(_MAP.splitlines()[1:-1]), "]\n"])


def _everywhere(title: str, old: str, new: str) -> tuple[tuple[str, str], ...]:
    return ((old, new),) * text_of(title).count(old)


PLAYED: Mapping[str, tuple[str, int, tuple[tuple[str, str], ...]]] = {
    "giganten upside down": ("giganten", 3, ((_MAP, _UPSIDE_DOWN), ('"I4"', '"D4"'))),
    # a shorter map and track, dearer sites, other tiles
    "giganten shorter": (
        "giganten",
        3,
        (
            (_MAP, re.sub(r"(?m) +(\S+)\"", r'"', _MAP)),
            ("3, 3, 3]\n", "3, 3]\n"),
            ("cost = 4000, values = [2, 3, 4]", "cost = 5000, values = [3, 4, 7]"),
            ("depot_limit = 2", "depot_limit = 4"),
        ),
    ),
    "giganten options": (
        "giganten",
        4,
        (("ones = 39", "ones = 30"), ("twos = 39", "twos = 30"), ("\nstart = 1\n", "\nstart = 6\n")),
    ),
    "siberia": (
        "siberia",
        2,
        (("draw = 6", "draw = 5"), *[('"yamal"', '"gydan"')] * text_of("siberia").count('"yamal"')),
    ),
    "minos": ("minos", 2, _everywhere("minos", "roma", "ostia")),
}
"""Files that are dropped: the title, the number of seats, and what is changed."""


@pytest.mark.parametrize("case", PLAYED)
def test_a_file_dropped_beside_the_others_is_found_and_played(case: str, tmp_path: Path) -> None:
    """Another map, other prices and other numbers need no change of the program."""
    title, seats, changes = PLAYED[case]
    program = Program(tmp_path)
    program.drop(title, NAMES[title], HOUSE, *changes)
    done = program.run("-c", PLAY, title, str(seats))

    assert done.stderr == ""
    shown = json.loads(done.stdout)
    view = shown["view"]
    assert sorted(shown["known"]) == sorted([HOUSE, NAMES[title]])
    assert shown["data_set"] == HOUSE
    match case:
        case "giganten options":
            options = shown["options"]
            # 0.6, 0.9: what a data set prints is the default
            assert (options["licence_ones"], options["licence_twos"], options["train_start"]) == (30, 30, 6)
        case "siberia":
            assert "gydan" in {area["area"] for area in view["areas"]}
        case "minos":
            assert view["ended"] == "all_built"
            assert "ostia" in {field["field"] for field in view["fields"]}
        case _:
            assert view["round"] >= 7
            assert any(player["derricks"] for player in view["players"])
