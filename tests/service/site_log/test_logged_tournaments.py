"""The transparency log has what a tournament has published; that of a private one is under a seal."""

import json
from typing import Any

import httpx
import pytest

from domain.transparency.entries import TOURNAMENT_KINDS, of_tournament, sealed
from tests.replies import ok
from tests.service.server import Server
from tests.service.site_log.test_logged_games import bot_game, bundle_of, checkpoint, entries_of
from tests.service.tournaments.kit import Cup


def expected(client: httpx.Client, cup: Cup) -> list[tuple[bytes, int, dict[str, Any]]]:
    """Return what the log has to have of a tournament by its file: the secret, the version, and the entry."""
    lines = [json.loads(line) for line in ok(client.get(f"{cup.url}/bundle")).content.splitlines()]
    events = [line for line in lines if "record" in line]
    seed = bytes.fromhex(events[0]["secret"]["seed"])
    found: list[tuple[bytes, int, dict[str, Any]]] = []
    for line in events:
        record = line["record"]
        if (kind := TOURNAMENT_KINDS.get(record["type"])) is not None:
            entry = of_tournament(kind, cup.id, record["at"], line["head"], record["version"], record["data"])
            found.append((seed, record["version"], entry))
    return found


def logged(client: httpx.Client) -> list[dict[str, Any]]:
    """Return all entries of the log, which is current."""
    bundle_of(client, bot_game(client))
    return [json.loads(entry) for entry in entries_of(client, checkpoint(client).size)]


def played(server: Server, **terms: Any) -> Cup:
    cup = Cup(server, 4, sizes=[4], format={"type": "swiss", "rounds": 1}, **terms)
    for player in cup.players if terms.get("visibility") == "private" else ():
        cup.done(cup.owner, "invite", player=player)
    cup.publish_first()
    cup.play(1)
    cup.until(lambda found: found["status"] == "ended")
    return cup


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_what_a_tournament_publishes_is_in_the_log(server: Server, visibility: str) -> None:
    cup = played(server, visibility=visibility)
    entries = logged(server.player())
    wanted = expected(cup.owner, cup)

    assert [entry["type"] for _, _, entry in wanted] == [
        "tournament_opened",
        "tournament_round",
        "tournament_result",
        "tournament_finished",
    ]
    if visibility == "public":
        assert [entry for entry in entries if entry.get("tournament") == cup.id] == [entry for _, _, entry in wanted]
    else:
        seals = [sealed(seed, version, entry) for seed, version, entry in wanted]
        assert [entry for entry in entries if entry in seals] == seals
        assert not any(cup.id in json.dumps(entry) for entry in entries)
