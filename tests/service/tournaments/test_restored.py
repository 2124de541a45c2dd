"""A tournament goes on in a restored copy of its database, and in a database of an earlier release."""

import contextlib
import re
import sqlite3
from pathlib import Path

import httpx
import pytest

from service.core.store.files.backup import back_up
from service.people.migrations import STEPS
from tests.replies import ok
from tests.service.server import Server, running, serving
from tests.service.tournaments.kit import Cup, checked


def again(server: Server, client: httpx.Client) -> httpx.Client:
    """Return a client of another server for the same person."""
    other = server.client()
    other.headers["Authorization"] = client.headers["Authorization"]
    return other


def finished(cup: Cup, server: Server, folder: Path) -> None:
    """Play a tournament whose first round has open games to its end, through a server, and check its bundle."""
    cup.owner = again(server, cup.owner)
    cup.players = {player: again(server, client) for player, client in cup.players.items()}
    cup.server = server
    for number in (1, 2):
        cup.play(number)
    cup.until(lambda found: found["status"] == "ended")
    bundle = folder / "cup.jsonl"
    bundle.write_bytes(cup.owner.get(f"{cup.url}/bundle").content)
    code, report = checked(bundle)
    assert code == 0, report


def test_a_tournament_goes_on_in_a_restored_database(tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    with serving(tmp_path / "games.db", **settings) as server:
        cup = Cup(server, 4)
        cup.publish_first()
        before = cup.playing(1)
        invited = cup.sign_up("Invited")
        hook = {"url": "https://example.org/hook", "types": ["result.published"]}
        webhook = cup.owner.post("/v1/webhooks", json=hook)
        assert webhook.status_code == 201, webhook.text
        back_up(tmp_path / "games.db", tmp_path / "copy.db")
        # what follows is lost
        cup.done(cup.owner, "hold", reason="After the backup.")
        shown = cup.read()
    with running(Server(tmp_path / "copy.db", **settings)) as server:
        client = again(server, cup.owner)
        restored = ok(client.get(cup.url)).json()
        assert (restored["version"], restored["hold"]) == (shown["version"] - 1, None)
        assert restored["rounds"][0]["tables"] == before["tables"]
        assert [item["id"] for item in ok(client.get("/v1/webhooks")).json()["items"]] == [webhook.json()["id"]]
        del cup.players[invited]
        finished(cup, server, tmp_path)


@pytest.mark.parametrize(
    "tables",
    [
        ("receiver_tests", "engine_jobs", "engine_parts"),
        ("receiver_tests", "engine_jobs", "engine_parts", "tournament_claims"),
    ],
    ids=["one-step", "two-steps"],
)
def test_a_tournament_goes_on_in_a_database_of_an_earlier_release(tmp_path: Path, tables: tuple[str, ...]) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        cup = Cup(server, 4)
        cup.publish_first()
        cup.playing(1)
    created = [f"CREATE TABLE {table} " for table in tables]
    steps = next(number for number, step in enumerate(STEPS) if any(each in str(step) for each in created))
    later = "\n".join(statement for step in STEPS[steps:] for statement in step if isinstance(statement, str))
    made = [name for name in re.findall(r"CREATE TABLE (\w+) ", later) if name not in tables]
    added = [each for each in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", later) if each[0] not in made]
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for table in tables:
            connection.execute(f"DROP TABLE {table}")
        for table in made:
            connection.execute(f"DROP TABLE {table}")
        connection.execute("DROP INDEX passkeys_by_end")
        connection.execute("DROP INDEX tokens_of_grant")
        for table, column in added:
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute(f"PRAGMA user_version = {steps}")
    with running(Server(file)) as server:
        finished(cup, server, tmp_path)
