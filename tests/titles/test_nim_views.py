"""The views of many versions of a title outside the product: it has marks, and no running scores."""

import itertools
import json
from typing import Any

import httpx
import jsonpatch  # pyright: ignore[reportMissingTypeStubs] - it has none

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots
from tests.titles.server import NimServer


def ended_game(player: httpx.Client) -> str:
    """Return a game that two bots have played to its end."""
    return played_by_bots(player, open_game(player, 2, ruleset="nim", bots={"0": "random", "1": "random"}))


def test_the_views_of_nim_come_as_patches_with_turns(server: NimServer) -> None:
    player = server.player()
    url = f"/v1/games/{ended_game(player)}"
    for viewer in ("public", "seat:0", "full"):
        lines = [json.loads(line) for line in player.get(f"{url}/views", params={"as": viewer}).text.splitlines()]
        shown: Any = lines[0]["view"]
        for line in lines:
            if "patch" in line:
                shown = jsonpatch.JsonPatch(line["patch"]).apply(shown)  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            assert shown == ok(player.get(f"{url}/view", params={"at": line["version"], "as": viewer})).json()
        turns = [line["mark"]["seat"] for line in lines if "mark" in line]
        secrets = [line for line in lines if "secret" in line["event"]]

        assert {line["mark"]["begins"] for line in lines if "mark" in line} == {"turn"}
        assert all(one != other for one, other in itertools.pairwise(turns))
        # the final ranking is public
        assert ["scores" in line for line in lines] == [*[False] * (len(lines) - 1), True]
        assert len(secrets) == {"public": 0, "seat:0": 1, "full": 2}[viewer]
