"""Plays a whole game with the client of openapi-python-client; run with the client on the path.

It knows no rule: it sends the choices that it is offered.
"""

# the client is there only when this runs
# pyright: basic, reportMissingImports=false

import json
import random
import sys
import uuid
from typing import Any

from openapi_python_client_client import AuthenticatedClient, Client
from openapi_python_client_client.api.games import game, open_game, result, start_game
from openapi_python_client_client.api.play import command, decisions, events, view
from openapi_python_client_client.api.players import sign_up
from openapi_python_client_client.api.seats import take_seat
from openapi_python_client_client.models import (
    Accepted,
    NewCommand,
    OpenGame,
    OpenGameBots,
    Result,
    SeatRequest,
    SignUp,
)


def play(base: str, title: str) -> dict[str, Any]:
    """Return how many decisions were made before the game was over, and the ranks."""
    made = 0
    name = f"openapi-python-client {uuid.uuid4().hex[:8]}"
    token = sign_up.sync(client=Client(base_url=base), body=SignUp(name=name)).token
    client = AuthenticatedClient(base_url=base, token=token, timeout=30)
    bots = OpenGameBots.from_dict({"1": "random", "2": "random"})
    opened = open_game.sync(client=client, body=OpenGame(ruleset=title, seats=3, bots=bots))
    take_seat.sync(opened.id, 0, client=client, body=SeatRequest())
    start_game.sync(opened.id, client=client)
    rng = random.Random(1)
    while game.sync(opened.id, client=client).status == "running":
        asked = decisions.sync(opened.id, client=client)
        own = [decision for decision in asked.items if decision.choices]
        if not own:
            events.sync(opened.id, client=client, after=asked.version, wait=5)
            continue
        chosen = rng.choice(own[0].choices).command
        answer = command.sync(
            opened.id,
            client=client,
            body=NewCommand(decision=own[0].id, command=chosen),
            idempotency_key=f"decision-{own[0].id}",
        )
        assert isinstance(answer, Accepted), answer
        assert answer.receipt.decision == own[0].id
        assert answer.events[0].record.version == answer.events[0].record.cause
        made += 1
    assert view.sync(opened.id, client=client).type_ == f"{title}.view"
    ended = result.sync(opened.id, client=client)
    assert isinstance(ended, Result)
    return {"game": str(opened.id), "decisions": made, "ranks": [place.rank for place in ended.places]}


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:])))
