"""No answer over HTTP depends on what its viewer may not know: in two such games it is the same to the byte.

`LUDOLOG_WORLDS=500` is the long run: so many games of each title, and in each of them every viewer at every event. The
usual run asks for one event in twenty, and each viewer asks for everything once a game.
"""

import asyncio
import contextlib
import os
import random
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import pytest

from domain.game.game import awaiting
from domain.kernel.codec import canonical
from domain.kernel.values import Viewer
from domain.rulesets import RULESETS
from projections.history import seen
from tests.secrecy.acting import compare_acts
from tests.secrecy.addresses import Turn
from tests.secrecy.comparing import Leak, Pair, told
from tests.secrecy.plays import Move, Played, Setting
from tests.secrecy.sites import people, site
from tests.secrecy.surfaces import askers
from tests.secrecy.worlds import World, worlds_at_hand

GAMES = int(os.environ.get("LUDOLOG_WORLDS", "3"))
"""Games of each title over HTTP. The first three have the defaults and every option value that hides something."""

IS_LONG = GAMES > 5
OWN = 0.7
"""How often a seat asks everything before a move of its own."""

LISTED = 0.3
"""How often a run requests lists and metrics too."""

FURTHER = 13
"""The turns of slow addresses that are asked in the scenes of planted leaks (`test_mutants.py`)."""

PARTS = 1 if IS_LONG else 3
"""The games of a title take turns in asking every address; a part is asked in each, so that a title is asked once."""

SAMPLED = 5
"""The long run takes one of so many positions, and those around each event that discloses something."""

EACH = 1 if IS_LONG else 20
"""Of how many events one is asked for over HTTP."""


KEPT = 9
"""The number of games that are not played again for the next test of them: those of a usual run."""


@lru_cache(KEPT)
def game_of(title: str, number: int) -> Played:
    setting = Setting(title, number)
    known = people()
    return Played(setting, known.players[: setting.seats], known.ids["owner"])


def worlds_of(played: Played) -> dict[Viewer, World]:
    return {viewer: World(played, viewer) for viewer in (None, *range(played.setting.seats))}


HIDING_VALUES: dict[str, list[tuple[str, object]]] = {
    "giganten": [("money_public", False), ("peek_memory", False)],
    "siberia": [("take_back", True), ("take_back", False), ("money_public", False)],
    "minos": [("money_public", False), ("money_public", "own_choice"), ("fish", "open"), ("ring_purchase", "turn")],
}
"""The option values that decide what is hidden; a new one belongs here and in `plays.HIDING`."""


@pytest.mark.parametrize("title", RULESETS)
def test_the_usual_games_have_the_defaults_and_every_hiding_value(title: str) -> None:
    settings = [Setting(title, number) for number in range(3)]

    assert settings[0].options == RULESETS[title].resolve_options(None, {})
    found = [item for setting in settings for item in setting.options.items()]
    assert [value for value in HIDING_VALUES[title] if value not in found] == []


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("title", RULESETS)
def test_no_answer_depends_on_what_somebody_may_not_know(title: str, number: int) -> None:
    played = game_of(title, number)
    worlds = worlds_of(played)

    with worlds_at_hand([*worlds.values()]):
        compared = asyncio.run(compare(played, worlds))

    assert compared > 200


async def compare(played: Played, worlds: dict[Viewer, World]) -> int:
    """Compare what everybody is answered in the course of a game; returns the number of answers. Raises Leak."""
    leaks: list[Leak] = []
    pairs: dict[Viewer, Pair] = {}
    async with contextlib.AsyncExitStack() as stack:
        real = await stack.enter_async_context(site())
        for viewer, world in worlds.items():
            pairs[viewer] = Pair(real, await stack.enter_async_context(site()), world)
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
    for move, viewers in _positions(played, rng):
        version = move.before.version
        for viewer in viewers:
            pair = pairs[viewer]
            asker = rng.choice(askers(played.setting.seats, viewer))
            await pair.go_to(version)
            for each in range(done, version, EACH):
                # the views up to the next version that is asked for; `everything` asks for all of them
                await pair.version(each, min(each + EACH, version), asker)
            await pair.everything(version, asker, rng)
            if rng.random() < LISTED:
                await pair.lists(version, asker, rng)
            # the last viewer follows the move itself
            if viewer == viewers[-1] and (viewer is not None or asker.name == "owner"):
                await pair.live(move, asker)
        done = version
    await _everything_once(played, pairs, done, rng)


