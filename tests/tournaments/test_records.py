"""RECORDS.md names the events of tournaments, their members, and who may act, as the code has them."""

import re

from msgspec.structs import fields

from domain.kernel.codec import type_name
from domain.kernel.values import Event
from domain.tournaments.events import TOURNAMENT_EVENTS
from domain.tournaments.events.rounds import ResultTaken, RoundPublished
from domain.tournaments.terms import Heats, League, Schedule, Swiss, Terms
from tests.tournaments.test_rule_book import DOMAIN

TEXT = (DOMAIN / "RECORDS.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`(\w+)`(\??)")


def section(number: int) -> str:
    """Return a chapter of the text."""
    return re.split(r"^## ", TEXT, flags=re.MULTILINE)[number]


def named(text: str) -> dict[str, bool]:
    """Return the members that a text names outside of brackets, and whether each may be absent."""
    outside = re.sub(r"\([^)]*\)", "", text)
    return {name: mark == "?" for name, mark in NAME.findall(outside)}


def members(event: type[Event]) -> dict[str, bool]:
    """Return the members of the data of an event, and whether each may be absent."""
    return {field.name: "UnsetType" in str(field.type) for field in fields(event) if field.name != "secret"}


def test_every_event_is_specified_with_its_members() -> None:
    rows = dict(ROW.findall(section(4)))

    assert {f"tournament.{name}" for name in rows} == {type_name(event) for event in TOURNAMENT_EVENTS}
    for event in TOURNAMENT_EVENTS:
        if event in {RoundPublished, ResultTaken}:
            continue
        name = type_name(event).partition(".")[2]
        authors = {} if name in {"opened", "games_opened"} else {"author": False}
        assert named(rows[name]) | authors == members(event), name


def test_the_members_of_rounds_and_results_are_specified() -> None:
    for number, event in ((6, RoundPublished), (7, ResultTaken)):
        first = section(number).partition("\n\n")[2].partition(".")[0].partition(", as ")[0]
        assert named(first.partition(" has ")[2]) == members(event)


def test_every_member_of_the_terms_is_specified() -> None:
    cells = re.findall(r"^\| (`[^|]*) \|", section(2), re.MULTILINE)

    assert named(", ".join(cells)) == {field.name: "UnsetType" in str(field.type) for field in fields(Terms)}
    for form in (Swiss, Schedule, Heats, League):
        shown = ", ".join(f'"{field.name}"' for field in fields(form))
        assert f'{{"kind": "{form.__struct_config__.tag}", {shown}}}' in section(2)
