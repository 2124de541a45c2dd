"""Acts about a player, appeals against them, notices, and the numbers for all."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.moderation.feature import TABLES
from service.moderation.log import Act, log_act
from service.moderation.roles import Roles
from service.people.accounts import Accounts
from service.reports.feature import feature
from tests.notifications.receiver import receiver
from tests.replies import ok
from tests.service.kit import erase, holder, identity, problem
from tests.service.moderation.kit import with_role
from tests.service.reports.kit import WHY, report
from tests.service.server import Server, serving
from tests.waiting import until

WORDS = "the words of the appeal"


class Case(NamedTuple):
    """A server on which two moderators acted about Ada: Mona warned and renamed her, Max limited her."""

    server: Server
    ada: httpx.Client
    mona: httpx.Client
    max: httpx.Client
    warned: int
    renamed: int
    limited: int
    granted: int


@pytest.fixture(name="made", scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    folder = tmp_path_factory.mktemp("appeals")
    with Store(f"sqlite:///{folder}/games.db") as store:
        database = store.database
        accounts = Accounts(database)
        migrate(database, "moderation", TABLES)
        migrate(database, "reports", feature.tables)
        roles = Roles(database, accounts)
        ada, mona, max_ = (accounts.sign_up(name) for name in ("Ada", "Mona", "Max"))
        for moderator in (mona, max_):
            roles.grant(moderator.token.player, "moderator", WHY)
        about = ada.token.player

        def act(action: str, by: str | None) -> int:
            with database.writing() as cursor:
                return log_act(cursor, Act(action, by, "player", about, f"for {action}"))

        warned, renamed = (act(each, mona.token.player) for each in ("player.warned", "player.renamed"))
        limited = act("player.limited", max_.token.player)
        granted = act("role.granted", None)
    with serving(folder / "games.db") as server:
        one, two, three = (holder(server, each.secret) for each in (ada, mona, max_))
        yield Case(server, one, two, three, warned, renamed, limited, granted)


def acts_of(player: httpx.Client) -> dict[int, dict[str, Any]]:
    return {each["number"]: each for each in ok(player.get("/v1/me/acts")).json()["items"]}


def answer(who: httpx.Client, act: int, outcome: str = "refused", **more: object) -> httpx.Response:
    body = {"outcome": outcome, "text": "The warning stays.", "reason": WHY} | more
    return who.post(f"/v1/moderation/appeals/{act}/answers", json=body)


def test_a_player_appeals_once_and_another_moderator_answers(made: Case) -> None:
    found = ok(made.ada.get("/v1/me/acts")).json()
    assert [each["number"] for each in found["items"]] == [made.limited, made.renamed, made.warned]
    assert found["unread"] == 3
    # players are not told who did it
    assert identity(made.mona) not in str(found)
    assert "Mona" not in str(found)
    url = f"/v1/me/acts/{made.warned}/appeals"
    assert problem(made.ada.post(url, json={"text": " \n"})) == (422, "invalid-value")
    key = {"Idempotency-Key": "appeal-1"}
    first, second = (made.ada.post(url, json={"text": WORDS}, headers=key) for _ in range(2))
    assert ok(first, 201).json() == ok(second, 201).json()
    assert problem(made.ada.post(url, json={"text": "again"})) == (409, "not-possible")
    for number in (made.granted, 999_999):
        assert problem(made.ada.post(f"/v1/me/acts/{number}/appeals", json={"text": "x"})) == (404, "not-found")
    assert problem(made.mona.post(url, json={"text": "x"})) == (404, "not-found")

    (waiting,) = ok(made.max.get("/v1/moderation/appeals")).json()["items"]
    assert (waiting["act"], waiting["text"], waiting["by_name"], waiting["name"]) == (
        *(made.warned, WORDS),
        *("Mona", "Ada"),
    )
    assert problem(answer(made.mona, made.warned)) == (409, "not-possible")
    assert problem(answer(made.ada, made.warned)) == (403, "role-missing")
    assert problem(answer(made.max, made.renamed)) == (404, "not-found")
    assert problem(answer(made.max, made.warned, acts=[999_999])) == (422, "invalid-value")
    done = ok(answer(made.max, made.warned, acts=[made.limited]), 201).json()
    assert (done["state"], done["answered_by"]) == ("refused", identity(made.max))
    assert problem(answer(made.max, made.warned)) == (409, "not-possible")
    key = {"Idempotency-Key": "answer-1"}
    body = {"outcome": "refused", "text": "x", "reason": WHY}
    refused = made.max.post(f"/v1/moderation/appeals/{made.warned}/answers", json=body, headers=key)
    assert problem(refused) == (409, "not-possible")
    assert ok(made.max.get("/v1/moderation/appeals", params={"status": "closed"})).json()["items"] == [done]

    appeal = acts_of(made.ada)[made.warned]["appeal"]
    assert (appeal["state"], appeal["answer"]) == ("refused", "The warning stays.")
    ok(made.ada.put("/v1/me/reports/mark", json={"read_at": appeal["answered_at"]}))
    assert ok(made.ada.get("/v1/me/acts")).json()["unread"] == 0


def test_all_read_numbers_and_no_names(made: Case) -> None:
    eve = made.server.player("Eve")
    report(eve, {"type": "name", "player": identity(made.mona)}, "impersonation", "a secret text")
    found = ok(made.server.client().get("/v1/transparency"))
    numbers = found.json()
    # they are kept for a while: whichever test asks first fixes them
    assert {each["action"] for each in numbers["acts"]} >= {"player.warned", "player.renamed", "role.granted"}
    assert all(len(each["month"]) == 7 and each["number"] >= 1 for each in numbers["acts"])
    for name in ("Ada", "Mona", "Eve", "secret", "player:"):
        assert name not in found.text
    assert [(each["type"], each["state"], each["number"]) for each in numbers["reports"]] == [("name", "open", 1)]


def test_an_account_that_is_deleted_leaves_no_words_in_appeals(made: Case) -> None:
    database = made.server.database.removeprefix("sqlite:///")
    ok(made.ada.post(f"/v1/me/acts/{made.renamed}/appeals", json={"text": WORDS}), 201)
    with sqlite3.connect(database) as connection:
        assert WORDS in str(connection.execute("SELECT * FROM appeals").fetchall())
    assert erase(made.ada).status_code == 204
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT act, player, text, state, answer FROM appeals ORDER BY act").fetchall()
    assert rows == [(made.warned, None, None, "refused", None), (made.renamed, None, None, "withdrawn", None)]
    assert ok(made.max.get("/v1/moderation/appeals")).json()["items"] == []


def test_players_are_notified_and_a_suspended_one_reads_and_appeals(tmp_path: Path) -> None:
    settings = {"LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    quick = {"service.reports.feature.TELLS_EVERY": 0.2}
    with receiver() as found, serving(tmp_path / "games.db", quick, **settings) as server:
        mona, ada, eve = with_role(server, "moderator"), server.player("Ada"), server.player("Eve")
        for player, path in ((ada, "/ada"), (eve, "/eve")):
            body = {"url": found.url(path), "format": "json"}
            ok(player.post("/v1/me/pings", json=body), 201)
        report(eve, {"type": "name", "player": identity(ada)}, "impersonation")
        # the first look fixes from where on players are told
        until(lambda: _told(tmp_path) is not None)
        who = identity(ada)
        act = {"type": "suspend", "kind": "locked_out", "reason": "this is not your name"}
        ok(mona.post(f"/v1/moderation/players/{who}/acts", json=act), 201)
        (about_ada,) = found.wait(1)
        assert (about_ada.path, json.loads(about_ada.body)["type"]) == ("/ada", "act.done")

        assert problem(ada.get("/v1/me")) == (403, "suspended")
        assert problem(ada.post("/v1/reports", json={})) == (403, "suspended")
        (suspended,) = ok(ada.get("/v1/me/acts")).json()["items"]
        assert (suspended["action"], suspended["reason"]) == ("player.suspended", "this is not your name")
        ok(ada.post(f"/v1/me/acts/{suspended['number']}/appeals", json={"text": "it is"}), 201)
        ok(ada.get("/v1/me/reports"))
        # she is the only moderator
        ok(answer(mona, suspended["number"], "granted"), 201)
        lift = {"type": "lift_suspension", "reason": "the name is real"}
        ok(mona.post(f"/v1/moderation/players/{who}/acts", json=lift), 201)
        (case,) = ok(mona.get("/v1/moderation/reports")).json()["items"]
        url = f"/v1/moderation/reports/{case['id']}"
        ok(mona.put(f"{url}/taker", json={}))
        body = {"state": "dismissed", "text": "It is the real name.", "reason": WHY, "acts": [suspended["number"]]}
        assert ok(mona.post(f"{url}/answers", json=body), 201).json()["acts"] == [suspended["number"]]
        sent = {(each.path, json.loads(each.body)["type"]) for each in found.wait(3)}
        assert sent == {("/ada", "act.done"), ("/ada", "appeal.answered"), ("/eve", "report.answered")}
        assert all("/account/reports" in json.loads(each.body)["text"] for each in found.received)
        assert ok(ada.get("/v1/me")).json()["name"] == "Ada"


def _told(folder: Path) -> int | None:
    with sqlite3.connect(folder / "games.db") as connection:
        row = connection.execute("SELECT last FROM acts_told").fetchone()
    return None if row is None else int(row[0])
