"""An organiser who deletes the account leaves no tournament that no one can finish."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.store import Store
from service.people.accounts import Accounts
from tests.replies import ok
from tests.service.kit import erase, problem
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup, checked_bundle
from tests.waiting import until

BY_PEOPLE: dict[str, Any] = {"pause": None, "format": {"type": "swiss", "rounds": 2}}
"""Terms by which an organiser publishes each round and finishes the tournament."""


@pytest.fixture
def cup(server: Server) -> Cup:
    """A tournament of four players whose first round is published."""
    cup = Cup(server, 4, **BY_PEOPLE)
    cup.publish_first()
    cup.playing(1)
    return cup


def delete(client: httpx.Client) -> None:
    assert erase(client).status_code == 204


def helped_by(cup: Cup, role: str) -> httpx.Client:
    """Appoint an organiser; the tournament is read by this person from now on."""
    player = cup.sign_up(role.title())
    cup.done(cup.owner, "appoint", player=player, role=role)
    return cup.players[player]


def read_by_player(cup: Cup) -> Any:
    return cup.read(next(iter(cup.players.values())))


def status_of_game(cup: Cup, game: str) -> str:
    return ok(next(iter(cup.players.values())).get(f"/v1/games/{game}")).json()["status"]


def last_event(cup: Cup) -> Any:
    items = ok(next(iter(cup.players.values())).get(f"{cup.url}/events", params={"limit": 1000})).json()["items"]
    return items[-1]["record"]


def test_the_tournament_of_the_only_organiser_is_cancelled(cup: Cup, tmp_path: Path) -> None:
    (table,) = cup.read()["rounds"][0]["tables"]
    delete(cup.owner)

    found = read_by_player(cup)
    assert (found["status"], found["due"], found["rounds"][0]["status"]) == ("cancelled", None, "playing")
    (row,) = found["rounds"][0]["tables"]
    assert row["result"] is None
    event = last_event(cup)
    assert (event["type"], event["data"]["author"]) == ("tournament.cancelled", cup.owner_id)
    assert "deleted" in event["data"]["reason"]
    until(lambda: status_of_game(cup, table["game"]) == "abandoned")
    # the cancelled game is no result of the tournament
    assert read_by_player(cup)["version"] == found["version"]
    checked_bundle(next(iter(cup.players.values())), cup.url, tmp_path)


def test_a_helper_does_not_keep_a_tournament_going(cup: Cup) -> None:
    helped_by(cup, "helper")
    delete(cup.owner)
    assert read_by_player(cup)["status"] == "cancelled"


def test_a_game_that_runs_goes_on(cup: Cup) -> None:
    (table,) = cup.read()["rounds"][0]["tables"]
    cup.sit_down(table)
    cup.started(table)
    delete(cup.owner)
    assert (read_by_player(cup)["status"], status_of_game(cup, table["game"])) == ("cancelled", "running")


def test_a_tournament_whose_rounds_are_all_over_is_finished(server: Server, tmp_path: Path) -> None:
    cup = Cup(server, 4, pause=None, format={"type": "swiss", "rounds": 1})
    cup.publish_first()
    cup.play(1)
    delete(cup.owner)

    found = read_by_player(cup)
    assert (found["status"], len(found["places"])) == ("ended", 4)
    checked_bundle(next(iter(cup.players.values())), cup.url, tmp_path)


def test_another_director_goes_on(cup: Cup) -> None:
    director = helped_by(cup, "director")
    (table,) = cup.read()["rounds"][0]["tables"]
    delete(cup.owner)

    cup.owner = director
    assert cup.read()["status"] == "running"
    assert status_of_game(cup, table["game"]) == "open"
    cup.sit_down(table)
    until(lambda: status_of_game(cup, table["game"]) == "running")
    places = [
        {"player": seat["player"], "rank": rank, "score": 10 - rank} for rank, seat in enumerate(table["seats"], 1)
    ]
    cup.done(director, "replace_result", round=1, table=1, places=places, reason="Time is up.")
    cup.closed(1)
    cup.done(director, "publish_round", round=2)
    cup.playing(2)


def test_later_games_belong_to_a_director_with_an_account(cup: Cup, tmp_path: Path) -> None:
    director = helped_by(cup, "director")
    (first,) = cup.read()["rounds"][0]["tables"]
    delete(cup.owner)
    owner, cup.owner = cup.owner_id, director
    cup.done(director, "void_table", round=1, table=1, reason="Time is up.")
    cup.closed(1)
    cup.done(director, "publish_round", round=2)
    (second,) = cup.playing(2)["tables"]
    cup.sit_down(second)
    cup.end(second)

    # a game that was open keeps its owner; the director has ruled on its table
    assert ok(director.get(f"/v1/games/{first['game']}")).json()["owner"] == owner
    assert ok(director.get(f"/v1/games/{second['game']}")).json()["owner"] == ok(director.get("/v1/me")).json()["id"]
    assert cup.closed(2)["rounds"][1]["tables"][0]["result"]["by"] == "game"
    assert [each["role"] for each in cup.read()["organisers"]] == ["director"]
    checked_bundle(director, cup.url, tmp_path)


def test_an_owner_whom_an_earlier_release_has_left_the_role_gives_it_up_before_games_are_opened(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        cup = Cup(server, 4, **BY_PEOPLE)
        cup.publish_first()
        director = helped_by(cup, "director")
        cup.done(director, "void_table", round=1, table=1, reason="Time is up.")
        cup.closed(1)
        server.stop()
        with Store(f"sqlite:///{file}") as store:
            Accounts(store.database).erase(cup.owner_id)
        server.restart()
        cup.owner = director
        assert [each["role"] for each in cup.read()["organisers"]] == ["owner", "director"]
        cup.done(director, "publish_round", round=2)
        (table,) = cup.playing(2)["tables"]
        owner = ok(director.get(f"/v1/games/{table['game']}")).json()["owner"]

        assert owner == ok(director.get("/v1/me")).json()["id"]
        assert [each["role"] for each in cup.read()["organisers"]] == ["director"]
        checked_bundle(director, cup.url, tmp_path)


@pytest.mark.parametrize("attempt", range(5))
def test_directors_who_delete_their_accounts_at_the_same_time_leave_no_tournament(server: Server, attempt: int) -> None:
    cup = Cup(server, 4, **BY_PEOPLE)
    leaving = [cup.owner, *(helped_by(cup, "director") for _ in range(1 + attempt % 2))]
    cup.publish_first()
    cup.playing(1)
    start = threading.Barrier(len(leaving))

    def leave(client: httpx.Client) -> int:
        start.wait()
        return erase(client).status_code

    with ThreadPoolExecutor(len(leaving)) as pool:
        assert [*pool.map(leave, leaving)] == [204] * len(leaving)
    assert read_by_player(cup)["status"] == "cancelled"
    assert (last_event(cup)["type"], last_event(cup)["data"]["author"]) == ("tournament.cancelled", cup.owner_id)


def test_the_last_director_who_deletes_the_account_cancels_the_tournament(cup: Cup, tmp_path: Path) -> None:
    director = helped_by(cup, "director")
    delete(cup.owner)
    assert read_by_player(cup)["status"] == "running"
    delete(director)

    assert read_by_player(cup)["status"] == "cancelled"
    # only the owner cancels: the service does it in the name of the owner
    assert last_event(cup)["data"]["author"] == cup.owner_id
    checked_bundle(next(iter(cup.players.values())), cup.url, tmp_path)


@pytest.mark.parametrize("role", ["director", "helper"])
def test_an_organiser_who_deletes_the_account_leaves_the_tournament_to_its_owner(cup: Cup, role: str) -> None:
    delete(helped_by(cup, role))
    assert cup.read()["status"] == "running"
    assert [each["role"] for each in cup.read()["organisers"]] == ["owner"]


def test_an_organiser_does_not_give_up_the_role_without_the_account(cup: Cup) -> None:
    director = helped_by(cup, "director")
    own: str = ok(director.get("/v1/me")).json()["id"]
    assert problem(cup.act(director, "dismiss", player=own)) == (403, "not-yours")
    assert problem(cup.act(cup.owner, "dismiss", player=cup.owner_id)) == (409, "refused")
