"""Looks for leaks in a scene: a short game, a few positions, one viewer."""

import asyncio
import contextlib
import random
from functools import cache

import pytest

from tests.secrecy.comparing import Leak, Pair
from tests.secrecy.mutants.scenes import Mutant, Scene
from tests.secrecy.plays import Move, Played, Setting
from tests.secrecy.sites import make_places, people, site
from tests.secrecy.surfaces import askers
from tests.secrecy.worlds import World, worlds_at_hand

POSITIONS = 3
"""Positions of a scene at which everything is asked."""

SEATS = 3


@cache
def scene_of(scene: Scene) -> tuple[World, tuple[Move, ...]]:
    """Return the other world of a scene, and the moves before which it is looked at."""
    known = people()
    setting = Setting(scene.title, 10, dict(scene.options), SEATS)
    # a game that is public and open to spectators
    assert (setting.visibility, setting.spectators) == ("public", "open")
    played = Played(setting, known.players[:SEATS], known.ids["owner"], most=450)
    world = World(played, scene.viewer)
    fitting = [
        move
        for move in played.moves
        if scene.when(move.before, scene.viewer) and move.before.state != world.resampled(move.before.version)
    ]
    assert len(fitting) >= POSITIONS, f"{scene} has too few positions"
    rng = random.Random(16)
    return world, tuple(sorted(rng.sample(fitting, POSITIONS), key=lambda move: move.first))


def search(scene: Scene, mutant: Mutant | None) -> None:
    """Compare everything in a scene, with a leak that is planted meanwhile; raises Leak."""
    world, moves = scene_of(scene)
    make_places(2)
    with worlds_at_hand([world]), pytest.MonkeyPatch.context() as patch:
        if mutant is not None:
            mutant.plant(patch)
        leak = asyncio.run(_look(world, moves, mutant))
    if leak is not None:
        raise leak


async def _look(world: World, moves: tuple[Move, ...], mutant: Mutant | None) -> Leak | None:
    async with contextlib.AsyncExitStack() as stack:
        real, other = [await stack.enter_async_context(site()) for _ in range(2)]
        pair = Pair(real, other, world)
        asker = askers(SEATS, world.viewer)[0]
        try:
            for move in moves:
                version = move.before.version
                await pair.go_to(version)
                if mutant is None or not (mutant.is_listed or mutant.is_live):
                    await pair.everything(version, asker, random.Random(version))
            if mutant is None or mutant.is_listed:
                await pair.lists(asker)
            if mutant is None or mutant.is_live:
                await _follow(pair, moves[-1])
        except Leak as leak:
            # raised once the services have stopped: each would wrap it into an error of its own
            return leak
        return None


async def _follow(pair: Pair, move: Move) -> None:
    """Follow the game from a position to the next event with a secret that a seat knows."""
    asker = askers(SEATS, pair.world.viewer)[0]
    played = pair.world.played
    for later in played.moves:
        if later.first > move.last and played.hides(later, pair.world.viewer):
            await pair.go_to(later.before.version)
            await pair.live(later, asker)
            return
