"""Sign-up, codes, maintenance and notices are switched while the service runs, for all of its processes."""

import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from service.people.reserved import ReservedNames
from service.people.rows import NameTakenError
from tests.postgres import new_database
from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.forge import run_ludolog
from tests.service.kit import erase, first_choice, next_decision, problem, started_game
from tests.service.moderation.kit import acts, with_role
from tests.service.server import Server, serving, serving_either
from tests.service.talk.test_erased_texts import tables_with


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("switches"), LUDOLOG_RESERVED_NAMES="Chef, Boss") as running:
        yield running


def site(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `ludolog site` on the database of a running service."""
    return run_ludolog("site", *arguments, environment=server.environment)


def switched(server: Server, *arguments: str) -> list[str]:
    """Return what `ludolog site` prints, which has to succeed."""
    done = site(server, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def sign_up(server: Server, name: str, **more: Any) -> httpx.Response:
    return server.client().post("/v1/players", json={"name": name, **more})


def state(server: Server, **headers: str) -> dict[str, Any]:
    return ok(server.client().get("/v1/site", headers=headers)).json()


def test_sign_up_is_open_by_code_or_closed(server: Server) -> None:
    operator = with_role(server, "operator")
    assert ok(operator.put("/v1/site", json={"reason": "a test", "sign_ups": "invitation"})).json()["sign_ups"] == (
        "invitation"
    )
    assert problem(sign_up(server, "Without")) == (403, "sign-up-code-needed")
    assert problem(sign_up(server, "Without", invitation="AAAA-AAAA-AAAA-AAAA")) == (403, "sign-up-code-needed")
    made = ok(operator.post("/v1/site/codes", json={"label": "for Bea"}), 201).json()
    # as a person types it
    typed = made["code"].lower().replace("-", " ")
    joined = ok(sign_up(server, "With a code", invitation=typed), 201).json()
    assert problem(sign_up(server, "Another", invitation=made["code"])) == (403, "sign-up-code-needed")
    (listed,) = ok(operator.get("/v1/site/codes")).json()["items"]
    assert (listed["player"], listed["label"], "code" in listed) == (joined["id"], "for Bea", False)
    withdrawn = ok(operator.post("/v1/site/codes", json={}), 201).json()
    ok(operator.delete(f"/v1/site/codes/{withdrawn['id']}"), 204)
    assert problem(operator.delete(f"/v1/site/codes/{withdrawn['id']}")) == (404, "not-found")
    assert problem(sign_up(server, "Late", invitation=withdrawn["code"])) == (403, "sign-up-code-needed")

    # at the command line, and in a browser
    codes = switched(server, "invite", "--count", "2", "--label", "friends")
    assert len(set(codes)) == 2
    browser, _ = browser_of_code(server, codes[0])
    assert browser.get("/v1/me").status_code == 200
    assert switched(server, "signups", "closed") == ["sign-up: closed"]
    assert problem(sign_up(server, "Closed", invitation=codes[1])) == (403, "sign-ups-closed")
    assert state(server)["sign_ups"] == "closed"
    switched(server, "signups", "open")
    assert ok(sign_up(server, "Open again"), 201)

    # a deleted account is no longer known as the one who used a code
    gone = server.client()
    gone.headers["Authorization"] = f"Bearer {joined['token']}"
    assert erase(gone).status_code == 204
    assert "sign_up_codes" not in tables_with(server, joined["id"])
    assert {each["action"] for each in acts(operator)} >= {"site.sign_ups", "site.code_made", "site.code_withdrawn"}


def browser_of_code(server: Server, code: str) -> tuple[Any, str]:
    """Return a browser that signs up with a code."""
    base = f"http://localhost:{server.port}"
    browser = Browser(server, base, base)
    reply = browser.sign_in(type="sign_up", name="Browser", invitation=code)
    assert reply.status_code == 201, reply.text
    return browser, code


def test_who_switches(server: Server) -> None:
    player, moderator = server.player(), with_role(server, "moderator")
    change = {"reason": "a test", "sign_ups": "closed"}
    for client, status in ((server.client(), 401), (player, 403), (moderator, 403)):
        assert client.put("/v1/site", json=change).status_code == status
        assert client.post("/v1/site/codes", json={}).status_code == status
        assert client.get("/v1/site/codes").status_code == status
    assert state(server)["sign_ups"] == "open"
    operator = with_role(server, "operator")
    for wrong in (
        {"maintenance": {"reason": "\u200b"}},
        {"notice": {"text": "x", "until": "2000-01-01T00:00:00Z"}},
        {"notice": {"text": "x", "until": "soon"}},
    ):
        assert problem(operator.put("/v1/site", json={"reason": "a test", **wrong})) == (422, "invalid-value")


def test_maintenance_refuses_changes_and_lets_reads_go_on(server: Server) -> None:
    operator, player = with_role(server, "operator"), server.player()
    game = started_game(player)
    decision = next_decision(player, game)
    until = {"reason": "a disk is replaced", "until": "2027-01-01T00:00:00Z"}
    ok(operator.put("/v1/site", json={"reason": "a test", "maintenance": until}))
    try:
        # a hot route, its like through the framework, and others
        command = first_choice(decision)
        hot = player.post(f"/v1/games/{game}/commands", json=command)
        refused = [
            hot,
            player.post(f"/v1/games/{game}/commands?lang=en&lang=de", json=command),
            player.post("/v1/games", json={"ruleset": "minos", "seats": 2}),
            player.put("/v1/me/name", json={"name": "New"}),
            player.post(f"/v1/games/{game}/messages", json={"text": "hello"}),
            sign_up(server, "Late"),
        ]
        assert [problem(reply) for reply in refused] == [(503, "maintenance")] * len(refused)
        assert "a disk is replaced" in ok(hot, 503).json()["detail"]
        assert 60 <= int(hot.headers["retry-after"]) <= 3600
        for path in (f"/v1/games/{game}", f"/v1/games/{game}/view", "/v1/me", "/v1/games", "/"):
            assert player.get(path).status_code == 200, path
        token = player.headers["Authorization"].removeprefix("Bearer ")
        base = f"http://localhost:{server.port}"
        browser = Browser(server, base, base)
        assert browser.sign_in(type="token", token=token).status_code == 201
        assert problem(browser.sign_in(type="sign_up", name="New one")) == (503, "maintenance")
        assert state(server)["maintenance"]["reason"] == "a disk is replaced"
    finally:
        assert switched(server, "maintenance", "off") == ["the maintenance has ended"]
    assert state(server)["maintenance"] is None
    assert ok(player.post(f"/v1/games/{game}/commands", json=command), 201)
    assert switched(server, "maintenance", "off") == ["there was no maintenance"]


def test_a_notice_is_shown_until_its_end(server: Server) -> None:
    operator = with_role(server, "operator")
    notice = {"text": "The site moves.", "until": "2027-01-01T00:00:00Z", "texts": {"de": "Die Seite zieht um."}}
    ok(operator.put("/v1/site", json={"reason": "a test", "notice": notice}))

    assert state(server)["notice"]["text"] == "The site moves."
    assert state(server, **{"Accept-Language": "de"})["notice"]["text"] == "Die Seite zieht um."
    page = server.client().get("/about", headers={"Accept-Language": "de"})
    assert "Die Seite zieht um." in page.text
    switched(server, "notice", "")
    assert state(server)["notice"] is None
    switched(server, "notice", "Until tonight <b>", "--hours", "3")
    # a request of the API waits for what other processes have switched; pages follow within a second
    assert state(server)["notice"]["text"] == "Until tonight <b>"
    assert "Until tonight &lt;b&gt;" in server.client().get("/").text
    assert any(line.startswith("notice until") for line in switched(server, "switches"))
    switched(server, "notice", "")
    assert state(server)["notice"] is None
    assert "Until tonight" not in server.client().get("/").text


def test_every_process_follows_a_switch_at_once(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("two") / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with (
        new_database(postgres_server) as database,
        serving(database, **settings) as one,
        serving(database, **{**settings, "LUDOLOG_PROJECTIONS": "worker"}) as other,
    ):
        operator = with_role(one, "operator")
        for _ in range(3):
            ok(operator.put("/v1/site", json={"reason": "a test", "maintenance": {"reason": "a test"}}))
            assert problem(sign_up(other, "Nobody else")) == (503, "maintenance")
            ok(operator.put("/v1/site", json={"reason": "a test", "maintenance": None}))
            assert problem(sign_up(other, "Admin")) == (409, "name-taken")


@pytest.mark.parametrize(
    "name",
    ["Admin", "\u0410dmin", "M-o-d-e-r-a-t-o-r", "m o d e r a t o r", "Moderator 7", "The Operator", "0perator",
     "adm1n", "rnoderator", "lud0log", "Careful", "Chef", "games.example"],
)  # fmt: skip
def test_a_name_of_the_site_is_reserved_in_all_forms(name: str) -> None:
    names = ReservedNames(["careful"], "games.example", ["Chef"])

    with pytest.raises(NameTakenError, match="reserved"):
        names.check(name)


@pytest.mark.parametrize("name", ["Ada", "Adminton", "Carefully", "Ludolog fan", "Modest", "Roots", "Example bot", "7"])
def test_a_name_that_only_contains_such_letters_is_free(name: str) -> None:
    ReservedNames(["careful"], "games.example", ["Chef"]).check(name)


def test_names_are_reserved_for_players_new_names_and_guests(server: Server) -> None:
    player = server.player()
    game = ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 3}), 201).json()["id"]

    assert problem(sign_up(server, "Moderator")) == (409, "name-taken")
    assert problem(sign_up(server, "B0SS")) == (409, "name-taken")
    assert problem(player.put("/v1/me/name", json={"name": "ADMlN"})) == (409, "name-taken")
    assert problem(player.put(f"/v1/games/{game}/seats/1", json={"guest": "Operator"})) == (409, "name-taken")
