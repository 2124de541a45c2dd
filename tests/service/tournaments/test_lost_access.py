"""A long poll of a private tournament whose token is revoked or expires while it waits."""

import datetime
import time
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.replies import ok
from tests.service.kit import holder, problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup


def poll(cup: Cup, client: httpx.Client, version: int) -> httpx.Response:
    """Wait for the event of the tournament after a version, for longer than the client waits for a reply."""
    return client.get(f"{cup.url}/events", params={"after": version, "wait": 30})


def test_a_long_poll_shows_no_event_after_its_token_was_revoked(server: Server) -> None:
    cup = Cup(server, 1, visibility="private")
    made = ok(cup.owner.post("/v1/me/tokens", json={"label": "lost"})).json()
    with ThreadPoolExecutor() as threads:
        polling = threads.submit(poll, cup, holder(server, made["token"]), cup.read()["version"])
        # a request does not show from outside when it waits
        time.sleep(1)
        assert cup.owner.delete(f"/v1/me/tokens/{made['id']}").status_code == 204
        (player,) = cup.players
        cup.done(cup.owner, "invite", player=player)
        reply = polling.result()

    assert problem(reply) == (401, "token-needed")
    assert "while the request waited" in reply.json()["detail"]
    assert player not in reply.text


def test_a_long_poll_ends_when_its_token_expires(server: Server) -> None:
    cup = Cup(server, 0, visibility="private")
    version = cup.read()["version"]
    end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=3)
    made = ok(cup.owner.post("/v1/me/tokens", json={"label": "short", "expires_at": end.isoformat()})).json()

    assert problem(poll(cup, holder(server, made["token"]), version)) == (401, "token-needed")
