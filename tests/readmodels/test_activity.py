"""The changes of games and of players do not depend on how the log is read."""

import asyncio
from pathlib import Path

import pytest

from domain.game import decide
from domain.game.rulings.decide import Ruling, adjudicate, give_up_seat, replace_player
from domain.rulesets import RULESETS
from service.lists.api.streams.filters import GameFilter
from service.lists.reading import ReadModels
from service.lists.row_relay import RowRelays, RowSource
from service.lists.tables import activity
from service.lists.tables.activity import Place, game_changes, last_game_change, oldest_place
from service.lists.tables.lobby import Requester
from service.lists.tables.results import NumberedResult
from tests.new_games import new_game
from tests.readmodels.kit import SEED, Batch, Table, evening, world
from tests.readmodels.test_commands import worker
from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import serving
from tests.service.sse import Sent, following, lines_so_far

GAME = "0b6a6a0e-6f3c-4f0e-8d0e-0d1f4f7c2a11"
OWNER = "player:owner"
RULING = Ruling(OWNER, "absent")


def ruled_game() -> list[Batch]:
    """Return a game in which a seat is given up, goes to another player, and which is then adjudicated."""
    ruleset = RULESETS["siberia"]
    table = Table(GAME, None)
    opened = new_game(ruleset, 2, OWNER)
    batches = [table.append(None, decide.open_game(opened, SEED))]
    for seat, player in enumerate(("player:ada", "player:bo")):
        batches.append(table.append(seat, decide.take_seat(table.state, seat, player, "ab" * 32, "player")))
    batches.append(table.append(None, decide.start(table.state)))
    batches.append(table.append(None, give_up_seat(table.state, 1, "random", RULING)))
    batches.append(table.append(None, replace_player(table.state, 1, "player:cy", RULING)))
    batches.append(table.append(None, adjudicate(table.state, [1, 2], RULING)))
    return batches


def notices(folder: Path, limit: int) -> list[tuple[str, str]]:
    """Return the notices of a log that is read in pages of this size."""
    with world(f"sqlite:///{folder}/games-{limit}.db") as opened:
        opened.append(ruled_game())
        opened.catch_up(limit)
        with opened.database.reading() as cursor:
            rows = cursor.all("SELECT player, kind FROM player_changes ORDER BY position, place")
            return [(row["player"], row["kind"]) for row in rows if row["kind"] != "asked"]


def test_a_replaced_player_is_not_notified_however_the_log_is_cut_into_pages(tmp_path: Path) -> None:
    whole, single = notices(tmp_path, 1_000), notices(tmp_path, 1)

    assert whole == single
    assert whole[-3:] == [("player:cy", "invited"), ("player:ada", "ended"), ("player:cy", "ended")]


FILTERS = [
    GameFilter(Requester()),
    GameFilter(Requester(OWNER)),
    GameFilter(Requester("player:cy")),
    GameFilter(Requester(OWNER), status="open"),
    GameFilter(Requester(OWNER), status="ended", ruleset="siberia"),
    GameFilter(Requester(), ruleset="minos"),
    GameFilter(Requester(), player="bot:random"),
    GameFilter(Requester("player:bo"), player="player:bo", owner=OWNER),
    GameFilter(Requester(), owner="player:none"),
    GameFilter(Requester(), tag="none"),
    GameFilter(Requester(), rated=True),
]


def test_the_database_selects_what_the_stream_of_games_shows(database: str) -> None:
    with world(database) as opened:
        opened.follow(evening())
        with opened.database.reading() as cursor:
            last = last_game_change(cursor)
            every = game_changes(cursor, (0, 0), last, 10_000).rows
            assert len(every) > 30
            for wanted in FILTERS:
                selected = wanted.page(cursor, (0, 0), last, 10_000).rows
                first = wanted.page(cursor, (0, 0), last, 1).rows
                assert list(selected) == [row for row in every if wanted.shows(row)], wanted
                assert list(first) == list(selected[:1]), wanted


def test_a_game_that_the_list_lacks_ends_the_page_of_every_filter(tmp_path: Path) -> None:
    with world(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.follow(ruled_game())
        with opened.database.writing() as cursor:
            cursor.execute("DELETE FROM lobby_g1")
        with opened.database.reading() as cursor:
            pages = [wanted.page(cursor, (0, 0), last_game_change(cursor), 10) for wanted in FILTERS]

    # changes of other kinds, such as those of another status, do not depend on the list
    assert [(page.rows, page.is_complete) for page in pages] == [([], False)] * len(pages)


def test_both_streams_continue_from_the_oldest_change_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "KEPT", 3)
    with world(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.follow(ruled_game())
        with opened.database.reading() as cursor:
            oldest = oldest_place(cursor)
            stored = [
                (row["position"], row["place"])
                for table in ("game_changes", "player_changes")
                for row in cursor.all(f"SELECT position, place FROM {table}")
            ]

    assert oldest[0] == max(stored)[0] - 3
    assert min(stored) > oldest


@pytest.mark.parametrize("path", ["/v1/me/stream", "/v1/games/stream"])
def test_a_stream_begins_now_although_the_tables_lag_behind(postgres: str, tmp_path: Path, path: str) -> None:
    with serving(postgres, LUDOLOG_PROJECTIONS="worker", LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        player = server.player()
        started_game(player)
        with following(player, path) as events, worker(postgres):
            # without a worker the stream waits: the lists lack the game
            sent: list[Sent] = []
            while not sent or sent[-1].name != "ready":
                sent.append(next(events))
            later = [line["event"] for line in lines_so_far(player, path, after=sent[-1].last_id)]
        listed = ok(player.get("/v1/games?status=running")).json()["items"]

    # bots may have played meanwhile, but the game started earlier
    assert later[-1] == "ready"
    assert not {"opened", "started"} & {*later, *(each.name for each in sent)}
    assert len(listed) == 1


def test_a_stream_of_results_begins_with_what_the_table_lacks(tmp_path: Path) -> None:
    async def start(source: RowSource[NumberedResult]) -> tuple[Place, Place]:
        present = await source.present()
        # a reader that waits lets the projector catch up
        return present, await source.last()

    with world(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.append(ruled_game())
        models = ReadModels(opened.registry, opened.log, opened.store.in_use)
        models.flush = opened.catch_up
        present, caught_up = asyncio.run(start(RowRelays(models).results))

    assert (present, caught_up) == ((0, 0), (1, 0))
