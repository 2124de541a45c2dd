"""Nobody is told over HTTP what they may not know: whatever that is, each of their answers is the same to the byte.

`LUDOLOG_WORLDS=500` is the long run: so many games of each title, and each of their events over HTTP.
"""

import asyncio
import contextlib
import os
import random
from pathlib import Path

import pytest

from domain.kernel.codec import canonical
from domain.kernel.values import Viewer
from domain.rulesets import RULESETS
from projections.history import seen
from tests.secrecy.comparing import Leak, Pair, told
from tests.secrecy.plays import Move, Played, Setting
from tests.secrecy.sites import people, site
from tests.secrecy.surfaces import askers
from tests.secrecy.worlds import World, worlds_at_hand

GAMES = int(os.environ.get("LUDOLOG_WORLDS", "5"))
"""Games of each title."""

IS_LONG = GAMES > 5
ROUNDS = 2 if IS_LONG else 1
"""How often each viewer asks everything in a game."""

OWN = 0.7
"""How often a seat asks everything before a move of its own."""

LISTED = 0.3
"""How often somebody who asks everything asks for lists and metrics too."""

EACH = 1 if IS_LONG else 20
"""Of how many events one is asked for over HTTP."""


def game_of(title: str, number: int) -> Played:
    setting = Setting(title, number)
    known = people()
    return Played(setting, known.players[: setting.seats], known.ids["owner"])


def worlds_of(played: Played) -> dict[Viewer, World]:
    return {viewer: World(played, viewer) for viewer in (None, *range(played.setting.seats))}


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("title", RULESETS)
def test_no_answer_depends_on_what_somebody_may_not_know(title: str, number: int, tmp_path: Path) -> None:
    played = game_of(title, number)
    worlds = worlds_of(played)

    with worlds_at_hand([*worlds.values()]):
        compared = asyncio.run(compare(played, worlds, tmp_path))

    assert compared > 200


async def compare(played: Played, worlds: dict[Viewer, World], folder: Path) -> int:
    """Compare what everybody is answered in the course of a game; returns the number of answers. Raises Leak."""
    leaks: list[Leak] = []
    pairs: dict[Viewer, Pair] = {}
    async with contextlib.AsyncExitStack() as stack:
        real = await stack.enter_async_context(site(folder / "real"))
        for viewer, world in worlds.items():
            pairs[viewer] = Pair(real, await stack.enter_async_context(site(folder / f"{viewer}")), world)
        try:
            await _course(played, pairs)
        except Leak as leak:
            # told once the services have stopped: each would wrap it into what it says itself
            leaks.append(leak)
    if leaks:
        raise leaks[0]
    return sum(pair.compared for pair in pairs.values())


async def _course(played: Played, pairs: dict[Viewer, Pair]) -> None:
    rng = random.Random(played.setting.number)
    done = played.started
    for viewer, move in _positions(played, rng):
        pair = pairs[viewer]
        asker = rng.choice(askers(played.setting.seats, viewer))
        version = move.before.version
        await pair.go_to(version)
        for each in range(done, version, EACH):
            await pair.version(each, asker)
        done = max(done, version)
        await pair.everything(version, asker, rng)
        if viewer is not None or asker.name == "owner":
            await pair.live(move, asker)
        if rng.random() < LISTED:
            await pair.lists(asker)


def _positions(played: Played, rng: random.Random) -> list[tuple[Viewer, Move]]:
    """Return who looks before which moves: seats mostly before their own, which they then send themselves."""
    found: list[tuple[Viewer, Move]] = []
    for viewer in [None, *range(played.setting.seats)] * ROUNDS:
        own = [move for move in played.moves if move.seat == viewer]
        found.append((viewer, rng.choice(own if own and rng.random() < OWN else played.moves)))
    found.sort(key=lambda position: position[1].first)
    # of two before the same move, one would come too late
    return [each for place, each in enumerate(found) if not place or each[1].first > found[place - 1][1].first]


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("title", RULESETS)
def test_no_view_choice_or_event_depends_on_what_somebody_may_not_know(title: str, number: int) -> None:
    """Without a service, and so at each event; in the long run for each viewer, else for two of them in turn."""
    played = game_of(title, number)
    worlds = worlds_of(played)
    differing = 0
    with worlds_at_hand([*worlds.values()]):
        for place, (viewer, world) in enumerate(worlds.items()):
            for version, game in enumerate(played.games, 1):
                if not IS_LONG and (version + place) % len(worlds) > 1:
                    continue
                if game.is_over:
                    break
                other = world.at(version)
                differing += game.state != other.state
                entries = played.entries[version - 1], world.entries[version - 1]
                if game.status == "running" and game.state != other.state:
                    assert told(game, viewer) == told(other, viewer), (viewer, version)
                lines = [canonical(seen(e, viewer, g.seed)) for e, g in zip(entries, (game, other), strict=True)]
                assert lines[0] == lines[1], (viewer, version)

    assert differing or title == "minos"
