"""After the end `decisions?as=full` shows everybody's choices at any version; other viewers see what they saw."""

import httpx

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots


def ended_game(player: httpx.Client) -> str:
    """Return a game of Siberia that careful bots have played to its end."""
    return played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "careful", "1": "careful"}))


def test_as_full_everybodys_choices_are_shown_after_the_end(player: httpx.Client) -> None:
    game = ended_game(player)
    last = ok(player.get(f"/v1/games/{game}")).json()["version"]
    url = f"/v1/games/{game}/decisions"
    several = 0
    for version in range(1, last + 1, 3):
        full, public, own = (
            ok(player.get(url, params={"at": version, "as": viewer})).json() for viewer in ("full", "public", "seat:1")
        )
        bare = [{name: part for name, part in item.items() if name != "choices"} for item in full["items"]]
        assert {**full, "items": bare} == public
        assert all(item["choices"] for item in full["items"])
        assert [item for item in own["items"] if "choices" in item] == [
            item for item in full["items"] if item["seat"] == 1
        ]
        several += len(full["items"]) > 1

    assert several > 5
    assert ok(player.get(url, params={"as": "full"})).json() == {"version": last, "items": [], "take_back": None}


def test_as_full_nothing_is_shown_before_the_end(player: httpx.Client) -> None:
    game = open_game(player, 2, ruleset="siberia", bots={"1": "careful"})
    player.put(f"/v1/games/{game}/seats/0")
    player.post(f"/v1/games/{game}/start")

    assert player.get(f"/v1/games/{game}/decisions", params={"as": "full"}).status_code == 404
