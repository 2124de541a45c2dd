"""Plays a whole game with a client that was generated from the document; run with the client on the path.

It knows no rule: it sends the choices that it is offered.
"""

# the client is there only when this runs
# pyright: basic, reportMissingImports=false

import random
import sys

from ludolog_client import AuthenticatedClient, Client
from ludolog_client.api.games import game, open_game, result, start_game
from ludolog_client.api.play import command, decisions, events, view
from ludolog_client.api.players import sign_up
from ludolog_client.api.seats import take_seat
from ludolog_client.models import (
    Accepted,
    CommandRequest,
    GigantenView,
    OpenGame,
    OpenGameBots,
    Result,
    SeatRequest,
    SignUp,
)


def play(base: str) -> int:
    """Return how many decisions were made before the game was over."""
    made = 0
    token = sign_up.sync(client=Client(base_url=base), body=SignUp(name="Generated")).token
    client = AuthenticatedClient(base_url=base, token=token, timeout=30)
    bots = OpenGameBots.from_dict({"1": "random", "2": "random"})
    opened = open_game.sync(client=client, body=OpenGame(ruleset="giganten", seats=3, profile="kurz", bots=bots))
    take_seat.sync(opened.id, 0, client=client, body=SeatRequest())
    start_game.sync(opened.id, client=client)
    whim = random.Random(1)
    while game.sync(opened.id, client=client).status == "running":
        asked = decisions.sync(opened.id, client=client)
        own = [decision for decision in asked.items if decision.choices]
        if not own:
            events.sync(opened.id, client=client, after=asked.version, wait=5)
            continue
        chosen = whim.choice(own[0].choices).command
        answer = command.sync(
            opened.id,
            client=client,
            body=CommandRequest(decision=own[0].id, command=chosen),
            idempotency_key=f"decision-{own[0].id}",
        )
        assert isinstance(answer, Accepted), answer
        assert answer.receipt.decision == own[0].id
        assert answer.events[0].record.version == answer.events[0].record.cause
        made += 1
    assert isinstance(view.sync(opened.id, client=client), GigantenView)
    ended = result.sync(opened.id, client=client)
    assert isinstance(ended, Result)
    assert ended.places[0].rank == 1
    return made


if __name__ == "__main__":
    print(play(sys.argv[1]))  # noqa: T201 - the test reads it
