"""Who may keep an answer, and what need not be sent again: over a real socket."""

import gzip

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import first_choice, next_decision, open_game, player_in_game, problem, started_game
from tests.service.server import Server

WITHOUT_END = [
    "/v1/rulesets",
    "/v1/rulesets/giganten",
    "/v1/rulesets/giganten/rules",
    "/v1/rulesets/siberia/data/reconstruction-1",
    "/v1/ratings",
]


def kept_by_nobody_else(headers: httpx.Headers) -> bool:
    """Whether no cache hands the answer to somebody else."""
    is_private = "private" in headers["cache-control"] and "Authorization" in headers["vary"]
    return is_private or headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/me",
        "/v1/me/games",
        "/v1/me/limits",
        "/v1/me/tokens",
        "/v1/games",
        "/v1/games/{}/invitations",
        "/v1/games/{}/seats/0/tokens",
        "/v1/games/{}/commands/a-key",
    ],
)
def test_what_is_yours_is_kept_by_nobody_else(server: Server, path: str) -> None:
    player, game = player_in_game(server)
    sent = first_choice(next_decision(player, game))
    assert player.post(f"/v1/games/{game}/commands", json=sent, headers={"Idempotency-Key": "a-key"}).is_success

    reply = player.get(path.format(game))

    assert reply.status_code == 200
    assert kept_by_nobody_else(reply.headers)


@pytest.mark.parametrize("path", WITHOUT_END)
def test_what_never_changes_is_sent_once_and_compressed(client: httpx.Client, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as reply:
        packed, of_packed = b"".join(reply.iter_raw()), reply.headers

    again = client.get(path, headers={"If-None-Match": plain.headers["etag"]})

    assert plain.headers["cache-control"] == "public, no-cache"
    assert (again.status_code, again.content) == (304, b"")
    if len(plain.content) >= 1024:
        assert of_packed["content-encoding"] == "gzip"
        assert gzip.decompress(packed) == plain.content


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me/games"])
def test_a_list_is_sent_again_when_it_has_changed(player: httpx.Client, path: str) -> None:
    started_game(player)
    first = ok(player.get(path))

    unchanged = player.get(path, headers={"If-None-Match": first.headers["etag"]})
    started_game(player)
    changed = player.get(path, headers={"If-None-Match": first.headers["etag"]})

    assert (unchanged.status_code, changed.status_code) == (304, 200)
    assert len(changed.json()["items"]) == len(first.json()["items"]) + 1


def test_what_is_shown_to_the_invited_depends_on_the_invitation(server: Server) -> None:
    owner = server.player()
    public, private = open_game(owner), open_game(owner, visibility="private")
    made = ok(owner.post(f"/v1/games/{private}/invitations", json={"label": "x"})).json()
    invited = server.client()
    invited.headers["Ludolog-Invitation"] = made["invitation"]

    for path in ("", "/events", "/decisions", "/bundle", "/verification", "/stream?follow=false"):
        reply = invited.get(f"/v1/games/{private}{path}")
        assert reply.status_code == 200
        assert "Ludolog-Invitation" in reply.headers["vary"]
    assert "Ludolog-Invitation" not in server.client().get(f"/v1/games/{public}").headers["vary"]


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        ('"1.view", "{}.view.seat:0.6ad961"', 201),
        ('"{}.view.seat:0", "1.view"', 201),
        ("*", 201),
        ('"1.view", "2.view"', 412),
        ('"x", "1.view"', 412),
    ],
)
def test_if_match_holds_when_any_of_its_tags_does(server: Server, tags: str, status: int) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)
    version = ok(player.get(f"/v1/games/{game}")).json()["version"]
    body = first_choice(decision)

    reply = player.post(f"/v1/games/{game}/commands", json=body, headers={"If-Match": tags.format(version)})

    assert reply.status_code == status, reply.text
    assert status == 201 or problem(reply) == (412, "version-changed")
