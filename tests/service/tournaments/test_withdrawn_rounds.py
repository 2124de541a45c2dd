"""Rounds that are withdrawn or changed after one of their games was cancelled or has started (rules 4.5 and 9.2)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from domain.game.decide import NewGame
from domain.tournaments.commands import AnyAct, LiftHold, PublishRound, Register, SwapPlayers, WithdrawRound
from domain.tournaments.decide.decide import Batch
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Table, Tournament
from service.core.store.recorder import Origin
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.play.loaded import Done
from service.play.play import Play
from service.play.requests import SeatTaking
from service.tournaments.asking import Asking
from service.tournaments.steward import attend
from service.tournaments.tournaments import Tournaments
from tests.loops import in_loop
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup, checked_bundle
from tests.tournaments.kit import OWNER, TOURNAMENT, players, terms


def test_rule_4_5_a_round_is_withdrawn_after_a_game_was_cancelled_before_its_start(
    server: Server, tmp_path: Path
) -> None:
    cup = Cup(server, 8, format={"type": "swiss", "rounds": 1})
    cup.publish_first()
    first, second = cup.playing(1)["tables"]
    cancelled = cup.owner.delete(f"/v1/games/{first['game']}")
    assert cancelled.status_code == 204, cancelled.text
    cup.until(lambda found: found["rounds"][0]["tables"][0]["result"] is not None)
    swapped = [table["seats"][0]["player"] for table in (first, second)]
    refused = cup.act(cup.owner, "swap_players", round=1, players=swapped, reason="They are neighbours.")
    assert problem(refused) == (409, "refused")
    assert "was cancelled before its start" in refused.json()["detail"]

    cup.done(cup.owner, "withdraw_round", round=1, reason="The game of table 1 was cancelled.")
    cup.done(cup.owner, "lift_hold")
    cup.done(cup.owner, "publish_round", round=1)
    cup.play(1)
    cup.until(lambda found: found["status"] == "ended")
    checked_bundle(cup.owner, cup.url, tmp_path)


def test_rule_4_5_a_round_with_a_started_game_stays(server: Server) -> None:
    cup = Cup(server, 4)
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    cup.started(table)
    refused = cup.act(cup.owner, "withdraw_round", round=1, reason="Again.")
    assert problem(refused) == (409, "refused")
    assert "the game of table 1 has started" in refused.json()["detail"]


@pytest.mark.parametrize("kind", ["withdraw", "swap"])
@in_loop
async def test_rules_4_5_and_9_2_a_game_starts_while_the_act_waits_for_its_turn(kind: str, tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'games.db'}") as store:
        # which makes the tables
        Accounts(store.database)
        tournaments = Tournaments(Play(store))
        await tournaments.open(TOURNAMENT, terms(), OWNER, Origin("sender", None, "digest"))
        for player in players(8):
            await done(tournaments, player, Register())
        await done(tournaments, OWNER, PublishRound(1))
        await attend(tournaments, TOURNAMENT, [])
        first, second = (await tournaments.load(TOURNAMENT)).tournament.rounds[0].tables
        is_in_turn, go_on = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def slow(_tournament: Tournament, _at: str) -> Batch | None:
            loop.call_soon_threadsafe(is_in_turn.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
            return None

        before = asyncio.create_task(tournaments.act(TOURNAMENT, slow, None))
        await is_in_turn.wait()
        swap = SwapPlayers(1, (first.players[0], second.players[0]), "They are neighbours.")
        act = WithdrawRound(1, "Again.") if kind == "withdraw" else swap
        waiting = asyncio.create_task(done(tournaments, OWNER, act))
        await asyncio.sleep(0)
        # as another process: what this one has loaded is older
        play = Play(store)
        for seat, player in enumerate(first.players):
            await play.take_seat(await play.load(first.game), SeatTaking(seat, player))
        if (game := await play.load(first.game)).game.status == "open":
            await play.start(game)
        go_on.set()
        await before
        with pytest.raises(Refused, match="the game of table 1 has started") as refused:
            await waiting
        assert refused.value.rule == {"withdraw": "4.5", "swap": "9.2"}[kind]


class Interrupted(Play):
    """Play in which something happens as soon as games are opened."""

    on_open: Callable[[], Awaitable[None]] | None = None

    async def open_all(self, new: Sequence[NewGame], games: Sequence[str], origin: Origin | None) -> list[Done]:
        opened = await super().open_all(new, games, origin)
        if (on_open := self.on_open) is not None:
            self.on_open = None
            await on_open()
        return opened


async def with_a_published_round(store: Store, play: Play) -> tuple[Tournaments, Sequence[Table]]:
    """Open a tournament of eight players and publish its first round. Returns the tables of the round, too."""
    Accounts(store.database)
    tournaments = Tournaments(play)
    await tournaments.open(TOURNAMENT, terms(), OWNER, Origin("sender", None, "digest"))
    for player in players(8):
        await done(tournaments, player, Register())
    await done(tournaments, OWNER, PublishRound(1))
    return tournaments, (await tournaments.load(TOURNAMENT)).tournament.rounds[0].tables


@pytest.mark.parametrize("kind", ["withdraw", "swap"])
@in_loop
async def test_rules_4_5_and_9_2_an_act_comes_while_the_games_are_opened(kind: str, tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'games.db'}") as store:
        play = Interrupted(store)
        tournaments, (first, second) = await with_a_published_round(store, play)
        swap = SwapPlayers(1, (first.players[0], second.players[0]), "They are neighbours.")
        act = WithdrawRound(1, "Again.") if kind == "withdraw" else swap
        play.on_open = lambda: done(tournaments, OWNER, act)
        await attend(tournaments, TOURNAMENT, [])
        tasks = await tournaments.queries.tasks_at(play.now())
        await attend(tournaments, TOURNAMENT, [task.game for task in tasks if task.game is not None])

        assert play.on_open is None
        for table in (first, second):
            assert (await play.load(table.game)).game.status == "abandoned"
        counting = [table for held in (await tournaments.load(TOURNAMENT)).tournament.rounds for table in held.tables]
        assert len(counting) == (2 if kind == "swap" else 0)
        for table in counting:
            assert (await play.load(table.game)).game.status == "open"


@in_loop
async def test_rule_4_5_games_that_an_earlier_release_left_open_are_discarded_after_the_next_event(
    database: str,
) -> None:
    with Store(database) as store:
        play = Interrupted(store)
        tournaments, tables = await with_a_published_round(store, play)
        games = [table.game for table in tables]
        play.on_open = lambda: done(tournaments, OWNER, WithdrawRound(1, "Again."))
        await attend(tournaments, TOURNAMENT, [])
        with store.database.writing() as cursor:
            # earlier releases wrote no such rows
            cursor.execute("DELETE FROM tournament_games WHERE state='discarded'")
        assert not [task for task in await tournaments.queries.tasks_at(play.now()) if task.game is not None]

        await done(tournaments, OWNER, LiftHold())

        tasks = await tournaments.queries.tasks_at(play.now())
        assert sorted(task.game for task in tasks if task.game is not None) == sorted(games)


async def done(tournaments: Tournaments, author: str, act: AnyAct) -> None:
    """Do an act."""
    await tournaments.act(TOURNAMENT, Asking(author, act), Origin(author, None, "digest"))
