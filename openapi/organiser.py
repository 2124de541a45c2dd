"""A tournament by the public API alone: python organiser.py http://127.0.0.1:8000 [FOLDER [TITLE]].

The games are of TITLE, by default the first title of the service.
Eight players play three rounds at two tables of four. One player does not come, one leaves in the middle of a game, one
is replaced, and one game is adjudicated. The organiser needs fewer than 40 requests. The signed records of all games
are written to FOLDER, so that `ludolog verify` and `verify.mjs` can check them.
"""

import asyncio
import contextlib
import json
import random
import secrets
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

ROUNDS = (
    # by round and table, the players by seat
    ((0, 1, 2, 3), (4, 5, 6, 7)),
    ((0, 4, 1, 5), (2, 6, 3, 7)),
    ((0, 6, 5, 3), (4, 2, 1, 7)),
)
ABSENT = 3
"""The player who does not come to the first round."""
LEAVING, REPLACED, STUCK = 1, 6, 5
"""The players who stop in the second round, at its first and second table, and in the third round."""
STOP_AFTER = 3
"""The decisions after which a player stops."""
START_IN = timedelta(seconds=2)
GIVE_UP_AFTER = 60.0
"""Seconds after which a client stops if the service does not reply, or is not ready."""
IDLE_TIMEOUT = 4.0
"""Seconds without an event after which the organiser looks at a table."""


class Client:
    """A client of one account, which repeats requests until a reply comes and counts those that it was asked for."""

    def __init__(self, base: str) -> None:
        self.http = httpx.AsyncClient(base_url=f"{base}/v1", timeout=60)
        self.requests = 0
        self.id = ""

    async def ask(self, method: str, path: str, body: object = None, **query: object) -> Any:
        """Return the reply, or the problem document."""
        self.requests += 1
        headers = {"Idempotency-Key": secrets.token_hex(16)} if method == "POST" else {}
        parameters: Any = {name: value for name, value in query.items() if value is not None}
        until = time.monotonic() + GIVE_UP_AFTER
        while True:
            try:
                reply = await self.http.request(method, path, json=body, params=parameters, headers=headers)
            except httpx.TransportError as error:
                reason, pause = f"no reply: {error}", 0.1
            else:
                if reply.status_code not in {429, 503}:
                    return reply.json() if reply.content else None
                reason, pause = reply.text, float(reply.headers.get("Retry-After", "1"))
            if time.monotonic() + pause > until:
                sys.exit(f"{method} {path}: {reason}")
            await asyncio.sleep(pause)

    async def need(self, method: str, path: str, body: object = None, **query: object) -> Any:
        """Return the reply. Exit with the reason if it is a problem document."""
        reply: Any = await self.ask(method, path, body, **query)
        if "detail" in reply:
            sys.exit(f"{method} {path}: {reply['detail']}")
        return reply

    async def sign_up(self, name: str) -> None:
        """Create the account."""
        made = await self.need("POST", "/players", {"name": f"{name} {secrets.token_hex(4)}"})
        self.id = made["id"]
        self.http.headers["Authorization"] = f"Bearer {made['token']}"

    async def lines(self, game: str, *, awaiting: bool) -> AsyncIterator[dict[str, Any]]:
        """Yield the events of a game to its end, from one stream; after each batch also who is asked, if wanted."""
        self.requests += 1
        headers = {"Accept": "application/x-ndjson"}
        query = {"awaiting": str(awaiting).lower(), "after": "0"}
        is_whole = False
        while not is_whole:
            with contextlib.suppress(httpx.HTTPError):
                async with self.http.stream("GET", f"/games/{game}/stream", params=query, headers=headers) as reply:
                    reply.raise_for_status()
                    async for text in reply.aiter_lines():
                        line: dict[str, Any] = json.loads(text or "{}")
                        if "record" in line:
                            query["after"] = str(line["record"]["version"])
                        yield line
                is_whole = True
            if not is_whole:
                # wait until the service is ready; exit if it does not come back or refuses the game
                await self.need("GET", f"/games/{game}")


class Player(Client):
    """A player who takes every seat that waits, and answers every decision with a random legal command."""

    def __init__(self, base: str, number: int) -> None:
        super().__init__(base)
        self.number = number
        self.rng = random.Random(number)
        self.games: dict[str, asyncio.Task[None]] = {}

    async def attend(self, comes: bool) -> None:
        """Take seats that wait, and play all games of the own account, until cancelled."""
        try:
            while True:
                listed = await self.need("GET", "/me/games", limit=20)
                for game in listed["items"]:
                    if game["invited"] and comes:
                        await self.ask("PUT", f"/games/{game['id']}/seats/{game['seat']}")
                    elif game["status"] == "running" and game["id"] not in self.games:
                        self.games[game["id"]] = asyncio.create_task(self.play(game["id"]))
                await asyncio.sleep(1)
        finally:
            for task in self.games.values():
                task.cancel()

    def stops_in(self, game: Mapping[str, Any]) -> bool:
        """Whether the player leaves a game in the middle."""
        stopping = {1: {LEAVING: 0, REPLACED: 1}, 2: {STUCK: 0}}
        place = next((tag for tag in game["tags"] if tag.startswith("round-")), "round-0-0")
        number, table = map(int, place.split("-")[1:])
        return stopping.get(number, {}).get(self.number) == table

    async def play(self, game: str) -> None:
        """Answer the decisions of a game until it ends or the seat is lost."""
        about = await self.ask("GET", f"/games/{game}")
        left = STOP_AFTER if self.stops_in(about) else None
        async for line in self.lines(game, awaiting=True):
            decision = line.get("awaiting", {}).get("own")
            if decision is None:
                continue
            if left == 0:
                return
            # a decision that the clock or a ruling has answered is refused; the next line names the open ones
            move = {"decision": decision["id"], "command": self.rng.choice(decision["choices"])["command"]}
            await self.ask("POST", f"/games/{game}/commands", move)
            left = None if left is None else left - 1


