"""What was paid and returned, computed by hand."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.giganten import events as g
from domain.giganten.analysis.returns import Returns as ReturnsOfGiganten
from domain.giganten.state import Derrick
from domain.kernel.analysis import Moment, Return
from domain.minos import events as m
from domain.minos.analysis.returns import Returns as ReturnsOfMinos
from domain.minos.dice import Dice
from domain.minos.state import Acting
from domain.rulesets import RULESETS
from domain.siberia import events as s
from domain.siberia.analysis.returns import Returns as ReturnsOfSiberia
from tests.analysis.test_luck import table

NO_DRAWS = g.Drawn(())


def followed(returns: Any, state: Any, events: Sequence[Any], last: Any) -> list[Return]:
    """Return the accounts after events at versions from 11 on."""
    for version, event in enumerate(events, 11):
        returns.take(Moment(version, event, state, state))
    return list(returns.end(last))


def test_giganten_every_dollar_of_a_derrick_is_accounted_for() -> None:
    start = table("giganten", 3)
    events = [
        g.DerrickBuilt(0, "D11", 4000, 4, 4, NO_DRAWS),
        g.OilShipped(0, "D11", "jet", "black", 3000, ()),
        g.OilShipped(0, "D11", "jet", "opponent", 0, (g.Payment(1, 1500), g.Payment(2, 1500))),
        g.OilDiscarded(0, "D11", "waived"),
        g.AuctionOpened("jet", 1, (0, 1)),
        g.BidPlaced(0, "jet", 3),
        g.BidPassed(1, "jet"),
        g.AuctionWon(0, "jet", 3),
        g.LicencesPaid(0, "jet", 0, 2),
        g.OilSold(0, "jet", 1, 5500, 5500),
    ]
    player = replace(start.players[0], derricks=(Derrick("D11", 1),), depots=(0, 1, 0), train=9)
    last = replace(start, players=(player, *start.players[1:]))

    found = followed(ReturnsOfGiganten(start, 7), start, events, last)

    assert found == [
        *(
            Return(kind="start", version=7, seat=seat, outcome="kept", returned={"money": 15000})
            for seat in range(3)
        ),
        Return(
            kind="derrick", version=11, seat=0, outcome="kept", about=("site:D11",),
            paid={"cost": 4000, "fares": 6000},
            # the first train (10.2), a marker under the derrick and one in the depot (10.5)
            returned={"sales": 5500, "derrick_value": 5000, "oil_value": 2000},
            facts={"oil": 4, "discarded": 1, "sold": 1},
        ),
        Return(kind="carriage", version=13, seat=1, outcome="kept", returned={"fares": 1500}),
        Return(kind="carriage", version=13, seat=2, outcome="kept", returned={"fares": 1500}),
        Return(
            kind="auction", version=15, seat=0, outcome="won", ends=20, about=("company:jet",),
            paid={"licence_value": 4, "cards": 2}, returned={"sales": 5500},
            facts={"attempt": 1, "bidders": 2, "bid": 3, "price": 5500, "sold": 1},
        ),
    ]  # fmt: skip


def test_giganten_markers_leave_a_depot_in_the_order_in_which_they_came() -> None:
    start = table("giganten", 3)
    events = [
        g.FreeOilStored(1, "hudson"),
        g.DerrickBuilt(1, "D11", 6000, 5, 5, NO_DRAWS),
        g.OilShipped(1, "D11", "hudson", "own", 0, ()),
        g.OilShipped(1, "D11", "hudson", "own", 0, ()),
        g.ExcessReturned(1, "hudson", 1, 1000),
        g.AuctionOpened("hudson", 1, (1,)),
        g.AuctionWon(1, "hudson", 1),
        g.LicencesPaid(1, "hudson", 1, 0),
        g.OilSold(1, "hudson", 2, 4000, 8000),
        g.DerrickExhausted(1, "D11"),
    ]

    found = followed(ReturnsOfGiganten(start, 7), start, events, start)

    free, derrick = found[3:5]
    assert (free.kind, free.returned) == ("free_oil", {"refunds": 1000})
    assert (derrick.kind, derrick.returned, derrick.outcome, derrick.ends) == (
        "derrick", {"sales": 8000}, "exhausted", 20,
    )  # fmt: skip


def test_giganten_a_bluff_costs_licences_and_returns_nothing() -> None:
    start = table("giganten", 3)
    events = [
        g.AuctionOpened("jet", 1, (2, 0)),
        g.BluffCalled(2, "jet", 9, 3),
        g.LicencesForfeited(2, 1, 2, NO_DRAWS),
        g.AuctionOpened("jet", 2, (2, 0)),
        g.AuctionFailed("jet"),
    ]

    bluff, failed = followed(ReturnsOfGiganten(start, 7), start, events, start)[3:]

    assert (bluff.outcome, bluff.seat, bluff.paid, bluff.returned) == (
        "bluffed", 2, {"licence_value": 5, "cards": 3}, {},
    )  # fmt: skip
    assert (failed.outcome, failed.seat, failed.facts) == ("failed", None, {"attempt": 2, "bidders": 2})


def test_siberia_a_tile_saves_a_token_each_time_that_its_column_is_used() -> None:
    start = table("siberia", 2)
    sale = s.CubesSold(0, "gas", "tokyo", ("yamal", "komi"), 3000, 6000, ("worker_gas", "investor_gas"))
    events = [
        sale,
        s.InvestmentTaken(0, "gas", ("investor_gas", "investor_oil")),
        replace(sale, areas=("yamal",), proceeds=3000, tokens=("worker_gas",)),
        replace(sale, seat=1),
        s.ActionVoided(0, "gas", ("worker_gas",)),
        s.InvestmentTaken(0, "manager", ("investor_gas", "investor_oil")),
        s.JokerPlayed(0, "worker", ()),
        s.InvestmentTaken(1, "investor", ("investor_gas", "investor_oil")),
    ]

    found = followed(ReturnsOfSiberia(start, 7), start, events, start)

    assert found[0] == Return(
        kind="sale", version=11, seat=0, outcome="sold", ends=11, about=("cubes:gas", "exchange:tokyo"),
        paid={"tokens": 2}, returned={"sales": 6000}, facts={"cubes": 2, "price": 3000},
    )  # fmt: skip
    tiles = [each for each in found if each.kind == "investment"]
    assert [(tile.about, tile.outcome, tile.paid, tile.returned) for tile in tiles] == [
        (("column:0:gas",), "used", {"tokens": 2}, {"tokens_saved": 2, "column_sales": 3000}),
        (("column:0:manager",), "used", {"tokens": 2}, {"tokens_saved": 1}),
        (("column:1:investor",), "unused", {"tokens": 2}, {}),
    ]


class Minos:
    """A table of Minos that events change."""

    def __init__(self) -> None:
        start = table("minos", 3)
        self.state = replace(start, round=2, phase=Acting(0, Dice(scales=3, joker=1, star=1), points=9, rights=9))
        self.returns = ReturnsOfMinos(self.state, 7)
        self.version = 10

    def happens(self, *events: Any) -> None:
        """Fold events, and follow them."""
        for event in events:
            self.version += 1
            after = RULESETS["minos"].evolve(self.state, event)
            self.returns.take(Moment(self.version, event, self.state, after))
            self.state = after

    def build(self, seat: int, building: Any, income: int, cost: int) -> None:
        """Build on Gades."""
        self.happens(m.BuildingBuilt(seat, "gades", building, 1, cost, income, soldier=False))


def test_minos_a_settlement_returns_talents_and_income_until_it_is_lost() -> None:
    game = Minos()
    game.build(0, "house", 1, 5)
    game.build(0, "warehouse", 3, 12)
    # two Scales and the Joker, and the Star adds one more income: 4 * 3
    game.happens(m.DiceUsed(0, "scales", 2, joker=True, star=True, gain=12))
    soldiers = ("gades",), ("gades",)
    first, second, third = game.state.players
    game.state = replace(
        game.state,
        players=(replace(first, soldiers=soldiers[0]), replace(second, soldiers=("roma",)), third),
        phase=Acting(1, Dice(), points=3),
    )
    attacker = m.Piece("soldier", "roma")
    game.happens(
        m.ConflictOpened(1, (attacker,), "gades", 0, 1),
        m.ConflictDiceRolled(1, Dice(arrow=2, gull=4), 6, ()),
        m.ConflictDiceRerolled(1, Dice(gull=4), Dice(arrow=3, gull=3), 9, ()),
        m.ConflictDiceStood(1, 9),
        m.ConflictDiceRolled(0, Dice(arrow=1, gull=5), 3, ()),
        m.ConflictDiceRerolled(0, Dice(gull=5), Dice(arrow=1, star=1, gull=4), 4, ()),
        m.ConflictDiceStood(0, 4),
        m.DuelFought(9, 4, 1, 0, m.Piece("soldier", "gades")),
        m.AttackWon(1, "gades"),
        m.SettlementTaken(1, "gades", 0, 3, 0, soldier_due=False),
    )

    founded, conflict, conquered = game.returns.end(game.state)

    assert founded == Return(
        kind="settlement", version=11, seat=0, outcome="lost", ends=23, other=1, about=("place:gades",),
        paid={"talents": 17, "rights": 2}, returned={"talents": 12}, facts={"buildings": 2},
    )  # fmt: skip
    assert conflict == Return(
        kind="conflict", version=14, seat=1, outcome="won", ends=22, other=0, about=("place:gades",),
        paid={"points": 1, "rings": 1}, returned={"pieces": 1, "income": 3, "income_at_end": 3},
        facts={"duels": 1, "opponents_rings": 1},
    )  # fmt: skip
    assert conquered == Return(
        kind="conquered", version=23, seat=1, outcome="kept", other=0, about=("place:gades",),
        returned={"income_at_end": 3}, facts={"income": 3},
    )  # fmt: skip


def test_minos_what_is_built_after_a_conquest_is_no_return_of_the_conflict() -> None:
    game = Minos()
    game.build(0, "house", 1, 5)
    first, second, third = game.state.players
    game.state = replace(
        game.state, players=(replace(first, soldiers=("gades",)), replace(second, soldiers=("roma",)), third)
    )
    game.happens(
        m.ConflictOpened(1, (m.Piece("soldier", "roma"),), "gades", 0, 1),
        m.AttackWon(1, "gades"),
        m.SettlementTaken(1, "gades", 0, 1, 0, soldier_due=False),
    )
    game.build(1, "warehouse", 3, 12)

    _, conflict, conquered = game.returns.end(game.state)

    assert conflict.returned == {"income": 1, "income_at_end": 1}
    assert (conquered.paid, conquered.returned) == ({"talents": 12, "rights": 1}, {"income_at_end": 3})


def test_minos_a_settlement_that_is_left_and_taken_again_has_two_accounts() -> None:
    game = Minos()
    game.build(0, "house", 1, 5)
    game.happens(
        m.SettlementAbandoned(0, "gades", 0),
        m.SettlementTaken(2, "gades", None, 1, None, soldier_due=False),
    )

    founded, occupied = game.returns.end(game.state)

    assert (founded.outcome, founded.ends, founded.other, founded.returned) == ("left", 12, None, {})
    assert (occupied.kind, occupied.seat, occupied.returned) == ("occupied", 2, {"income_at_end": 1})
