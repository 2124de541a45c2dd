"""Bots get what their seat sees, and nothing else: in two worlds they are given the same, and choose the same."""

import asyncio
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game import game as games
from domain.kernel.values import Choice, Command, Seat
from domain.rulesets import RULESETS
from projections.views import VIEWS
from service.bots import BOTS, choosing
from service.core.store.store import Store
from service.due import bot_runner as runner
from service.play.play import Play
from tests.new_games import new_game
from tests.secrecy.comparing import Leak
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World, worlds_at_hand

SPY = "spy"
DECISIONS = 60
"""Decisions of the bots of a served game that are looked at."""


class Spy:
    """A bot that writes down all that it is given, and chooses what a random one does."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, view: Any, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
        self.given.append((msgspec.json.encode((view, seat, choices)), rng.getstate()))
        return choices[0].command


@cache
def game_of(title: str, number: int) -> Played:
    """Return a game of a title under random options."""
    setting = Setting(title, number)
    return Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=700)


def compare_bots(played: Played, rng: random.Random) -> int:
    """Let every bot decide at positions of a game in two worlds; returns how often. Raises Leak."""
    title = played.setting.ruleset.name
    worlds = [World(played, seat) for seat in range(played.setting.seats)]
    compared = 0
    spy = Spy()
    with worlds_at_hand(worlds), pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "BOTS", {**BOTS, title: {**BOTS[title], SPY: spy.choose}})
        for move in rng.sample(played.moves, min(120, len(played.moves))):
            seat, real = move.seat, move.before
            other = worlds[seat].at(real.version)
            if other.state == real.state:
                continue
            for bot in (*BOTS[title], SPY):
                chosen = [choosing.choose(game, seat, bot, random.Random(real.version)) for game in (real, other)]
                compared += 1
                if chosen[0] != chosen[1]:
                    message = f"{bot} chooses {chosen[0]} or {chosen[1]} at {real.version}"
                    raise Leak(message)
            if spy.given[-1] != spy.given[-2]:
                message = f"a bot is given what seat {seat} may not know at {real.version}"
                raise Leak(message)
    return compared


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("title", RULESETS)
def test_what_a_bot_is_given_and_chooses_depends_on_nothing_hidden(title: str, number: int) -> None:
    compared = compare_bots(game_of(title, number), random.Random(number))

    # all is open in game 0 of Minos
    assert compared > 30 or (title, number) == ("minos", 0)


@pytest.mark.parametrize("title", RULESETS)
def test_a_served_bot_is_given_its_seats_view_and_choices(tmp_path: Path, title: str) -> None:
    """The service plays bots as this file compares them: it calls each once, for its own seat and position."""
    ruleset, spy, rng = RULESETS[title], Spy(), random.Random(title)

    async def play_on(play: Play) -> None:
        seats = max(ruleset.seats)
        bots = dict(enumerate(["careful", "random", "careful", "random"][:seats]))
        opened = await play.open(new_game(ruleset, seats, bots=bots))
        game = opened.loaded.game.id
        await play.start(opened.loaded)
        for decision in range(DECISIONS):
            state = (await play.load(game)).game
            (seat, *_) = sorted(games.awaiting(state))
            expected = msgspec.json.encode((VIEWS[title](state, seat), seat, games.legal_commands(state, seat)))

            assert await runner.act(play, game, rng)

            assert len(spy.given) == decision + 1
            assert spy.given[-1][0] == expected
            assert (await play.load(game)).game.version > state.version

    with Store(f"sqlite:///{tmp_path}/games.db") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "BOTS", {title: dict.fromkeys(BOTS[title], spy.choose)})
        asyncio.run(play_on(Play(store)))