async def _everything_once(played: Played, pairs: dict[Viewer, Pair], version: int, rng: random.Random) -> None:
    """Let one viewer, another one in each game, ask the addresses of its turn, and see everything that is accepted."""
    turn = played.setting.number + GAMES * [*RULESETS].index(played.setting.ruleset.name)
    pair = [*pairs.values()][turn % len(pairs)]
    asker = rng.choice(askers(played.setting.seats, pair.world.viewer))
    await pair.go_to(max(version, pair.real.upto))
    await pair.all_addresses(pair.real.upto, asker, Turn(FURTHER + turn, PARTS))
    await compare_acts(pair, pair.real.upto, rng)


def _positions(played: Played, rng: random.Random) -> list[tuple[Move, list[Viewer]]]:
    """Return who asks everything before which moves, whose move it is last: they then send it themselves.

    In the long run that is every viewer before every move. Else each viewer asks once, seats mostly before their own.
    """
    viewers = [None, *range(played.setting.seats)]
    if IS_LONG:
        return [(move, sorted(viewers, key=lambda viewer: viewer == move.seat)) for move in played.moves]
    found: dict[int, tuple[Move, list[Viewer]]] = {}
    for viewer in viewers:
        own = [move for move in played.moves if move.seat == viewer]
        move = rng.choice(own if own and rng.random() < OWN else played.moves)
        found.setdefault(move.first, (move, []))[1].append(viewer)
    return [found[first] for first in sorted(found)]


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("title", RULESETS)
def test_no_view_choice_or_event_depends_on_what_somebody_may_not_know(title: str, number: int) -> None:
    """Without a service, and so at each event; in the long run for each viewer, else for two of them in turn."""
    played = game_of(title, number)

    worlds = worlds_of(played)
    wanted: Wanted = lambda place, version: IS_LONG or (version + place) % len(worlds) <= 1  # noqa: E731 - one line

    _, differing = compare_without_http(played, worlds, wanted)

    # without hidden money, all is open in Minos
    assert differing or (title == "minos" and played.setting.options["money_public"] is True)


Wanted: TypeAlias = Callable[[int, int], bool]
"""Returns for the place of a viewer and a version whether a position is compared."""


def sampled(played: Played, each: int = SAMPLED) -> Wanted:
    """Return what takes the first and the last position, those around each event that discloses something, and others.

    Of the others it takes one of `each` for each viewer, by chance.
    """
    rng = random.Random(f"positions of {played.setting}")
    shown = {str(kind.__struct_config__.tag) for kind in played.setting.ruleset.discloses}
    always = {1, last_of(played)}
    for version, entry in enumerate(played.entries, 1):
        if entry.record.type in shown:
            always |= {version - 1, version}
    return lambda _, version: version in always or rng.randrange(each) == 0


def last_of(played: Played) -> int:
    """Return the last version of a running game: those after it are stored together with the end, which shows all."""
    return max(version for version, game in enumerate(played.games, 1) if game.status == "running" and awaiting(game))


def compare_without_http(played: Played, worlds: dict[Viewer, World], wanted: Wanted) -> tuple[int, int]:
    """Compare every event, and what viewers see at the positions that are wanted.

    Returns how many positions were compared, and how many of them differ inside. Raises AssertionError.
    """
    compared = differing = 0
    last = last_of(played)
    with worlds_at_hand([*worlds.values()]):
        for place, (viewer, world) in enumerate(worlds.items()):
            for version, game in enumerate(played.games, 1):
                if game.is_over:
                    break
                entries = played.entries[version - 1], world.entries[version - 1]
                seeds = game.seed, world.seed
                lines = [canonical(seen(entry, viewer, seed)) for entry, seed in zip(entries, seeds, strict=True)]
                assert lines[0] == lines[1], (viewer, version)
                if not wanted(place, version):
                    continue
                other = world.at(version)
                compared += 1
                differing += game.state != other.state
                if game.status == "running" and version <= last and game.state != other.state:
                    assert told(game, viewer) == told(other, viewer), (viewer, version)
    return compared, differing
