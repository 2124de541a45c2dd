"""Two processes on one PostgreSQL database: what a moderator does through one holds at once at the other."""

import contextlib
from collections.abc import Iterator

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import first_choice, identity, next_decision, problem, started_game
from tests.service.moderation.kit import granted
from tests.service.server import Server, serving


@pytest.fixture(scope="module")
def servers(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes that share a database and a key."""
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        key = str(tmp_path_factory.mktemp("keys") / "key")
        yield [stack.enter_context(serving(database, LUDOLOG_KEY_FILE=key)) for _ in range(2)]


def elsewhere(server: Server, player: httpx.Client) -> httpx.Client:
    """Return a client of a player at another process."""
    client = server.client()
    client.headers["Authorization"] = player.headers["Authorization"]
    return client


def test_a_suspension_holds_at_the_other_process_before_the_moderator_has_the_reply(servers: list[Server]) -> None:
    here, there = servers
    moderator, player = here.player("Mo"), here.player("Ada")
    granted(here, "grant", identity(moderator), "operator")
    other = elsewhere(there, player)
    game, who = started_game(player), identity(player)
    acts = f"/v1/moderation/players/{who}/acts"
    for _ in range(3):
        command = first_choice(next_decision(other, game))
        ok(moderator.post(acts, json={"type": "suspend", "kind": "read_only", "reason": "x"}), 201)
        # the hot route of the front, and one of the framework
        assert problem(other.post(f"/v1/games/{game}/commands", json=command)) == (403, "suspended")
        assert problem(other.post(f"/v1/games/{game}/resignations")) == (403, "suspended")
        ok(elsewhere(there, moderator).post(acts, json={"type": "lift_suspension", "reason": "x"}), 201)
        ok(player.post(f"/v1/games/{game}/commands", json=command), 201)
    ok(moderator.post(acts, json={"type": "suspend", "kind": "locked_out", "reason": "x"}), 201)
    assert problem(other.get(f"/v1/games/{game}/view")) == (403, "suspended")
    ok(moderator.post(acts, json={"type": "lift_suspension", "reason": "x"}), 201)

    ok(moderator.post(f"/v1/moderation/games/{game}/acts", json={"type": "withhold", "reason": "x"}), 201)
    assert problem(there.client().get(f"/v1/games/{game}/view")) == (451, "withheld")
    assert game not in [each["id"] for each in ok(there.client().get("/v1/games")).json()["items"]]
    granted(there, "revoke", identity(moderator), "operator")
    for server in servers:
        assert problem(elsewhere(server, moderator).get("/v1/moderation/acts")) == (403, "role-missing")
    ok(elsewhere(there, player).get(f"/v1/games/{game}/view"))
