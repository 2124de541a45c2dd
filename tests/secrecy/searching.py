"""Looks for leaks in a scene: a short game, a few positions, one viewer."""

import asyncio
import contextlib
import random
from functools import cache
from typing import Any

import pytest

from domain.kernel.values import Viewer
from tests.secrecy.acting import compare_acts
from tests.secrecy.addresses import Turn
from tests.secrecy.asking import Ask
from tests.secrecy.comparing import Leak, Pair
from tests.secrecy.mutants.scenes import PLANTED, Mutant, Scene, Where
from tests.secrecy.plays import Move, Played, Setting
from tests.secrecy.sites import make_places, people, site
from tests.secrecy.surfaces import OF_GAME, PATH, Asker, all_questions, askers, questions
from tests.secrecy.worlds import World, worlds_at_hand

POSITIONS = 3
"""Positions of a scene at which everything is asked."""

SEATS = 3


@cache
def _played(title: str, options: tuple[tuple[str, Any], ...], *, has_clock: bool) -> Played:
    known = people()
    setting = Setting(title, 10, dict(options), SEATS, has_clock=has_clock)
    # a game that is public and open to spectators
    assert (setting.visibility, setting.spectators) == ("public", "open")
    return Played(setting, known.players[:SEATS], known.ids["owner"], most=450)


@cache
def _world_of(title: str, options: tuple[tuple[str, Any], ...], viewer: Viewer, *, has_clock: bool) -> World:
    return World(_played(title, options, has_clock=has_clock), viewer)


@cache
def scene_of(scene: Scene) -> tuple[World, tuple[Move, ...]]:
    """Return the other world of a scene, and the moves before which it is looked at."""
    world = _world_of(scene.title, scene.options, scene.viewer, has_clock=scene.has_clock)
    played = world.played
    fitting = [
        move
        for move in played.moves
        if scene.when(move.before, scene.viewer) and move.before.state != world.resampled(move.before.version)
    ]
    assert len(fitting) >= POSITIONS, f"{scene} has too few positions"
    rng = random.Random(16)
    return world, tuple(sorted(rng.sample(fitting, POSITIONS), key=lambda move: move.first))


def search(scene: Scene, mutant: Mutant | None, turn: Turn | None = None) -> None:
    """Compare everything in a scene, with a leak that is planted meanwhile; raises Leak.

    The addresses are those of a turn; None: all. Without a leak, only the last position is looked at: the games of
    `test_worlds` have more.
    """
    world, moves = scene_of(scene)
    if mutant is None:
        moves = moves[-1:]
    make_places(2)
    with worlds_at_hand([world]), pytest.MonkeyPatch.context() as patch:
        if mutant is not None:
            mutant.plant(patch)
        where: set[Where] = where_planted(scene) if mutant is None else {mutant.where}
        leak = asyncio.run(_look(world, moves, where, turn, "" if mutant is None else mutant.path))
    if leak is not None:
        raise leak


def where_planted(scene: Scene) -> set[Where]:
    """Return where leaks are planted in a scene. In every scene the addresses of its turn are asked."""
    where: set[Where] = {"game", "lists"}
    for mutant in PLANTED:
        if mutant.scene == scene:
            where.add(mutant.where)
    return where


async def _look(world: World, moves: tuple[Move, ...], where: set[Where], turn: Turn | None, path: str) -> Leak | None:
    async with contextlib.AsyncExitStack() as stack:
        real, other = [await stack.enter_async_context(site()) for _ in range(2)]
        pair = Pair(real, other, world, is_alone=True)
        try:
            if path:
                last = moves[-1].before.version
                await pair.go_to(last)
                asker = askers(SEATS, world.viewer)[0]
                if path not in OF_GAME:
                    await _into_memory(pair, asker)
                await pair.same(all_questions(world.played, last, asker, turn, of_game=path in OF_GAME, path=path))
            else:
                await _compare(pair, moves, where, turn)
        except Leak as leak:
            # raised once the services have stopped: each would wrap it into an error of its own
            return leak
        return None


async def _compare(pair: Pair, moves: tuple[Move, ...], where: set[Where], turn: Turn | None) -> None:
    world, last = pair.world, moves[-1].before.version
    asker = askers(SEATS, world.viewer)[0]
    for move in moves:
        await pair.go_to(move.before.version)
        if "game" in where:
            await pair.everything(move.before.version, asker, random.Random(move.before.version))
    if "game" in where:
        await pair.same(all_questions(world.played, last, asker, turn))
    if "game" in where or "lists" in where:
        await _into_memory(pair, asker)
        await pair.same(all_questions(world.played, last, asker, turn, of_game=False))
    if "metrics" in where:
        await pair.same(questions(world.played, last, asker, random.Random(last)))
    if "lists" in where or "metrics" in where:
        await pair.lists(last, asker, random.Random(0))
    if "live" in where:
        await _follow(pair, moves[-1])
    if "acts" in where:
        await compare_acts(pair, max(last, pair.real.upto), random.Random(0))


async def _into_memory(pair: Pair, asker: Asker) -> None:
    """Ask for the game, which is in memory then: leaks in lists read it there."""
    await pair.same_answer(Ask("GET", f"{PATH}/view", "", asker.headers))


async def _follow(pair: Pair, move: Move) -> None:
    """Follow the game from a position to the next event with a secret that a seat knows."""
    asker = askers(SEATS, pair.world.viewer)[0]
    played = pair.world.played
    for later in played.moves:
        if later.first > move.last and played.hides(later, pair.world.viewer):
            await pair.go_to(later.before.version)
            await pair.live(later, asker)
            return
