"""A golden game version by version: patches, marks and sizes."""

import gzip
import json
from functools import cache
from typing import Any

import jsonpatch  # pyright: ignore[reportMissingTypeStubs] - it has none
import msgspec
import pytest

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.codec import type_name
from domain.ledger.records import Entry
from domain.rulesets import RULESETS
from projections.history import FULL, AnyViewer, SeenEvent, seen
from projections.replay.lines import replay
from projections.replay.marks import Mark, mark_of
from projections.sentences.seating import Seating
from projections.sentences.texts import Wording, text_of
from projections.views import VIEWS
from service.core.http.response.codings import compressed
from tests.games.golden_games import FOLDER, unpacked

LONGEST = {
    "giganten": "giganten-1-inflation-on",
    "siberia": "siberia-1-busy-4",
    "minos": "minos-1-idle_limit-20",
}
SHORT = ["giganten-1-goblins-2006-3-random", "siberia-1-clocked-13", "minos-1-clocked-21", "minos-1-directed-fish"]
"""Games of each title, some with clocks and take-backs."""
VIEWERS: list[AnyViewer] = [None, 1, FULL]
VERSIONS, MOST_BYTES = 600, 150_000


@cache
def log_of(name: str) -> list[Entry]:
    lines = unpacked(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))[1:-1]
    events = [msgspec.json.decode(line, type=SeenEvent) for line in lines]
    return [Entry(one.record, one.head, one.secret or None) for one in events]


def started_at(log: list[Entry]) -> int:
    return next(entry.record.version for entry in log if entry.record.type == "game.started")


def game_at(log: list[Entry], version: int) -> Game:
    game = fold(log[:version])
    assert game is not None
    return game


@cache
def lines_of(name: str, viewer: AnyViewer, *, language: str | None = None) -> list[bytes]:
    """Return the encoded lines from the start of a game to its end."""
    log = log_of(name)
    first = started_at(log)
    start = game_at(log, first)
    seating = Seating()
    seating.advance(entry.record for entry in log)
    wording = Wording(language or "en", start.opened.ruleset, start.opened.data_set, lambda _: "Anna Schmidt")

    def text(version: int) -> str:
        return text_of(seen(log[version - 1], viewer, start.seed), seating.before(version), wording)

    found = replay(start, log[first - 1 :], viewer, None if language is None else text)
    return [msgspec.json.encode(line) for line in found]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", SHORT)
def test_every_patch_leads_to_exactly_the_next_view(name: str, viewer: AnyViewer) -> None:
    log = log_of(name)
    game = game_at(log, started_at(log))
    view_of = VIEWS[game.opened.ruleset]
    shown: Any = None
    for version, raw in enumerate(lines_of(name, viewer), started_at(log)):
        line = json.loads(raw)
        following = fold(log[version - 1 : version], game) if version > game.version else game
        assert following is not None
        game = following
        assert line["version"] == version
        assert ("view" in line) == (shown is None)
        shown = line["view"] if shown is None else jsonpatch.JsonPatch(line["patch"]).apply(shown)  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        assert shown == json.loads(msgspec.json.encode(view_of(game, viewer)))
    assert game.is_over


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("title", RULESETS)
def test_600_versions_take_at_most_150_kb_compressed(title: str, viewer: AnyViewer) -> None:
    lines = lines_of(LONGEST[title], viewer, language="de")
    assert len(lines) > VERSIONS
    size = len(compressed(b"".join(line + b"\n" for line in lines)))

    assert size * VERSIONS / len(lines) <= MOST_BYTES


@pytest.mark.parametrize("title", RULESETS)
def test_an_event_is_shown_as_the_log_has_it(title: str) -> None:
    name = LONGEST[title]
    log = log_of(name)
    secrets = 0
    for viewer in (None, 1, FULL):
        for entry, raw in zip(log[started_at(log) - 1 :], lines_of(name, viewer), strict=True):
            line, record = json.loads(raw), entry.record
            knows = entry.secret is not None and (viewer == FULL or viewer in record.known_to)
            event: dict[str, Any] = {"type": record.type, "shape": record.shape, "seat": record.seat}
            event |= {"cause": record.cause, "data": json.loads(bytes(record.data))}
            if knows and entry.secret is not None:
                event["secret"] = json.loads(bytes(entry.secret))
                secrets += 1
            assert line["event"] == event
            assert line["at"] == record.at
    assert (secrets > 0) == (title != "minos")


@pytest.mark.parametrize("title", RULESETS)
def test_rounds_phases_and_turns_are_marked_by_their_events(title: str) -> None:
    lines = [json.loads(raw) for raw in lines_of(LONGEST[title], None)]
    marks = [(line.get("mark"), line["event"]) for line in lines]
    rounds = [mark["round"] for mark, _ in marks if mark and mark["begins"] == "round"]
    begun = {"giganten": {"round", "phase"}, "siberia": {"round", "phase", "turn"}, "minos": {"round", "turn"}}

    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) > 3
    assert {mark["begins"] for mark, _ in marks if mark} == begun[title]
    for mark, event in marks:
        assert (mark is not None) == event["type"].endswith("_started") or event["type"] in UNMARKED


UNMARKED = {"game.started", "siberia.logistics_started"}
"""Events whose types end like those of marks: nothing of a round begins with them."""


def test_a_mark_has_the_value_of_its_event() -> None:
    found: dict[str, Mark] = {}
    for name in LONGEST.values():
        for entry in log_of(name):
            mark = mark_of(entry.record)
            if isinstance(mark, Mark):
                data = json.loads(bytes(entry.record.data))
                value = {"round": mark.round, "phase": mark.phase, "turn": mark.seat}[mark.begins]
                assert value == data["seat" if mark.begins == "turn" else mark.begins]
                found[entry.record.type] = mark
    every = {type_name(event) for ruleset in RULESETS.values() for event in ruleset.events}
    assert set(found) == {name for name in every if name.endswith(("round_started", "phase_started", "turn_started"))}
