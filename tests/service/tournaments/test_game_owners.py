"""The games of a tournament obey their owner as long as the owner directs the tournament (rules 1.3 and 6.1)."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from service.core.store.postgres_connection import EVENTS
from service.core.store.store import Store
from service.play.play import Play
from service.tournaments.api.directing import direction_of
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.waiting import until

ON_ITS_WAY = 0.3
"""Seconds for a request to arrive at the service. A request that takes longer is refused, too."""


class Directed:
    """A tournament whose owner plays; a director owns its only game. The game is open."""

    def __init__(self, server: Server) -> None:
        self.cup = cup = Cup(server, 3, sizes=[4])
        cup.players[cup.owner_id] = cup.owner
        cup.register_all()
        self.director, self.other = cup.sign_up("Dirk"), cup.sign_up("Dora")
        cup.done(cup.owner, "appoint", player=self.director, role="director")
        cup.done(cup.owner, "appoint", player=self.other, role="director")
        cup.done(cup.owner, "publish_round", round=1)
        (self.table,) = cup.playing(1)["tables"]
        self.game: str = f"/v1/games/{self.table['game']}"

    def rule(self, player: str, kind: str = "adjudicate", **fields: Any) -> httpx.Response:
        body = {"type": kind, "reason": "Time is up.", **fields}
        return self.cup.players[player].post(f"{self.game}/rulings", json=body)


@pytest.fixture
def directed(server: Server) -> Directed:
    return Directed(server)


def test_rule_6_1_a_dismissed_director_rules_no_more(directed: Directed) -> None:
    cup, table = directed.cup, directed.table
    cup.sit_down(table)
    cup.started(table)
    cup.done(cup.owner, "dismiss", player=directed.director)

    for kind, fields in (("adjudicate", {"ranks": [1, 2, 3, 4]}), ("give_up_seat", {"seat": 0})):
        refused = directed.rule(directed.director, kind, **fields)
        assert problem(refused) == (403, "not-yours")
        assert "`replace_result`" in refused.json()["detail"]
    cup.done(cup.owner, "appoint", player=directed.director, role="helper")
    assert problem(directed.rule(directed.director, ranks=[1, 2, 3, 4])) == (403, "not-yours")
    cup.done(cup.owner, "appoint", player=directed.director, role="director")
    assert directed.rule(directed.director, ranks=[1, 2, 3, 4]).status_code == 201
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "game"


def test_rule_6_1_a_dismissed_director_cannot_cancel_a_game(directed: Directed) -> None:
    cup, client = directed.cup, directed.cup.players[directed.director]
    cup.done(cup.owner, "dismiss", player=directed.director)

    first, second, *_ = directed.table["seats"]
    for seat in (first, second):
        taken = cup.players[seat["player"]].put(f"{directed.game}/seats/{seat['seat']}")
        assert taken.status_code == 200, taken.text
    assert problem(client.delete(f"{directed.game}/seats/{first['seat']}")) == (403, "not-yours")
    left = cup.players[first["player"]].delete(f"{directed.game}/seats/{first['seat']}")
    assert left.status_code == 204, left.text
    assert problem(client.delete(directed.game)) == (403, "not-yours")
    assert problem(client.post(f"{directed.game}/start")) == (403, "not-yours")
    assert problem(client.put(f"{directed.game}/seats/0", json={"bot": "random"})) == (403, "not-yours")


def test_rules_6_1_and_9_8_another_director_rules_on_the_table(directed: Directed) -> None:
    cup, table, other = directed.cup, directed.table, directed.cup.players[directed.other]
    cup.sit_down(table)
    cup.started(table)
    refused = directed.rule(directed.other, ranks=[1, 2, 3, 4])
    assert problem(refused) == (403, "not-yours")
    assert directed.director in refused.json()["detail"]
    assert "`replace_result`" in refused.json()["detail"]

    seats = enumerate(table["seats"], 1)
    places = [{"player": seat["player"], "rank": rank, "score": 0} for rank, seat in seats]
    cup.done(other, "replace_result", round=1, table=1, places=places, reason="Time is up.")
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "ruling"


def test_a_game_with_the_tag_of_a_tournament_obeys_its_owner(directed: Directed) -> None:
    stranger = directed.cup.server.player("Tagger")
    tag = directed.cup.id.replace("-", "")
    opened = stranger.post("/v1/games", json={"ruleset": "minos", "seats": 2, "tags": [tag]})
    assert opened.status_code == 201, opened.text
    assert stranger.delete(f"/v1/games/{opened.json()['id']}").status_code == 204


class Counting(Tournaments):
    """Tournaments that count how often one is loaded."""

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        self.loads = 0

    async def load(self, tournament: str) -> LoadedTournament:
        self.loads += 1
        return await super().load(tournament)


def test_a_command_loads_the_tournament_of_its_game_and_no_other(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        directed = Directed(server)
        others = [Cup(server, 0).id for _ in range(9)]
        tags = [each.replace("-", "") for each in (directed.cup.id, *others)]
        stranger = server.player("Tagger")
        opened = [
            stranger.post("/v1/games", json={"ruleset": "minos", "seats": 2, **given})
            for given in ({}, {"tags": tags[:1]}, {"tags": tags}, {"tags": ["0" * 32]})
        ]
        assert [reply.status_code for reply in opened] == [201] * 4
        database = server.database

    async def found() -> list[tuple[str | None, int]]:
        with Store(database) as store:
            play = Play(store)
            tournaments = Counting(play)
            pairs: list[tuple[str | None, int]] = []
            for game in (directed.table["game"], *(reply.json()["id"] for reply in opened)):
                tournaments.loads = 0
                direction = await direction_of(tournaments, await play.load(game))
                pairs.append((direction and direction.tournament.id, tournaments.loads))
            return pairs

    assert asyncio.run(found()) == [(directed.cup.id, 1), *[(None, 0)] * 4]


def test_rule_6_1_a_ruling_after_a_dismissal_is_refused_and_one_before_it_stands(directed: Directed) -> None:
    """Of a ruling and a dismissal at the same time, either is the first: both orders are possible without the race."""
    cup = directed.cup
    cup.sit_down(directed.table)
    cup.started(directed.table)
    dismissed = threading.Event()

    def rule(_: int) -> list[tuple[bool, int]]:
        with httpx.Client(base_url=cup.server.base, headers=cup.players[directed.director].headers) as client:
            found: list[tuple[bool, int]] = []
            # until one ruling is certainly after the dismissal
            while not any(is_after for is_after, _ in found):
                is_after, kind = dismissed.is_set(), "resume" if len(found) % 2 else "pause"
                body = {"type": kind, "reason": "A break.", **({"duration": "PT1H"} if kind == "pause" else {})}
                found.append((is_after, client.post(f"{directed.game}/rulings", json=body).status_code))
            return found

    with ThreadPoolExecutor(4) as pool:
        rulings = [pool.submit(rule, number) for number in range(4)]
        try:
            until(lambda: len(kinds(directed)) > 1)
            cup.done(cup.owner, "dismiss", player=directed.director)
        finally:
            dismissed.set()
        replies = [each for ruling in rulings for each in ruling.result()]
    assert {status for is_after, status in replies if is_after} == {403}
    assert {status for is_after, status in replies if not is_after} >= {201}
    assert directed.rule(directed.director, "pause", duration="PT1H").status_code == 403


def kinds(directed: Directed) -> list[str]:
    """Return the rulings of the game."""
    events = ok(directed.cup.owner.get(f"{directed.game}/events", params={"limit": 1000})).json()["items"]
    types = [event["record"]["type"] for event in events]
    return [kind for kind in types if kind in {"game.paused", "game.resumed"}]


def test_rule_6_1_a_ruling_that_waits_for_its_turn_is_refused_after_a_dismissal(postgres: str, tmp_path: Path) -> None:
    """The log of games is locked: a ruling is not committed, and the next one waits for its turn at the game."""
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, **settings) as server, ThreadPoolExecutor(2) as pool:
        directed = Directed(server)
        cup = directed.cup
        cup.sit_down(directed.table)
        cup.started(directed.table)
        with psycopg.connect(postgres) as connection:
            connection.execute(f"LOCK TABLE {EVENTS} IN EXCLUSIVE MODE".encode())
            rulings = [pool.submit(directed.rule, directed.director, "pause", duration="PT1H")]
            until(lambda: is_waiting(connection))
            # the first one waits for the log, so the second one cannot be decided, however long it is on its way
            rulings.append(pool.submit(directed.rule, directed.director, "resume"))
            time.sleep(ON_ITS_WAY)
            cup.done(cup.owner, "dismiss", player=directed.director)
        first, second = (ruling.result() for ruling in rulings)

    assert first.status_code == 201
    assert problem(second) == (403, "not-yours")


def is_waiting(connection: psycopg.Connection) -> bool:
    """Return whether a session waits for the lock of the log of games."""
    row = connection.execute(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass", (EVENTS,)
    ).fetchone()
    return row is not None


def test_rules_6_1_and_9_1_a_director_who_is_appointed_later_rules_if_all_organisers_play(server: Server) -> None:
    cup = Cup(server, 3, sizes=[4])
    cup.players[cup.owner_id] = cup.owner
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    cup.started(table)
    body = {"type": "adjudicate", "ranks": [1, 2, 3, 4], "reason": "Time is up."}
    refused = cup.owner.post(f"/v1/games/{table['game']}/rulings", json=body)
    assert problem(refused) == (409, "not-possible")
    assert "appoint a director" in refused.json()["detail"]
    voiding: dict[str, Any] = {"round": 1, "table": 1, "reason": "Time is up."}
    assert problem(cup.act(cup.owner, "void_table", **voiding)) == (409, "refused")

    director = cup.sign_up("Dirk")
    cup.done(cup.owner, "appoint", player=director, role="director")
    cup.done(cup.players[director], "void_table", **voiding)
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "void"
