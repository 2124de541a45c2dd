"""Rule 10: mining and sale."""

from typing import Any

from domain.siberia import events as e
from domain.siberia.commands import Pass, SellCubes, VoidAction
from domain.siberia.state import State
from tests.rules.siberia.kit import BUSY, GAS, acting, do, events_of, having, listed, refused


def mining(*workers: str, salesmen: tuple[str, ...] = ("frankfurt", "tokyo"), **options: Any) -> State:
    state = having(acting(**options), 0, {"gas": GAS}, workers=workers, salesmen=salesmen)
    return having(state, 1, BUSY)


def test_rule_10_1_cubes_are_mined_where_workers_are():
    state = do(mining("altai", "ob"), 0, SellCubes("gas", "tokyo", ("ob", "altai")))
    assert state.areas["ob"] == state.areas["altai"] == ("coal",)


def test_rule_10_1_not_elsewhere_and_not_what_is_not_there():
    state = mining("ob")
    assert refused(state, 0, SellCubes("gas", "tokyo", ("altai",))) == "10.1"
    assert refused(state, 0, SellCubes("gas", "tokyo", ("ob", "altai"))) == "10.1"
    state = having(state, 0, {"oil": ("worker_oil", "investor_oil")})
    assert refused(state, 0, SellCubes("oil", "tokyo", ("ob",))) == "10.1"
    assert refused(state, 0, SellCubes("coal", "frankfurt", ("ob",))) == "3.3"


def test_rule_10_2_one_cube_an_area_however_many_workers():
    state = mining("ob", "ob")
    assert refused(state, 0, SellCubes("gas", "tokyo", ("ob", "ob"))) == "10.2"
    assert do(state, 0, SellCubes("gas", "tokyo", ("ob",))).players[0].money == 3000


def test_rule_10_2_the_player_chooses_the_areas_but_at_least_one():
    state = mining("ob", "altai", "chita")
    assert len([command for command in listed(state, 0) if isinstance(command, SellCubes)]) == 7 * 2
    assert refused(state, 0, SellCubes("gas", "tokyo", ())) == "10.2"
    assert refused(state, 0, SellCubes("gas", "tokyo", ("altai", "ob"))) == "10.2"


def test_rule_10_2_all_of_them_with_mine_all():
    state = mining("ob", "altai", mine_all=True)
    assert [c for c in listed(state, 0) if isinstance(c, SellCubes)] == [
        SellCubes("gas", exchange, ("ob", "altai")) for exchange in ("frankfurt", "tokyo")
    ]
    assert refused(state, 0, SellCubes("gas", "tokyo", ("ob",))) == "10.2"


def test_rule_10_3_at_an_exchange_with_an_own_salesman_that_buys():
    state = mining("ob", salesmen=("frankfurt", "london"))
    assert refused(state, 0, SellCubes("gas", "tokyo", ("ob",))) == "10.3"
    assert refused(state, 0, SellCubes("gas", "london", ("ob",))) == "10.3"
    assert do(state, 0, SellCubes("gas", "frankfurt", ("ob",))).players[0].money == 1000


def test_rule_10_4_without_a_sale_nothing_is_mined():
    state = mining("ob", salesmen=("london",))
    assert refused(state, 0, SellCubes("gas", "london", ("ob",))) == "10.4"
    assert VoidAction("gas") in listed(state, 0)


def test_rule_10_5_two_cubes_at_tokyo_bring_6000():
    events = events_of(mining("altai", "ob"), 0, SellCubes("gas", "tokyo", ("ob", "altai")))
    sold = events[0]
    assert isinstance(sold, e.CubesSold)
    assert (sold.price, sold.proceeds, sold.tokens) == (3000, 6000, GAS)


def test_rule_10_6_sold_cubes_leave_the_game():
    state = mining("ob")
    after = do(state, 0, SellCubes("gas", "tokyo", ("ob",)))
    assert after.reserves == state.reserves
    assert after.sold.count("gas") == 1


def test_rule_10_4_and_3_6_what_cannot_be_sold_is_not_asked_for_with_void_actions_false():
    state = mining("ob", salesmen=("london",), void_actions=False)
    assert listed(state, 0) == [Pass()]


def test_rule_10_3_the_player_chooses_among_several_exchanges():
    state = mining("ob", salesmen=("frankfurt", "new_york", "tokyo"))
    found = [command.exchange for command in listed(state, 0) if isinstance(command, SellCubes)]
    assert found == ["frankfurt", "tokyo", "new_york"]
