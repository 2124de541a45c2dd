"""Public games and tournaments have a clock unless it is declined, so that an absent player does not stop them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from service.core.settings import PublicClock, Settings
from service.play.api.clocks.presets import PRESETS
from service.play.api.games.messages import OpenGame
from service.play.api.games.new_game import FIRST_FIELDS, asked_fields
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.tournaments.kit import TERMS, Cup

GAME: dict[str, Any] = {"ruleset": "minos", "seats": 2}
CLOCKS: list[dict[str, Any]] = [{}, {"clock": None}, {"visibility": "private"}, {"clock": {"preset": "live"}}]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("public")
    with serving(folder / "games.db", LUDOLOG_PUBLIC_CLOCK=Settings().public_clock) as running:
        yield running


def clock_of(player: httpx.Client, **wishes: Any) -> Any:
    reply = player.post("/v1/games", json={**GAME, **wishes})
    assert reply.status_code == 201, reply.text
    return reply.json()["clock"]


def test_a_public_game_has_the_clock_of_the_server_by_default(site: Server) -> None:
    ada = site.player("Ada")
    listed = ok(ada.get("/v1/clocks")).json()
    presets = {preset.pop("name"): preset for preset in listed["items"]}

    assert listed["public"] == "correspondence"
    default = clock_of(ada)
    assert default == {name: presets["correspondence"][name] for name in default}
    assert clock_of(ada, rated=True) == clock_of(ada, bots={"1": "careful"}) == default
    assert clock_of(ada, clock=None) is None
    assert clock_of(ada, visibility="private") is clock_of(ada, visibility="private", rated=True) is None
    assert clock_of(ada, clock={"preset": "live"})["allowance"] == "PT2M"
    bulk = ok(ada.post("/v1/games/bulk", json={"games": [GAME, {**GAME, "clock": None}]})).json()["items"]
    assert [game["clock"] for game in bulk] == [default, None]


def test_a_clock_of_null_and_no_clock_are_different_requests(site: Server) -> None:
    ada, key = site.player("Ada"), {"Idempotency-Key": "k"}
    first = ok(ada.post("/v1/games", json=GAME, headers=key))
    second = ok(ada.post("/v1/games", json=GAME, headers=key))
    assert (second.json(), second.headers["Idempotency-Replayed"]) == (first.json(), "true")
    assert problem(ada.post("/v1/games", json={**GAME, "clock": None}, headers=key)) == (422, "key-reused")
    first, second = (ok(ada.post("/v1/tournaments", json=TERMS, headers=key)) for _ in range(2))
    assert (second.json(), second.headers["Idempotency-Replayed"]) == (first.json(), "true")
    assert problem(ada.post("/v1/tournaments", json={**TERMS, "clock": None}, headers=key)) == (422, "key-reused")


def test_a_public_tournament_has_the_clock_of_the_server_by_default(site: Server) -> None:
    cup = Cup(site, 4)
    opened = [
        ok(cup.owner.post("/v1/tournaments", json={**TERMS, **wishes})).json()["terms"]["clock"] for wishes in CLOCKS
    ]
    default = clock_of(cup.owner)

    assert cup.read()["terms"]["clock"] == default
    assert [opened[0], opened[1], opened[2], opened[3]["allowance"]] == [default, None, None, "PT2M"]
    # the games have it, and so has the log
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    assert ok(cup.owner.get(f"/v1/games/{table['game']}")).json()["clock"] == default
    first = ok(cup.owner.get(f"{cup.url}/events")).json()["items"][0]["record"]
    assert first["data"]["terms"]["clock"]["allowance"] == PRESETS["correspondence"].allowance


def test_changed_terms_without_a_clock_have_that_of_the_server(site: Server) -> None:
    cup = Cup(site, 0, clock=None)
    assert cup.read()["terms"]["clock"] is None
    cup.done(cup.owner, "change_terms", terms=TERMS)
    assert cup.read()["terms"]["clock"] == clock_of(cup.owner)
    cup.done(cup.owner, "change_terms", terms={**TERMS, "clock": None})
    assert cup.read()["terms"]["clock"] is None


def test_a_server_without_the_setting_gives_tournaments_no_clock(server: Server) -> None:
    assert Cup(server, 0).read()["terms"]["clock"] is None


def test_a_repetition_after_the_upgrade_returns_the_game_without_a_clock(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_PUBLIC_CLOCK="none") as server:
        ada, key = server.player("Ada"), {"Idempotency-Key": "k"}
        first = ok(ada.post("/v1/games", json=GAME, headers=key)).json()
        server.kill()
        server.settings = {**server.settings, "LUDOLOG_PUBLIC_CLOCK": "correspondence"}
        server.restart()
        again = ok(ada.post("/v1/games", json=GAME, headers=key))
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.json() == first
        assert again.json()["clock"] is None
        assert ok(ada.post("/v1/games", json=GAME)).json()["clock"] is not None


def test_fields_of_later_releases_do_not_change_the_digest_of_earlier_requests() -> None:
    earlier = msgspec.convert({**GAME, "options": {"first_player": "seat_0"}}, OpenGame)
    later: dict[str, Any] = {
        "take_back": None,
        "name": None,
        "tags": [],
        "reserved": {},
        "rated": None,
        "starts_at": None,
    }
    more: dict[str, Any] = {"no_show": None, "grace": None, "substitutes": []}
    more |= {"hints": None, "min_completion": None, "min_rating": None, "max_rating": None}

    assert tuple(asked_fields(earlier)) == FIRST_FIELDS
    same = msgspec.convert({**GAME, "options": {"first_player": "seat_0"}, **later, **more}, OpenGame)
    assert asked_fields(same) == asked_fields(earlier)
    every = {*FIRST_FIELDS, "clock", "others_left", *later, *more}
    assert every == set(OpenGame.__struct_fields__)


def test_the_setting_names_the_presets() -> None:
    assert set(get_args(PublicClock)) == {"none", *PRESETS}


def test_the_shortest_allowance_is_refused_below_and_documented(site: Server) -> None:
    ada = site.player("Ada")

    refused = ada.post("/v1/games", json={**GAME, "clock": {"allowance": "PT9S"}})

    assert problem(refused) == (422, "invalid-value")
    assert "PT10S" in refused.json()["detail"]
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/clock/allowance"]
    assert clock_of(ada, clock={"allowance": "PT10S"})["allowance"] == "PT10S"
    fields = ok(ada.get("/openapi.json")).json()["components"]["schemas"]["ClockRequest"]["properties"]
    assert fields["allowance"]["x-minimum"] == "PT10S"
    assert "at least 10 seconds (`PT10S`)" in fields["allowance"]["description"]
