"""Tokens and invitations expire: for requests, streams and long polls alike."""

import datetime
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from service.people.tokens import TokenSpec
from tests.replies import ok
from tests.service.kit import holder, problem, started_game
from tests.service.server import Server

LIFETIME = 5.0
"""Seconds for which short-lived tokens are valid: enough to use them before they expire."""


def after(seconds: float) -> str:
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def wait_until(moment: str) -> None:
    time.sleep(max(0, datetime.datetime.fromisoformat(moment).timestamp() - time.time()) + 0.05)


def made(player: httpx.Client, seconds: float, path: str = "/v1/me/tokens") -> dict[str, str]:
    reply = player.post(path, json={"label": "short", "expires_at": after(seconds)})
    assert reply.status_code == 201, reply.text
    return reply.json()


class Expired:
    """Tokens and an invitation that were used while they were valid and have expired since, all within one wait."""

    def __init__(self, server: Server) -> None:
        self.player, self.guest = server.player(), server.player("Bo")
        self.game = started_game(self.player)
        opened = ok(self.player.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "visibility": "private"}))
        self.private = f"/v1/games/{opened.json()['id']}"
        with ThreadPoolExecutor() as threads:
            began = time.monotonic()
            self.lasting = made(self.player, 3600)
            self.short = made(self.player, LIFETIME)
            self.body, self.keyed = {"label": "keyed", "expires_at": after(LIFETIME)}, {"Idempotency-Key": "short"}
            self.first = self.player.post("/v1/me/tokens", json=self.body, headers=self.keyed)
            self.invitation = made(self.player, LIFETIME, f"{self.private}/invitations")
            deputies = [made(self.player, LIFETIME, f"/v1/games/{self.game}/seats/0/tokens") for _ in range(2)]
            streamed, polled = (holder(server, deputy["token"]) for deputy in deputies)
            version = ok(self.player.get(f"/v1/games/{self.game}")).json()["version"]
            following = threads.submit(self._follow, streamed, version)
            polling = threads.submit(polled.get, f"/v1/games/{self.game}/events", params={"after": version, "wait": 30})
            self.me_before = holder(server, self.short["token"]).get("/v1/me").status_code
            self.tokens_before = ok(self.player.get("/v1/me/tokens")).json()["items"]
            self.invitations_before = ok(self.player.get(f"{self.private}/invitations")).json()["items"]
            self.private_before = self.as_guest().status_code
            self.lines, self.poll = following.result(), polling.result()
            self.waited = time.monotonic() - began
        wait_until(deputies[-1]["expires_at"])

    def _follow(self, client: httpx.Client, version: int) -> list[str]:
        with client.stream("GET", f"/v1/games/{self.game}/stream", params={"after": version}) as stream:
            return list(stream.iter_lines())

    def as_guest(self) -> httpx.Response:
        """Return the private game as the guest sees it with the invitation."""
        return self.guest.get(self.private, headers={"Ludolog-Invitation": self.invitation["invitation"]})


@pytest.fixture(scope="module")
def expired(server: Server) -> Expired:
    return Expired(server)


def test_a_token_is_worth_nothing_once_it_has_expired(server: Server, expired: Expired) -> None:
    player, short, lasting = expired.player, expired.short, expired.lasting
    assert expired.me_before == 200
    listed = {item["id"]: item["expires_at"] for item in expired.tokens_before}
    assert (listed[short["id"]], listed[lasting["id"]]) == (short["expires_at"], lasting["expires_at"])
    assert None in listed.values(), "the first token does not expire"

    assert problem(holder(server, short["token"]).get("/v1/me")) == (401, "token-needed")
    assert holder(server, lasting["token"]).get("/v1/me").status_code == 200
    # it is listed no longer, cannot be revoked, and has given its place back
    assert short["id"] not in [item["id"] for item in ok(player.get("/v1/me/tokens")).json()["items"]]
    assert problem(player.delete(f"/v1/me/tokens/{short['id']}")) == (404, "not-found")
    assert ok(player.get("/v1/me/limits")).json()["tokens"]["used"] == 2


