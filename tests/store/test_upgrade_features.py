"""What a database of 0.3.0 or later has besides games is there after the upgrade, and goes on."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import answer, next_decision
from tests.service.tournaments.kit import checked_bundle
from tests.store.release_features import ABOUT, MESSAGE, NOTE, PEOPLE, play_round
from tests.store.test_upgrade import RELEASES, Upgraded, upgrade
from tests.waiting import until

LATER = [release for release in RELEASES if "features" in json.loads((release / "about.json").read_text())["sqlite"]]


@pytest.fixture(
    params=[(release, store) for release in LATER for store in ("sqlite", "postgresql", "sequenced")],
    ids=lambda param: f"{param[0].name}-{param[1]}",
    scope="module",
)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    release, store = request.param
    with upgrade(release, store, tmp_path_factory.mktemp("upgraded")) as found:
        yield found


@pytest.fixture
def features(upgraded: Upgraded) -> dict[str, Any]:
    return upgraded.about["features"]


@pytest.fixture
def ada(upgraded: Upgraded) -> httpx.Client:
    return upgraded.holder(upgraded.about["players"]["ada"])


def test_every_release_from_0_3_0_on_has_them() -> None:
    assert {release.name for release in RELEASES} - {release.name for release in LATER} == {"0.1.0", "0.2.0"}


def test_texts_and_names_are_there(features: dict[str, Any], ada: httpx.Client) -> None:
    url = f"/v1/games/{features['table']}"

    assert [each["text"] for each in ok(ada.get(f"{url}/messages")).json()["items"]] == [MESSAGE]
    assert [each["text"] for each in ok(ada.get(f"{url}/notes")).json()["items"]] == [NOTE]
    assert ok(ada.get(f"/v1/players/{features['ben']}/note")).json()["text"] == ABOUT
    assert ok(ada.get(f"/v1/players/{features['renamed']}")).json()["name"] == "Cleopatra"


def test_tokens_links_and_webhooks_are_valid(upgraded: Upgraded, features: dict[str, Any], ada: httpx.Client) -> None:
    fine, link = upgraded.holder(features["fine_token"]), urlsplit(str(features["calendar"]))

    assert ok(fine.get("/v1/games")).json()["items"]
    assert fine.get("/v1/me").status_code == 403
    assert "BEGIN:VCALENDAR" in ok(upgraded.server.client().get(f"{link.path}?{link.query}")).text
    assert [each["id"] for each in ok(ada.get("/v1/webhooks")).json()["items"]] == [features["webhook"]]


def test_a_standing_order_still_decides(features: dict[str, Any], ada: httpx.Client) -> None:
    (order,) = ok(ada.get(f"/v1/games/{features['table']}/orders")).json()["items"]

    assert order["end"] is None
    assert order["terms"]["questions"] == ["7a.2"]


def test_a_clock_that_has_run_out_gives_the_seat_to_a_bot(features: dict[str, Any], ada: httpx.Client) -> None:
    game = features["clocked"]
    url = f"/v1/games/{game['id']}"

    def types() -> list[str]:
        events = ok(ada.get(f"{url}/events", params={"after": game["version"]})).json()["items"]
        return [each["record"]["type"] for each in events]

    until(lambda: "clock.ran_out" in types())
    assert ok(ada.get(f"{url}/verification")).json()["valid"] is True


def test_a_game_with_a_hint_and_a_decision_taken_back_goes_on(features: dict[str, Any], ada: httpx.Client) -> None:
    game = features["hinted"]["id"]
    decision = next_decision(ada, game)

    reply = answer(ada, game, decision, random.Random(1))

    assert reply.status_code == 201, reply.text
    report = ok(ada.get(f"/v1/games/{game}/verification")).json()
    assert report["valid"] is True
    assert report["events"] > features["hinted"]["version"]


def test_a_tournament_is_played_to_its_end(
    upgraded: Upgraded, features: dict[str, Any], ada: httpx.Client, tmp_path: Path
) -> None:
    cup = features["tournament"]
    events = ok(ada.get(f"{cup['url']}/events", params={"after": cup["version"] - 1, "limit": 1})).json()["items"]
    assert events[0]["head"] == cup["head"]

    found = play_round(ada, cup["url"], 2, [upgraded.holder(token) for token in cup["people"]])

    assert [each["status"] for each in found["rounds"]] == ["closed", "closed"]
    ok(ada.post(f"{cup['url']}/acts", json={"type": "finish"}), 201)
    assert ok(ada.get(cup["url"])).json()["status"] == "ended"
    assert len(ok(ada.get(f"{cup['url']}/standings")).json()["rows"]) == PEOPLE
    assert checked_bundle(ada, cup["url"], tmp_path)[1]["valid"] is True


def test_the_transparency_log_goes_on_under_its_key(features: dict[str, Any], ada: httpx.Client) -> None:
    assert ok(ada.get("/log/vkey")).text == features["log_key"]
    for game in features["games"]:
        assert ok(ada.get(f"/v1/games/{game}/log")).json()["opened"] is not None
