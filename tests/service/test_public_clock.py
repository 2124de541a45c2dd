"""Public games have a clock unless their opener declines it, so that an absent player does not stop them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from service.api.clocks.presets import PRESETS
from service.api.games.messages import OpenGame
from service.api.games.new_game import FIRST_FIELDS, asked_fields
from service.settings import PublicClock, Settings
from tests.service.kit import problem
from tests.service.server import Server, serving

GAME: dict[str, Any] = {"ruleset": "minos", "seats": 2}


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
    listed = ada.get("/v1/clocks").json()
    presets = {preset.pop("name"): preset for preset in listed["items"]}

    assert listed["public"] == "correspondence"
    default = clock_of(ada)
    assert default == {name: presets["correspondence"][name] for name in default}
    assert clock_of(ada, rated=True) == clock_of(ada, bots={"1": "careful"}) == default
    assert clock_of(ada, clock=None) is None
    assert clock_of(ada, visibility="private") is clock_of(ada, visibility="private", rated=True) is None
    assert clock_of(ada, clock={"preset": "live"})["allowance"] == "PT2M"
    bulk = ada.post("/v1/games/bulk", json={"games": [GAME, {**GAME, "clock": None}]}).json()["items"]
    assert [game["clock"] for game in bulk] == [default, None]


def test_a_clock_of_null_and_no_clock_are_different_requests(site: Server) -> None:
    ada, key = site.player("Ada"), {"Idempotency-Key": "k"}
    first = ada.post("/v1/games", json=GAME, headers=key)
    second = ada.post("/v1/games", json=GAME, headers=key)
    assert (second.json(), second.headers["Idempotency-Replayed"]) == (first.json(), "true")
    assert problem(ada.post("/v1/games", json={**GAME, "clock": None}, headers=key)) == (422, "key-reused")


def test_a_repetition_after_the_upgrade_returns_the_game_without_a_clock(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_PUBLIC_CLOCK="none") as server:
        ada, key = server.player("Ada"), {"Idempotency-Key": "k"}
        first = ada.post("/v1/games", json=GAME, headers=key).json()
        server.kill()
        server.settings = {**server.settings, "LUDOLOG_PUBLIC_CLOCK": "correspondence"}
        server.restart()
        again = ada.post("/v1/games", json=GAME, headers=key)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.json() == first
        assert again.json()["clock"] is None
        assert ada.post("/v1/games", json=GAME).json()["clock"] is not None


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

    assert tuple(asked_fields(earlier)) == FIRST_FIELDS
    same = msgspec.convert({**GAME, "options": {"first_player": "seat_0"}, **later, **more}, OpenGame)
    assert asked_fields(same) == asked_fields(earlier)
    every = {*FIRST_FIELDS, "clock", *later, *more}
    assert every == set(OpenGame.__struct_fields__)


def test_the_setting_names_the_presets() -> None:
    assert set(get_args(PublicClock)) == {"none", *PRESETS}
