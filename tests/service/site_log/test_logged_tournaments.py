"""The transparency log has what a tournament has published; that of a private one is under a seal."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.transparency.entries import TOURNAMENT_KINDS, of_tournament, sealed
from domain.transparency.site import About, Logged, LogOpened, SiteLog
from service.site_log.checking import LACKS, problems_of
from service.site_log.rows import CACHES, append
from tests.replies import ok
from tests.service.server import Server, serving
from tests.service.site_log.kit import Site, site
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


def test_the_entries_of_a_tournament_that_was_damaged_keep_their_order(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        cup = played(server)
        wanted = [(version, entry) for _, version, entry in expected(cup.owner, cup)]
    with site(f"sqlite:///{tmp_path}/games.db") as opened:
        # the log begins again
        for table in ("site_events", *CACHES):
            changed(opened, f"DELETE FROM {table}")
        published = next(version for version, entry in wanted if entry["type"] == "tournament_round")
        row = "FROM tournament_events WHERE tournament = ? AND version = ?"
        with opened.store.database.reading() as cursor:
            found = cursor.one(f"SELECT entry {row}", (cup.id, published))
        assert found is not None
        text = "UPDATE tournament_events SET entry = ? WHERE tournament = ? AND version = ?"
        changed(opened, text, found["entry"].replace('"head":"', '"head":"0'), cup.id, published)
        opened.keep()

        assert about(opened, cup.id) == [entry for _, entry in wanted[:1]]
        changed(opened, text, found["entry"], cup.id, published)
        opened.keep(opened.another_process())
        assert about(opened, cup.id) == [entry for _, entry in wanted]
        with opened.store.database.reading() as cursor:
            assert list(problems_of(cursor)) == []
        changed(opened, "DELETE FROM site_events")
        for table in CACHES:
            changed(opened, f"DELETE FROM {table}")
        with opened.store.database.writing() as cursor:
            # as if one event had been dropped
            state = append(cursor, SiteLog(), "2026-11-28T12:00:00.000000Z", LogOpened("games.example/log", "00" * 32))
            _, last = wanted[-1]
            entries, subjects = (last,), (About(last["type"], cup.id),)
            append(cursor, state, state.tip.at, Logged(entries, subjects, 0, 10**6))
            assert list(problems_of(cursor)) == [f"{LACKS} entries of 1 tournament: {cup.id}"]


def about(opened: Site, tournament: str) -> list[dict[str, Any]]:
    return [json.loads(entry) for entry in opened.entries() if tournament in entry.decode()]


def changed(opened: Site, statement: str, *parameters: object) -> None:
    with opened.store.database.writing() as cursor:
        cursor.execute(statement, parameters)
