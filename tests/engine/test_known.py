"""What a seat could know from the log, although its view hides it, is the same in all worlds of the engine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.analysis.analyse import folded
from domain.giganten.events import SiteInspected
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from service.analysis.examine import Examination
from service.analysis.questions import Plan, Question, plan_of
from tests.analysis.logs import log_of

WORLDS = 3
"""The worlds of a question that are compared, in addition to its first one."""

PEEKED = "giganten-1-peek_memory-False"


def _shipped(data: Mapping[str, Any]) -> dict[Seat, int]:
    """Return what a marker cost and brought: fares to other seats, and to the bank."""
    gains = {payment["seat"]: payment["amount"] for payment in data["payments"]}
    return {**gains, data["seat"]: -data.get("to_bank", 0) - sum(gains.values())}


def _paid(data: Mapping[str, Any]) -> dict[Seat, int]:
    return {data["seat"]: -data["cost"]}


GAINS: Mapping[str, Callable[[Mapping[str, Any]], dict[Seat, int]]] = {
    "giganten.derrick_built": _paid,
    "giganten.oil_shipped": _shipped,
    "giganten.excess_returned": lambda data: {data["seat"]: data["refund"]},
    "giganten.oil_sold": lambda data: {data["seat"]: data["proceeds"]},
    "siberia.cubes_sold": lambda data: {data["seat"]: data["proceeds"]},
    "minos.dice_used": lambda data: {data["seat"]: data["gain"] if data["symbol"] == "scales" else 0},
    "minos.rings_bought": _paid,
    "minos.building_built": _paid,
    "minos.piece_recruited": _paid,
}
"""What seats gain by each event with money, from its public part."""


@cache
def plan(name: str) -> Plan:
    return plan_of(log_of(name), "glance")


def worlds(question: Question) -> Iterator[Any]:
    """Yield worlds in which a question is answered, the one in which it is asked first."""
    yield question.world
    examination = Examination(question)
    for number in range(WORLDS):
        yield examination.world_of(f"world {number}")


def counted(name: str) -> list[list[int]]:
    """Return the money of the seats at each version: what they got at the start, and what the public log has."""
    money, found = list[int](), list[list[int]]()
    for before, entry, _, game in folded(log_of(name)):
        if not money and game.state is not None:
            money = [player.money for player in game.state.players]
        record = entry.record
        if before is not None and before.state is not None and record.type in GAINS:
            for seat, gain in GAINS[record.type](msgspec.json.decode(record.data)).items():
                money[seat] += gain
        if game.state is not None:
            for seat in getattr(game.state, "eliminated", ()):
                money[seat] = 0
            assert money == [player.money for player in game.state.players], record.type
        found.append([*money])
    return found


@pytest.mark.parametrize("title", RULESETS)
def test_money_that_a_player_can_count_is_the_same_in_all_worlds(title: str) -> None:
    name = f"{title}-1-money_public-False"
    money = counted(name)
    questions: Sequence[Question] = plan(name).questions
    for question in questions[:: max(1, len(questions) // 60)]:
        for world in worlds(question):
            # the question about the event of a version is asked at the version before it
            assert [player.money for player in world.players] == money[question.version - 2]
            assert not world.options.money_public


def test_the_log_of_minos_hides_nothing() -> None:
    name = "minos-1-money_public-False"
    states = {entry.record.version: game.state for _, entry, _, game in folded(log_of(name))}
    questions = plan(name).questions

    assert len(questions) > 100
    assert all(question.world == states[question.version - 1] for question in questions)


def test_tiles_that_a_seat_has_inspected_are_the_same_in_all_worlds() -> None:
    tiles: dict[int, dict[Seat, dict[str, int]]] = {}
    seen: dict[Seat, dict[str, int]] = {}
    real: dict[int, Mapping[str, int | None]] = {}
    for _, entry, event, game in folded(log_of(PEEKED)):
        if isinstance(event, SiteInspected):
            known = seen.get(event.seat, {})
            # it is found again, as the tile of the site does not change
            assert known.get(event.site, event.secret.value) == event.secret.value
            seen[event.seat] = {**known, event.site: event.secret.value}
        tiles[entry.record.version] = {**seen}
        real[entry.record.version] = game.state.tiles if game.state else {}

    remembered = redrawn = 0
    for question in plan(PEEKED).questions:
        version = question.version - 1
        known = tiles[version].get(question.seat, {})
        for world in worlds(question):
            assert not world.options.peek_memory
            assert world.players[question.seat].known == known
            on_map = {site: value for site, value in known.items() if site in world.tiles}
            assert {site: world.tiles[site] for site in on_map} == on_map
            remembered += len(on_map)
            others = [site for site, value in real[version].items() if value is not None and site not in known]
            redrawn += sum(world.tiles[site] != real[version][site] for site in others)
    assert remembered > 20
    assert redrawn > 20, "what only others have inspected stays hidden"
