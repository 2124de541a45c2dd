"""The worlds of a search: weighted by the public decisions of the opponents in an auction."""

import random
from functools import cache
from typing import Any

from msgspec.structs import replace

from domain.game.game import Game
from domain.giganten.commands import Bid, PassBid
from domain.giganten.state import Auctions
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.views import VIEWS
from service.bots.choosing import choose
from service.bots.strong.light import Light, light_of, weights_of
from service.bots.strong.position import position_of
from service.bots.strong.worlds import Draws, Worlds
from service.bots.table import TableGame

RULES = RULESETS["giganten"]


def light_policy() -> Light:
    """Return the light policy of the title."""
    light = light_of(RULES.name)
    assert light is not None
    return light


LIGHT = light_policy()
WEIGHTS = weights_of(RULES.name)
NAMES = [f"world {number}" for number in range(40)]


@cache
def auctions() -> tuple[tuple[Game, Seat], ...]:
    """Return the bids of a game between careful bots in which a seat has to answer the bid of another."""
    table, rng = TableGame(RULES, 4, RULES.resolve_options(None, {}), 1), random.Random(1)
    found: list[tuple[Game, Seat]] = []
    while table.places is None:
        game, seat = table.game, table.awaited
        phase: Any = game.state.phase
        if isinstance(phase, Auctions) and phase.step == "bidding" and phase.leader not in {None, seat}:
            found.append((game, seat))
        table.decide(seat, choose(game, seat, "careful", rng))
    return tuple(found)


def bids_as_it_did(state: Any, other: Seat) -> bool:
    """Return whether the light policy, asked in place of an opponent, bids where it has bid and passes where not."""
    phase = state.phase
    if other == phase.leader:
        asked = replace(state, phase=replace(phase, bid=phase.bid - 1 or None))
        return isinstance(LIGHT.quick(asked, other), Bid)
    return other in phase.live or isinstance(LIGHT.quick(state, other), PassBid)


def test_a_world_contradicts_the_auction_if_the_light_policy_would_decide_otherwise() -> None:
    outcomes: set[tuple[bool, bool]] = set()
    for game, seat in auctions()[::2]:
        world = position_of(game, seat).world
        phase = world.phase
        bidders = [
            other for other, player in enumerate(world.players)
            if other != seat and player.depots[phase.company] and other not in phase.bluffers
        ]  # fmt: skip
        for name in NAMES[:5]:
            drawn = Worlds(RULES, LIGHT, replace(WEIGHTS, bluff=1.0)).drawn(world, seat, name)
            agreed = {other: bids_as_it_did(drawn, other) for other in bidders}

            assert LIGHT.is_contradicted(drawn, seat) == (not all(agreed.values()))
            outcomes |= {(other == phase.leader, each) for other, each in agreed.items()}
    # a leader and another bidder, each with a hand that agrees and with one that does not
    assert len(outcomes) == 4


def contradicted(game: Game, seat: Seat, bluff: float) -> int:
    """Return how many worlds contradict the auction, if opponents contradict it with this probability."""
    worlds = Worlds(RULES, LIGHT, replace(WEIGHTS, bluff=bluff))
    world = position_of(game, seat).world
    return sum(LIGHT.is_contradicted(worlds.drawn(world, seat, name), seat) for name in NAMES)


def test_worlds_that_contradict_a_bid_or_a_pass_are_drawn_less_often() -> None:
    found = [(each, contradicted(*each, 1.0)) for each in auctions()]
    # in the others the hands say nothing, or contradict the auction whatever they are
    informed = [(each, always) for each, always in found if 0 < always < len(NAMES) // 2]
    counts = [(always, contradicted(*each, 0.1), contradicted(*each, 0.0)) for each, always in informed]

    assert len(counts) > 5
    assert all(never <= rarely <= always for always, rarely, never in counts)
    assert sum(rarely for _, rarely, _ in counts) < sum(always for always, _, _ in counts) / 3
    assert sum(never for _, _, never in counts) < sum(rarely for _, rarely, _ in counts)


def test_a_weighted_world_looks_like_the_game_to_the_seat() -> None:
    for game, seat in auctions()[::10]:
        world = position_of(game, seat).world
        for name in NAMES[:3]:
            drawn = Worlds(RULES, LIGHT, WEIGHTS).drawn(world, seat, name)

            view = VIEWS[RULES.name]
            assert view(replace(game, state=drawn), seat) == view(game, seat)


def test_without_a_weight_the_worlds_are_those_of_the_rules() -> None:
    game, seat = auctions()[0]
    world = position_of(game, seat).world
    for name in NAMES[:5]:
        drawn = Worlds(RULES, LIGHT, replace(WEIGHTS, bluff=1.0)).drawn(world, seat, name)

        assert drawn == RULES.resample(world, seat, Draws(random.Random(name)))
