"""Stored games of release 0.1.0 name none of the later options: each keeps the reading under which it was opened."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.decide import NewGame
from domain.game.fold import fold
from domain.game.game import Game
from domain.giganten import DEFAULT_DATA_SET, GIGANTEN
from domain.giganten.commands import DiscardOil, ShiftPrice, ShipOil
from domain.giganten.events import OilShipped, Payment, PriceRolled, PriceShifted
from domain.giganten.scoring import train_order
from domain.giganten.state import Derrick, State, Transport
from tests.kit import of
from tests.new_games import started_with_log
from tests.rules.giganten.kit import at_special, having, in_phase, listed, player, refused, trains, when

LATER = {"opponent_train", "own_transport", "special_minimum", "licence_tie", "actual_price_steps"}
"""The options that release 0.1.0 does not have."""
SEED = bytes(range(32))
KURZ: Mapping[str, Any] = {
    "price_special": "exact",
    "foreign_transport": "black_first",
    "score_depot_oil": False,
    "bluff_pick": "owner",
}
"""The profile kurz of release 0.1.0."""


def stored(**options: Any) -> Game:
    """Return a game of three, opened by release 0.1.0, that has just started and was read from its log."""
    resolved = GIGANTEN.resolve_options(None, options)
    recorded = {name: value for name, value in resolved.items() if name not in LATER}
    _, log = started_with_log(NewGame(GIGANTEN, 3, recorded, DEFAULT_DATA_SET, "player:a"), SEED)
    read = fold(log)
    assert read is not None
    return read


def state_of(**options: Any) -> State:
    """Return the table of a stored game with these options."""
    return stored(**options).state


def test_the_first_event_of_a_stored_game_names_no_later_option():
    game = stored(**KURZ)

    assert not game.opened.options.keys() & LATER
    assert {name: game.options[name] for name in LATER} == {
        "opponent_train": "front_most",
        "own_transport": "optional",
        "special_minimum": 0,
        "licence_tie": "value",
        "actual_price_steps": False,
    }
    assert game.options["foreign_transport"] == "black_first"


def test_a_new_game_names_every_later_option():
    resolved = GIGANTEN.resolve_options("kurz", {})

    assert resolved.keys() >= LATER
    assert resolved["foreign_transport"] == "free"


def test_rule_6_5_in_a_stored_game_the_front_most_opponent_carries():
    state = in_phase(player(trains(state_of(), 1, 9, 12), 0, derricks=(Derrick("H7", 3),)), Transport((0,), ("H7",)))

    assert when(state, 0, ShipOil("H7", "jet", "opponent"))[0] == OilShipped(
        0, "H7", "jet", "opponent", 0, (Payment(2, 3000),)
    )
    assert refused(state, 0, ShipOil("H7", "jet", "opponent", 1)) == "6.5"


def test_rule_6_7_in_a_stored_game_of_kurz_the_black_train_goes_first():
    state = having(trains(state_of(**KURZ), 1, 9, 12), black_train=9)
    state = in_phase(player(state, 0, derricks=(Derrick("H7", 3),)), Transport((0,), ("H7",)))

    assert refused(state, 0, ShipOil("H7", "jet", "opponent")) == "6.7"


def test_rule_6_2_in_a_stored_game_oil_may_be_discarded_though_the_own_train_reaches_it():
    state = in_phase(player(trains(state_of(), 20), 0, derricks=(Derrick("H7", 3),)), Transport((0,), ("H7",)))

    assert DiscardOil("H7") in listed(state, 0)


def test_rule_4d_2_in_a_stored_game_a_mandatory_special_may_move_a_price_by_0():
    state = at_special(state_of(specials_optional=False), 0, "beige-3-8-price-3")

    assert ShiftPrice("jet", 1, 0) in listed(state, 0)


def test_rule_10_3_in_a_stored_game_of_kurz_licence_value_ranks_level_trains():
    state = trains(state_of(**KURZ), 9, 9, 1)
    state = replace(player(player(state, 0, ones=3, twos=0), 1, ones=0, twos=2), first_player=0)

    assert train_order(state) == (1, 0, 2)


@pytest.mark.parametrize("kind", [PriceRolled, PriceShifted])
def test_rule_1_6_events_of_a_stored_game_keep_the_fields_of_its_release(kind: type[PriceRolled | PriceShifted]):
    state = state_of()
    if kind is PriceRolled:
        happened = GIGANTEN.setup(GIGANTEN.initial(3, stored().options, DEFAULT_DATA_SET), _Zero())
    else:
        happened = when(at_special(state, 0, "beige-3-8-price-3"), 0, ShiftPrice("jet", 1, 2))
    event = of(happened, kind)[0]
    data = msgspec.json.decode(stored().codec.encode(event).data)

    assert "actual_steps" not in data
    assert data["steps"] == 2


class _Zero:
    """Draws 0 every time."""

    def draw(self, size: int) -> int:
        assert size > 0
        return 0
