"""Another feature may keep two players apart: in challenges, answers, rematches and pools."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.features import FEATURES
from service.meeting.meetings import Meetings
from tests.loops import in_loop
from tests.replies import ok
from tests.service.kit import problem

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

LIVE = {"ruleset": "minos", "clock": "live"}


@in_loop
async def test_players_who_are_kept_apart_do_not_meet(tmp_path: Path) -> None:
    apart: set[str] = set()

    def may_meet(_: Cursor, one: str, other: str) -> bool:
        return not {one, other} <= apart

    def connect(parts: Parts) -> None:
        parts.get(Meetings).may_meet.append(may_meet)

    settings = Settings(database=f"sqlite:///{tmp_path}/games.db", rate_limit=0)
    app: Any = create_app(settings, features=(*FEATURES, Feature("apart", connect=connect)))
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        ids: dict[str, str] = {}
        held: dict[str, dict[str, str]] = {}
        for name in ("Ada", "Bea", "Cy"):
            made = ok(await client.post("/v1/players", json={"name": name})).json()
            ids[name], held[name] = made["id"], {"Authorization": f"Bearer {made['token']}"}

        async def post(who: str, path: str, body: Any = None) -> httpx.Response:
            return await client.post(f"/v1/{path}", json=body, headers=held[who])

        game = ok(await post("Ada", "games", {"ruleset": "minos", "seats": 2}), 201).json()["id"]
        for seat, who in enumerate(("Ada", "Bea")):
            ok(await client.put(f"/v1/games/{game}/seats/{seat}", headers=held[who]))
        ok(await post("Ada", f"games/{game}/start"))
        ok(await post("Bea", f"games/{game}/resignations"), 201)
        body = {"players": ["Bea"], "ruleset": "minos"}
        before = ok(await post("Ada", "challenges", body), 201).json()["id"]
        ok(await post("Ada", f"games/{game}/rematches"))

        apart |= {ids["Ada"], ids["Bea"]}

        for who, path, asked in (
            ("Bea", f"challenges/{before}/acceptances", None),
            ("Bea", f"games/{game}/rematches", None),
            ("Bea", "challenges", {"players": ["Ada"], "ruleset": "minos"}),
        ):
            refused = await post(who, path, asked)
            assert problem(refused) == (409, "not-possible"), path
            # it does not say who keeps whom away
            assert "do not play with one another" in refused.json()["detail"]
        # who asks both learns nothing: the one who answers later is refused, and the challenge lapses
        both = ok(await post("Cy", "challenges", {"players": ["Ada", "Bea"], "ruleset": "giganten"}), 201).json()["id"]
        assert ok(await post("Ada", f"challenges/{both}/acceptances")).json()["state"] == "open"
        refused = await post("Bea", f"challenges/{both}/acceptances")
        assert problem(refused) == (409, "not-possible")
        seen = ok(await client.get(f"/v1/challenges/{both}", headers=held["Cy"])).json()
        assert (seen["state"], [each["has_agreed"] for each in seen["players"]]) == ("open", [True, True, False])
        states = [ok(await post(who, "me/pools", LIVE)).json()["state"] for who in ("Ada", "Bea")]
        assert states == ["waiting", "waiting"]
        paired = ok(await post("Cy", "me/pools", LIVE)).json()["challenge"]
        assert ids["Cy"] in {each["player"] for each in paired["players"]}

        apart.clear()
        assert ok(await post("Bea", f"challenges/{before}/acceptances")).json()["state"] == "started"