class Organiser(Client):
    """Opens the rounds, watches the tables, and rules where a player is absent."""

    def __init__(self, base: str, players: Sequence[Player], ruleset: Mapping[str, Any]) -> None:
        super().__init__(base)
        self.players = players
        self.ruleset = ruleset

    async def open_round(self, number: int) -> list[str]:
        """Open the two tables of a round; each has the players of the other one as substitutes."""
        starts_at = (datetime.now(UTC) + START_IN).isoformat()
        tables = [[self.players[player].id for player in table] for table in ROUNDS[number]]
        games = [
            {
                **self.ruleset,
                "seats": 4,
                "name": f"Round {number + 1}, table {table + 1}",
                "tags": ["tournament", f"round-{number}-{table}"],
                "rated": True,
                "clock": {"preset": "live"},
                "reserved": {str(seat): player for seat, player in enumerate(players)},
                "substitutes": tables[1 - table],
                "starts_at": starts_at,
                "visibility": "private" if number == len(ROUNDS) - 1 else "public",
            }
            for table, players in enumerate(tables)
        ]
        opened = await self.need("POST", "/games/bulk", {"games": games})
        return [game["id"] for game in opened["items"]]

    async def watch(self, number: int, table: int, game: str) -> None:
        """Follow a table to its end. If nothing happens for a while, rule on it."""
        queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

        async def follow() -> None:
            async for line in self.lines(game, awaiting=False):
                if "record" in line:
                    await queue.put(line["record"])
            await queue.put(None)

        following = asyncio.create_task(follow())
        is_running = False
        while True:
            try:
                record = await asyncio.wait_for(queue.get(), IDLE_TIMEOUT if is_running else None)
            except TimeoutError:
                await self.rule(number, table, game)
                continue
            if record is None:
                return await following
            is_running = is_running or record["type"] == "game.started"

    async def rule(self, number: int, table: int, game: str) -> None:
        """Rule on a table at which nothing happens."""
        listed = await self.need("GET", "/me/organised", tag=f"round-{number}-{table}")
        (row,) = listed["items"]
        if not row["awaited"] or row["status"] != "running":
            return
        seat = row["awaited"][0]["seat"]
        if number == len(ROUNDS) - 1:
            ruling = {"type": "adjudicate", "ranks": [1, 2, 2, 4], "reason": "A player has left the last round."}
        elif table == 1:
            other = self.players[ROUNDS[number][0][0]].id
            ruling = {"type": "replace_player", "seat": seat, "player": other, "reason": "The player had to go."}
        else:
            ruling = {"type": "give_up_seat", "seat": seat, "reason": "The player has not answered."}
        await self.ask("POST", f"/games/{game}/rulings", ruling)


async def tournament(base: str, ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """Play the tournament; returns the games, their results and the number of requests of the organiser."""
    players = [Player(base, number) for number in range(8)]
    organiser = Organiser(base, players, ruleset)
    await asyncio.gather(
        organiser.sign_up("Organiser"), *(player.sign_up(f"Player {player.number}") for player in players)
    )
    games: list[list[str]] = []
    for number in range(len(ROUNDS)):
        games.append(await organiser.open_round(number))
        tables = [organiser.watch(number, table, game) for table, game in enumerate(games[-1])]
        present = [asyncio.create_task(player.attend((number, player.number) != (0, ABSENT))) for player in players]
        await asyncio.gather(*tables)
        for task in present:
            task.cancel()
        await asyncio.gather(*present, return_exceptions=True)
    listed = await organiser.need("GET", "/results", owner=organiser.id)
    bundles = {game: await bundle_of(players, game, games) for table in games for game in table}
    return {
        "games": games,
        "players": [player.id for player in players],
        "results": listed["items"],
        "requests": organiser.requests,
        "bundles": bundles,
    }


async def bundle_of(players: Sequence[Player], game: str, games: Sequence[Sequence[str]]) -> bytes:
    """Return the signed record of a game, as a player of the game may read it after its end."""
    number, table = next((number, row.index(game)) for number, row in enumerate(games) if game in row)
    player = players[ROUNDS[number][table][0]]
    reply = await player.http.get(f"/games/{game}/bundle", params={"as": "full"})
    return reply.raise_for_status().content


def first_title(base: str) -> str:
    """Return the name of the first title of the service. Exit if no Ludolog service answers."""
    try:
        return httpx.get(f"{base}/v1/rulesets").raise_for_status().json()["items"][0]["name"]
    except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
        sys.exit(f"no Ludolog service answers at {base}: {error}")


def main(base: str, folder: str | None = None, title: str | None = None) -> None:
    """Play a tournament of short games, print its summary, and write the signed records."""
    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
    # also if a title is named: a wrong address is reported before anything is played
    first = first_title(base)
    played = asyncio.run(tournament(base, {"ruleset": title or first}))
    bundles: dict[str, bytes] = played.pop("bundles")
    print(json.dumps(played), flush=True)
    if folder is not None:
        for game, bundle in bundles.items():
            (Path(folder) / f"{game}.jsonl").write_bytes(bundle)


if __name__ == "__main__":
    if len(sys.argv) not in range(2, 5):
        sys.exit("usage: organiser.py SERVER [FOLDER [TITLE]]")
    main(*sys.argv[1:])
