"""What is answered while games of all titles are played fits the document."""

import random
from typing import Any

import httpx
import pytest

from tests.contract.validation import Document, operations, validator
from tests.service.kit import next_decision, own_decision
from tests.service.server import Server

DECISIONS = 60


class Checked:
    """A client whose every answer is held against the document."""

    def __init__(self, client: httpx.Client, document: Document) -> None:
        self._client = client
        self._paths = {
            operation["operationId"]: (method, path)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        }
        self._document = document
        self._schemas: dict[tuple[str, str], Any] = {
            (name, status): content["schema"]
            for name, operation in operations(document).items()
            for status, answer in operation["responses"].items()
            for content in answer.get("content", {}).values()
            if "$ref" in content["schema"]
        }

    def ask(self, operation: str, expected: int, body: Any = None, query: Any = None, **path: Any) -> Any:
        """Return the answer of an operation; it must have the status, and fit the schema declared for it."""
        method, url = self._paths[operation]
        reply = self._client.request(method, url.format(**path), json=body, params=query)
        assert reply.status_code == expected, reply.text
        value = reply.json()
        validator(self._document, self._schemas[operation, str(expected)]).validate(value)
        return value


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_answers_of_a_game_fit_the_document(player: httpx.Client, document: Document, title: str) -> None:
    checked = Checked(player, document)
    rng = random.Random(title)
    bots = {"1": "random", "2": "random"}
    game = checked.ask("openGame", 201, {"ruleset": title, "seats": 3, "bots": bots})["id"]
    checked.ask("takeSeat", 200, {}, game=game, seat=0)
    checked.ask("startGame", 200, game=game)
    for _ in range(DECISIONS):
        if own_decision(player, game) is None:
            break
        mine = next(d for d in checked.ask("decisions", 200, game=game)["items"] if "choices" in d)
        command = rng.choice(mine["choices"])["command"]
        checked.ask("view", 200, game=game)
        version = checked.ask("game", 200, game=game)["version"]
        checked.ask("command", 409, {"decision": "0.999999", "command": command}, game=game)
        checked.ask("command", 201, {"decision": mine["id"], "command": command}, game=game)
        checked.ask("events", 200, query={"after": version}, game=game)


@pytest.mark.parametrize(
    ("title", "absurd"),
    [
        ("giganten", {"type": "giganten.bid", "value": 99}),
        ("siberia", {"type": "siberia.sell_cubes", "resource": "oil", "exchange": "tokyo", "areas": []}),
        ("minos", {"type": "minos.buy_rings", "rings": 99}),
    ],
)
def test_a_refusal_fits_the_document(server: Server, document: Document, title: str, absurd: dict[str, Any]) -> None:
    player = server.player()
    checked = Checked(player, document)
    bots = {"1": "random", "2": "random"}
    game = checked.ask("openGame", 201, {"ruleset": title, "seats": 3, "bots": bots})["id"]
    checked.ask("takeSeat", 200, {}, game=game, seat=0)
    checked.ask("startGame", 200, game=game)
    mine = next_decision(player, game)
    refused = checked.ask("command", 409, {"decision": mine["id"], "command": absurd}, game=game)
    assert refused["code"] == "refused"
    assert [choice["command"] for choice in refused["legal"]] == [choice["command"] for choice in mine["choices"]]
