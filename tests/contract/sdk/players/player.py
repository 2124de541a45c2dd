"""Plays a whole game of each title with the installed Python SDK, and prints what it saw: player.py SERVER RECEIPTS."""

import json
import sys

from ludolog_client import Client, Turn, random_command, types

server, receipts, games = sys.argv[1:]
with Client(server, receipts=receipts) as client:
    client.token = client.sign_up({"name": "Ada of Python"})["token"]
    for wishes in json.loads(games):
        game = client.open_game(wishes)["id"]
        client.take_seat(game, 0)
        client.start_game(game)
        moves: list[types.AnyCommand] = []

        def choose(turn: Turn, made: list[types.AnyCommand] = moves) -> types.AnyCommand:
            """Return a command, and note it."""
            made.append(random_command(turn["choices"]))
            return made[-1]

        client.play(game, choose)
        versions = [event.id for event in client.stream(game) if event.event == "message"]
        pages = [entry["record"]["version"] for entry in client.events(game, limit=50)]
        print(json.dumps({"game": game, "moves": moves, "versions": versions, "pages": pages}))