def test_a_request_is_answered_alike_when_it_is_repeated_after_the_expiry(server: Server, expired: Expired) -> None:
    first = expired.first
    assert first.status_code == 201, first.text
    again = expired.player.post("/v1/me/tokens", json=expired.body, headers=expired.keyed)

    assert (again.status_code, again.json()) == (201, first.json())
    assert problem(holder(server, again.json()["token"]).get("/v1/me")) == (401, "token-needed")


def test_streams_and_long_polls_end_when_their_token_expires(expired: Expired) -> None:
    assert expired.lines
    assert problem(expired.poll) == (401, "token-needed")
    # a sign of life comes every 15 seconds: neither has waited for it
    assert expired.waited < 14


def test_an_invitation_expires(expired: Expired) -> None:
    assert expired.private_before == 200
    assert [listed["expires_at"] for listed in expired.invitations_before] == [expired.invitation["expires_at"]]

    assert problem(expired.as_guest()) == (404, "not-found")
    assert ok(expired.player.get(f"{expired.private}/invitations")).json()["items"] == []


@pytest.mark.parametrize(
    "time_asked",
    [
        "tomorrow", "2026-12-24", "2026-12-24T18:00:00", "2026-12-24 18:00:00Z", "2999-13-01T00:00:00Z",
        "2999-01-01T25:00:00Z", "2020-01-01T00:00:00Z", "20991224T180000Z", "2999-W01-1T00:00:00Z1",
    ],
)  # fmt: skip
def test_only_a_later_time_of_rfc_3339_is_taken(server: Server, time_asked: str) -> None:
    reply = server.player().post("/v1/me/tokens", json={"label": "short", "expires_at": time_asked})

    assert problem(reply) == (400, "bad-request")
    assert reply.json()["errors"][0]["pointer"] == "/expires_at"


@pytest.mark.parametrize("time_asked", ["2999-12-24T18:00:00+01:00", "2999-12-24t17:00:00.0000000z"])
def test_a_time_is_told_in_utc(server: Server, time_asked: str) -> None:
    reply = ok(server.player().post("/v1/me/tokens", json={"label": "long", "expires_at": time_asked}))

    assert reply.json()["expires_at"] == "2999-12-24T17:00:00.000000Z"


def test_no_token_makes_one_that_lives_longer(server: Server, player: httpx.Client) -> None:
    short = made(player, 600)
    own = holder(server, short["token"])

    assert ok(own.post("/v1/me/tokens", json={"label": "alike"})).json()["expires_at"] == short["expires_at"]
    longer = own.post("/v1/me/tokens", json={"label": "longer", "expires_at": after(3600)})
    assert problem(longer) == (403, "scope-missing")
    assert made(own, 60)["expires_at"] < short["expires_at"]


def test_an_expired_token_stays_so_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr("service.people.tokens.time.time", lambda: now)
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        player = accounts.sign_up("Ada").token.player
        expired = accounts.new_token(TokenSpec(player, "old", ("read",), expires_at=timestamp_at(now + 60)))
        assert accounts.holder(expired.secret) is not None
        now += 61
        lasting = accounts.new_token(TokenSpec(player, "new", ("read",), expires_at="2999-01-01T00:00:00.000000Z"))
        for known in (accounts, Accounts(store.database)):
            assert known.holder(expired.secret) is None
            assert known.holder(lasting.secret) is not None
        accounts.note_uses()
        assert accounts.token(expired.token.id) is None


@pytest.mark.parametrize("fraction", ["0" * 40, "123456789" * 5])
def test_a_long_time_of_rfc_3339_is_a_time(server: Server, fraction: str) -> None:
    body = {"label": "long", "expires_at": f"2999-12-24T18:00:00.{fraction}Z"}
    reply = server.player().post("/v1/me/tokens", json=body)

    assert reply.status_code == 201, reply.text
    assert reply.json()["expires_at"].startswith("2999-12-24T18:00:00.")


@pytest.mark.parametrize("text", ["", "soon", "2026-12-24", "9" * 4000])
def test_a_text_that_is_no_time_is_refused_with_an_example(server: Server, text: str) -> None:
    reply = server.player().post("/v1/me/tokens", json={"label": "never", "expires_at": text})

    assert problem(reply) == (400, "bad-request")
    assert "2026-12-24T18:00:00Z" in reply.json()["detail"]
    assert [error["pointer"] for error in reply.json()["errors"]] == ["/expires_at"]
    assert len(reply.text) < 1000
