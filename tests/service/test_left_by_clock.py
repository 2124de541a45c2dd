"""A player whose clock has run out too often ranks last, and the game is still rated for the others."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from domain.game.game import awaiting, decision_id, is_by_bot
from domain.game.terms import Clock, Terms
from domain.ledger.times import SECOND
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from projections.history import FULL
from service.bots.choosing import choose
from service.due.bot_runner import act
from service.due.sweep import take_step
from service.play.requests import Answer, SeatTaking
from service.proof.bundles import bundle_lines
from tests.new_games import new_game
from tests.readmodels.kit import world
from tests.service.test_sweep import Watched

SIBERIA = RULESETS["siberia"]
PLAYERS = ("player:ada", "player:bo", "player:cy")
LEAVER = 1
ALLOWANCE = 60


async def played(play: Watched, on_empty: Any) -> str:
    """Return a rated game in which one player decides twice, and never again."""
    clock = Clock(ALLOWANCE, 0, on_empty, 1)
    new = new_game(SIBERIA, len(PLAYERS), PLAYERS[0], terms=Terms(clock=clock, rated=True))
    loaded = (await play.open(new)).loaded
    for seat, player in enumerate(PLAYERS):
        loaded = (await play.take_seat(loaded, SeatTaking(seat, player))).loaded
    game, rng = (await play.start(loaded)).loaded.game.id, random.Random(4)
    left = 2
    while (state := (await play.load(game)).game).status == "running":
        asked = [seat for seat in sorted(awaiting(state)) if not is_by_bot(state, seat)]
        present = [seat for seat in asked if seat != LEAVER or left]
        if present:
            seat = present[0]
            left -= seat == LEAVER
            command = choose(state, seat, "random", rng)
            await play.command(
                await play.load(game), lambda _, seat=seat: seat, Answer(decision_id(state, seat), command)
            )
        elif not await act(play, game, rng):
            play.time += ALLOWANCE * SECOND
            assert (await take_step(play, game)).late == 0
    return game


@pytest.mark.parametrize("on_empty", ["bot", "resign"])
def test_who_leaves_by_the_clock_ranks_last_and_the_others_are_rated(on_empty: str, tmp_path: Path) -> None:
    with world(f"sqlite:///{tmp_path}/games.db") as tables:
        play = Watched(tables.store)
        game = asyncio.run(played(play, on_empty))
        tables.catch_up()
        with tables.database.reading() as cursor:
            ranks = {
                row["player"]: (row["ranked"], bool(row["resigned"]))
                for row in cursor.all("SELECT player, ranked, resigned FROM result_seats")
            }
            rated = {
                row["player"]: (row["games"], row["wins"], row["mu"])
                for row in cursor.all("SELECT player, games, wins, mu FROM ratings WHERE profile = ''")
            }
        loaded = asyncio.run(play.load(game))

    kinds = [entry.record.type for entry in loaded.entries]
    assert kinds.count("clock.ran_out") == 1
    assert ("game.seat_resigned" if on_empty == "resign" else "clock.seat_taken_over") in kinds
    leaver = PLAYERS[LEAVER]
    assert ranks.pop(leaver) == (len(PLAYERS), True)
    assert min(ranks.values()) == (1, False)
    assert not any(has_left for _, has_left in ranks.values())
    assert {player: games for player, (games, _, _) in rated.items()} == dict.fromkeys(PLAYERS, 1)
    assert sum(wins for _, wins, _ in rated.values()) > 0
    assert rated[leaver][1] == 0
    assert rated[leaver][2] == min(mu for _, _, mu in rated.values())
    report = verify(bundle_lines(loaded.game, loaded.entries, FULL, None))
    assert report.is_valid, report
