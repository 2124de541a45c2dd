"""Rule 12: exhausted areas."""

from typing import Any

from msgspec.structs import replace

from domain.siberia import events as e
from domain.siberia.commands import SellCubes
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, GAS, acting, do, events_of, having, one


def emptying(*workers: str, exhausted: tuple[str, ...] = (), **changes: Any) -> State:
    """The table where gas is all that is left on the areas with workers."""
    state = having(acting(), 0, {"gas": GAS}, workers=workers, **changes)
    state = having(state, 1, {**BUSY, "gas": ("salesman_gas", "investor_gas")})
    areas = {area: ("gas",) if area in workers else () if area in exhausted else cubes
             for area, cubes in state.areas.items()}  # fmt: skip
    return replace(state, areas=areas, exhausted=exhausted)


def test_rule_12_1_an_empty_area_is_exhausted():
    state = do(emptying("ob"), 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert state.exhausted == ("ob",)


def test_rule_12_1_an_area_with_a_cube_left_is_not():
    state = replace(emptying("ob"), areas={**emptying("ob").areas, "ob": ("gas", "gold")})
    assert do(state, 0, SellCubes("gas", "frankfurt", ("ob",))).exhausted == ()


def test_rule_12_1_several_areas_exhausted_by_one_sale():
    state = emptying("ob", "altai", "chita")
    events = events_of(state, 0, SellCubes("gas", "frankfurt", ("ob", "altai", "chita")))
    found = [(event.area, event.number) for event in events if isinstance(event, e.AreaExhausted)]
    assert found == [("ob", 1), ("altai", 2), ("chita", 3)]


def test_rule_12_2_all_workers_there_go_home():
    state = having(emptying("ob", "ob", reserve=3), 1, workers=("ob", "chita"), reserve=3)
    events = events_of(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert one(events, e.AreaExhausted).sent_home == (e.SentHome(0, 2), e.SentHome(1, 1))
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob",)))
    assert [(player.workers, player.reserve) for player in state.players] == [((), 5), (("chita",), 4)]


def test_rule_12_4_more_than_eight_may_be_exhausted():
    gone = ("yamal", "taimyr", "olenek", "yana", "chukotka", "tunguska", "vilyuy")
    state = emptying("ob", "altai", exhausted=gone)
    events = events_of(state, 0, SellCubes("gas", "frankfurt", ("ob", "altai")))
    assert [event.number for event in events if isinstance(event, e.AreaExhausted)] == [8, 9]
    state = do(state, 0, SellCubes("gas", "frankfurt", ("ob", "altai")))
    assert len(state.exhausted) == 9
    assert state.ending == "areas"
