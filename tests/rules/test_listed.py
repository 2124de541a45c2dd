"""A command is accepted exactly if it is listed, in every phase and under every option."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import (
    AdvanceTrain,
    Bid,
    BuildDerrick,
    DeclineDrilling,
    DeclineSpecial,
    DiscardOil,
    DriveTruck,
    EndMovement,
    ForfeitLicences,
    InspectSite,
    PassBid,
    PayLicences,
    PlaceTruck,
    PushTrainsBack,
    SellOil,
    ShiftPrice,
    ShipOil,
    StoreFreeOil,
    TakeActionCard,
)
from domain.giganten.events import Carrier
from domain.giganten.flow import FLOW
from domain.giganten.options import COMPANIES
from domain.giganten.state import State
from domain.kernel.values import Command, Event
from tests.kit import admitted, random_game, table

BOARD = table().board
CARDS = (*table().red.items, *table().beige.items, "no-such-card")
CARRIERS: tuple[Carrier, ...] = ("own", "black", "opponent")
SQUARES = (*BOARD.terrain, "A0", "A21", "M1", "")
ALONE = (EndMovement(), PushTrainsBack(), DeclineSpecial(), DeclineDrilling(), PassBid())

Options = dict[str, int | str | bool]
OTHERS: Options = {
    option.name: option.values[-1]
    for option in GIGANTEN.options
    if len(option.values) > 1 and option.name != "first_player"
}


def thinkable(state: State, rng: random.Random) -> Iterator[Command]:
    """Return commands of every kind, sensible or not."""
    trucks = {player.truck for player in state.players if player.truck}
    near = {square for truck in trucks for square in BOARD.ways(truck, 3, ())}
    squares = sorted(near) + rng.sample(SQUARES, 12)
    sites = sorted({*state.tiles, *(derrick.site for player in state.players for derrick in player.derricks)})
    yield from ALONE
    yield from (PlaceTruck(square) for square in [*rng.sample(SQUARES, 6), *BOARD.entry])
    yield from (TakeActionCard(card) for card in CARDS)
    yield from (DriveTruck(square) for square in squares)
    yield from (kind(square) for kind in (InspectSite, BuildDerrick, DiscardOil) for square in [*sites, squares[0]])
    yield from (AdvanceTrain(spaces) for spaces in range(-1, 21))
    yield from (
        ShiftPrice(company, to, steps) for company in COMPANIES for to in range(-2, 3) for steps in range(-1, 6)
    )
    yield from (StoreFreeOil(company) for company in COMPANIES)
    yield from (
        ShipOil(site, company, by, opponent)
        for site in sites for company in COMPANIES[:2] for by in CARRIERS for opponent in (None, -1, *range(5))
    )  # fmt: skip
    yield from (Bid(value) for value in (*range(-1, 40), 998, 999, 1000))
    yield from (
        kind(ones, twos) for kind in (PayLicences, ForfeitLicences) for ones in range(-1, 9) for twos in range(9)
    )
    yield from (SellOil(markers) for markers in range(-1, 8))


@pytest.mark.parametrize(
    "options",
    [
        {},
        OTHERS,
        {"foreign_transport": "black_first", "price_special": "exact"},
        {"specials_optional": False, "price_special": "exact", "opponent_train": "any_ahead"},
        {"specials_optional": False, "own_transport": "mandatory"},
        {"foreign_transport": "front_most"},
    ],
)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_command_is_accepted_exactly_if_it_is_listed(seats: int, options: Options):
    rng = random.Random(seats)
    seen: set[type[Any]] = set()

    def compare(state: State, seat: int, command: Command, events: list[Event], after: State) -> None:
        del command, events, after
        if rng.random() > 0.3 and type(state.phase) in seen:
            return
        seen.add(type(state.phase))
        for each in thinkable(state, rng):
            accepted = FLOW.forbid(state, seat, each) is None
            assert accepted == admitted(state, seat, each), each
            assert FLOW.forbid(state, (seat + 1) % seats, each) is not None

    random_game(seats, seats, options, compare)

    assert len(seen) >= 5


def test_a_random_game_of_every_option_comes_to_its_end():
    for option in GIGANTEN.options:
        for value in option.values:
            needed = {} if option.needs is None else {option.needs.option: option.needs.values[0]}
            random_game(1, 4, {**needed, option.name: value})
