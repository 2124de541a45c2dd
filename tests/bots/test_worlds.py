"""The worlds of a search: weighted by the public decisions of the opponents in an auction."""

import random
from typing import Any

from msgspec.structs import replace

from domain.game.game import Game
from domain.giganten.state import Auctions
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.views import VIEWS
from service.bots.runner import choose
from service.bots.strong.light import light_of, weights_of
from service.bots.strong.position import position_of
from service.bots.strong.worlds import Draws, Worlds
from service.bots.table import TableGame

RULES = RULESETS["giganten"]
LIGHT = light_of("giganten")
assert LIGHT is not None
WEIGHTS = weights_of("giganten")
NAMES = [f"world {number}" for number in range(60)]


def auctions() -> list[tuple[Game, Seat]]:
    """Return the bids of a game between careful bots in which a seat has to answer the bid of another."""
    table, rng = TableGame(RULES, 4, RULES.resolve_options(None, {}), 1), random.Random(1)
    found: list[tuple[Game, Seat]] = []
    while table.places is None:
        game, seat = table.game, table.awaited
        phase: Any = game.state.phase
        if isinstance(phase, Auctions) and phase.step == "bidding" and phase.leader not in {None, seat}:
            found.append((game, seat))
        table.decide(seat, choose(game, seat, "careful", rng))
    return found


def contradicted(game: Game, seat: Seat, bluff: float) -> int:
    """Return how many worlds contradict the auction, if opponents contradict it with this probability."""
    assert LIGHT is not None
    worlds = Worlds(RULES, LIGHT, replace(WEIGHTS, bluff=bluff))
    world = position_of(game, seat).world
    return sum(LIGHT.is_contradicted(worlds.drawn(world, seat, name), seat) for name in NAMES)


def test_worlds_that_contradict_a_bid_or_a_pass_are_drawn_less_often() -> None:
    found = [(contradicted(*each, 1.0), contradicted(*each, 0.1), contradicted(*each, 0.0)) for each in auctions()]
    # in the others the hands say nothing, or contradict the auction whatever they are
    informed = [each for each in found if 0 < each[0] < len(NAMES) // 2]

    assert len(informed) > 5
    assert all(never <= rarely <= always for always, rarely, never in informed)
    assert sum(rarely for _, rarely, _ in informed) < sum(always for always, _, _ in informed) / 3
    assert sum(never for _, _, never in informed) < sum(rarely for _, rarely, _ in informed)


def test_a_weighted_world_looks_like_the_game_to_the_seat() -> None:
    for game, seat in auctions()[::10]:
        assert LIGHT is not None
        world = position_of(game, seat).world
        for name in NAMES[:3]:
            drawn = Worlds(RULES, LIGHT, WEIGHTS).drawn(world, seat, name)

            view = VIEWS[RULES.name]
            assert view(replace(game, state=drawn), seat) == view(game, seat)


def test_without_a_weight_the_worlds_are_those_of_the_rules() -> None:
    game, seat = auctions()[0]
    world = position_of(game, seat).world
    assert LIGHT is not None
    for name in NAMES[:5]:
        drawn = Worlds(RULES, LIGHT, replace(WEIGHTS, bluff=1.0)).drawn(world, seat, name)

        assert drawn == RULES.resample(world, seat, Draws(random.Random(name)))
