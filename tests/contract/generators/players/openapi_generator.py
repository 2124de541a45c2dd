"""Plays a whole game with the Python client of openapi-generator; run with the client on the path."""

# the client is there only when this runs
# pyright: basic, reportMissingImports=false

import json
import random
import sys
import uuid
from typing import Any

from openapi_generator_client import (
    ApiClient,
    Configuration,
    GamesApi,
    NewCommand,
    OpenGame,
    PlayApi,
    PlayersApi,
    SeatsApi,
    SignUp,
)


def play(base: str, title: str) -> dict[str, Any]:
    """Return how many decisions were made before the game was over, and the ranks."""
    configuration = Configuration(host=base)
    client = ApiClient(configuration)
    name = f"openapi-generator {uuid.uuid4().hex[:8]}"
    configuration.access_token = PlayersApi(client).sign_up(SignUp(name=name)).token
    games, table = GamesApi(client), PlayApi(client)
    game = games.open_game(OpenGame(ruleset=title, seats=3, bots={"1": "random", "2": "random"})).id
    SeatsApi(client).take_seat(game, 0)
    games.start_game(game)
    rng = random.Random(1)
    made = 0
    while games.game(game).status == "running":
        asked = table.decisions(game)
        own = [decision for decision in asked.items if decision.choices]
        if not own:
            table.events(game, after=asked.version, wait=5)
            continue
        answer = NewCommand(decision=own[0].id, command=rng.choice(own[0].choices).command)
        accepted = table.command(game, answer, idempotency_key=f"decision-{own[0].id}")
        assert accepted.receipt.decision == own[0].id
        record = accepted.events[0].record.actual_instance
        assert record.version == record.cause
        made += 1
    assert table.view(game).actual_instance.type == f"{title}.view"
    return {"game": str(game), "decisions": made, "ranks": [place.rank for place in games.result(game).places]}


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:])))
