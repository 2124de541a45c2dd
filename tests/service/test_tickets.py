"""Stream tickets: an EventSource opens a stream with a short-lived ticket in the URL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg
import pytest

from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.tickets import KEPT_FOR, VALID_FOR, Ticket, Tickets
from tests.replies import ok
from tests.service.kit import open_game, own_decision, problem, started_game
from tests.service.server import Server, StartedServer, running, serving
from tests.service.sse import dispatched, following
from tests.service.test_logs import TALKING
from tests.waiting import until

ME, GAMES = "/v1/me/stream", "/v1/games/stream"


def ticket_for(client: httpx.Client, path: str = ME, **headers: str) -> str:
    made = client.post("/v1/me/stream-tickets", json={"path": path}, headers=headers)
    assert made.status_code == 201, made.text
    assert made.headers["cache-control"] == "no-store"
    return made.json()["ticket"]


def opened(client: httpx.Client, path: str, ticket: str, **query: str) -> httpx.Response:
    return client.get(path, params={"follow": "false", "ticket": ticket, **query})


def test_a_ticket_opens_its_stream_once_as_its_player(server: Server) -> None:
    player, page = server.player(), server.client()
    game = started_game(player)
    decision = own_decision(player, game)
    ticket = ticket_for(player, f"/v1/games/{game}/stream")

    first = opened(page, f"/v1/games/{game}/stream", ticket)
    second = opened(page, f"/v1/games/{game}/stream", ticket)

    *_, awaiting = dispatched(iter(first.text.split("\n")))
    assert awaiting.data["own"] == decision
    assert problem(second) == (401, "token-needed")
    assert "stream-tickets" in second.json()["detail"]


def test_a_ticket_opens_no_other_path(server: Server) -> None:
    player, page = server.player(), server.client()
    ticket = ticket_for(player)

    refused = opened(page, GAMES, ticket)
    assert problem(refused) == (401, "token-needed")
    assert refused.json()["detail"].startswith("the stream ticket opens another path:")
    assert problem(page.get("/v1/me", params={"ticket": ticket})) == (401, "token-needed")
    assert problem(page.post("/v1/games", params={"ticket": ticket}, json={})) == (401, "token-needed")
    assert problem(page.get("/v1/me", headers={"Authorization": f"Bearer {ticket}"})) == (401, "token-needed")
    # it was not used up by any of these
    assert opened(page, ME, ticket).status_code == 200
    # a ticket that was used is not valid for any path
    used = ok(opened(page, GAMES, ticket), 401)
    assert used.json()["detail"].startswith("the stream ticket is unknown, used or expired")


def test_a_ticket_does_not_say_which_path_it_opens(server: Server) -> None:
    owner, page = server.player(), server.client()
    game = open_game(owner, visibility="private")
    ticket = ticket_for(owner, f"/v1/games/{game}/stream")

    refused = opened(page, GAMES, ticket)

    assert problem(refused) == (401, "token-needed")
    assert game not in refused.text
    assert game not in str(refused.headers)
    assert opened(page, f"/v1/games/{game}/stream", ticket).status_code == 200


@pytest.mark.parametrize(
    "path", ["/v1/me", "/v1/games", "/v1/games/x/stream", "/v1/me/stream?after=x", "https://elsewhere/v1/me/stream", ""]
)
def test_tickets_are_for_streams_only(server: Server, path: str) -> None:
    refused = server.player().post("/v1/me/stream-tickets", json={"path": path})

    assert problem(refused) == (400, "bad-request")
    assert refused.json()["errors"][0]["pointer"] == "/path"


def test_a_token_and_a_ticket_are_not_sent_together(player: httpx.Client) -> None:
    assert problem(opened(player, ME, ticket_for(player))) == (400, "bad-request")


def test_a_head_request_does_not_use_a_ticket_up(server: Server) -> None:
    page, ticket = server.client(), ticket_for(server.player())

    head = page.head(ME, params={"ticket": ticket, "follow": "false"})

    assert head.status_code == 400
    assert opened(page, ME, ticket).status_code == 200


def test_a_key_never_creates_the_same_ticket_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = KEPT_FOR * 1000 - 1
    monkeypatch.setattr("service.people.tickets.time.time", lambda: now)
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        tickets, token = Tickets(store.database, accounts), accounts.sign_up("Ada").token
        asked = Ticket(token.id, ME)
        first = tickets.create(asked, "key")
        assert tickets.redeem(first.secret, ME) is not None
        now += KEPT_FOR
        again = tickets.create(asked, "key")
        now += 3 * KEPT_FOR
        later = tickets.create(asked, "key")

        assert (again.secret, again.replayed) == (first.secret, True)
        assert (later.secret == first.secret, later.replayed) == (False, False)
        assert tickets.redeem(first.secret, ME) is None


@pytest.mark.parametrize("ticket", ["x", "ludolog_ticket_", f"ludolog_ticket_{'A' * 43}", "%00"])
def test_what_is_no_ticket_is_refused(server: Server, ticket: str) -> None:
    assert problem(opened(server.client(), ME, ticket)) == (401, "token-needed")


def opened_at_once(pages: list[httpx.Client], ticket: str) -> list[int]:
    """Return the statuses of the replies to clients that use a ticket at the same time."""
    with ThreadPoolExecutor(len(pages)) as pool:
        used = [pool.submit(opened, page, ME, ticket) for page in pages]
    return [each.result().status_code for each in used]


def test_of_many_uses_at_once_one_opens_the_stream(server: Server) -> None:
    ticket = ticket_for(server.player())

    assert sorted(opened_at_once([server.client() for _ in range(8)], ticket)) == [200] + [401] * 7


def test_the_stream_of_a_ticket_ends_with_its_token(server: Server) -> None:
    player, phone, page = server.player(), server.client(), server.client()
    made = ok(player.post("/v1/me/tokens", json={"label": "phone"})).json()
    phone.headers["Authorization"] = f"Bearer {made['token']}"
    unused = ticket_for(phone)
    with following(page, ME, ticket=ticket_for(phone)) as events:
        assert next(events).name == "ready"
        player.delete(f"/v1/me/tokens/{made['id']}")
        started_game(player)
        assert list(events) == []

    assert problem(opened(server.client(), ME, unused)) == (401, "token-needed")


def test_a_ticket_carries_the_invitation_of_its_request(server: Server) -> None:
    owner, friend, page = server.player(), server.player(), server.client()
    game = open_game(owner, visibility="private")
    path = f"/v1/games/{game}/stream"
    made = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()
    invited = ticket_for(friend, path, **{"Ludolog-Invitation": made["invitation"]})
    late = ticket_for(friend, path, **{"Ludolog-Invitation": made["invitation"]})

    assert opened(page, path, invited).status_code == 200
    assert problem(opened(page, path, ticket_for(friend, path))) == (404, "not-found")
    owner.delete(f"/v1/games/{game}/invitations/{made['id']}")
    assert problem(opened(page, path, late)) == (401, "token-needed")


def test_the_same_request_once_more_returns_the_same_ticket(player: httpx.Client) -> None:
    keyed = {"Idempotency-Key": "ticket"}
    first, again = (ok(player.post("/v1/me/stream-tickets", json={"path": ME}, headers=keyed)) for _ in range(2))
    other = player.post("/v1/me/stream-tickets", json={"path": GAMES}, headers=keyed)

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert problem(other) == (422, "key-reused")
    assert VALID_FOR <= 60


WAITS_FOR_A_LOCK = """SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()"""


@pytest.mark.parametrize(("path", "status"), [(ME, 201), (GAMES, 422)])
def test_a_request_that_waits_for_its_repetition_is_answered_like_it(
    postgres: str, tmp_path: Path, path: str, status: int
) -> None:
    keyed = {"Idempotency-Key": "ticket"}
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, **settings) as server, psycopg.connect(postgres) as other, ThreadPoolExecutor(1) as pool:
        player = server.player()
        first = ok(player.post("/v1/me/stream-tickets", json={"path": ME}, headers=keyed))
        row = other.execute("DELETE FROM stream_tickets RETURNING *").fetchone()
        assert row is not None
        other.commit()
        # a transaction that has stored the ticket, and commits while the request waits
        other.execute(f"INSERT INTO stream_tickets VALUES ({', '.join(['%s'] * len(row))})".encode(), row)
        waiting = pool.submit(player.post, "/v1/me/stream-tickets", json={"path": path}, headers=keyed)
        until(lambda: other.execute(WAITS_FOR_A_LOCK).fetchone() is not None)
        other.commit()
        again = waiting.result()

    assert again.status_code == status, again.text
    if status == 201:
        assert again.json() == first.json()
        assert again.headers["Idempotency-Replayed"] == "true"


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Server]:
    with running(StartedServer(tmp_path / "games.db", {}, tmp_path / "log", **TALKING)) as server:
        yield server


def test_a_ticket_is_in_no_log_and_no_problem(logged: Server) -> None:
    player, page = logged.player(), logged.client()
    game = started_game(player)
    path = f"/v1/games/{game}/stream"
    ticket = ticket_for(player, path)
    replies = [
        opened(page, path, ticket),
        opened(page, path, ticket),
        opened(page, path, ticket, nonsense="1"),
        opened(page, path, ticket, after="x"),
        page.get(path, params=[("ticket", ticket), ("ticket", ticket)]),
        page.get(f"/v1/games/{ticket}"),
        page.get("/v1/me", params={"ticket": ticket, "limit": ticket}),
        page.get("/v1/games", params={"cursor": ticket}),
    ]
    logged.stop()
    text = logged.output.read_text()

    assert [reply.status_code for reply in replies] == [200, 401, 401, 401, 401, 404, 401, 400]
    assert path in text
    assert ticket not in text
    secret = ticket.removeprefix("ludolog_ticket_")
    assert secret not in text
    # a path repeats what stands in it
    assert not [reply.text for reply in replies if secret in reply.text and ticket not in str(reply.url.path)]


SHORT = {"service.people.tickets.VALID_FOR": -1.0}
"""Timeouts of a service whose tickets are valid for a moment."""


def test_an_expired_ticket_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", SHORT) as server:
        ticket = ticket_for(server.player())

        assert problem(opened(server.client(), ME, ticket)) == (401, "token-needed")
