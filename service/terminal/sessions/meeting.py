"""Waiting for other players: for the answer to a challenge or a rematch, and in a pool."""

import time
from http import HTTPStatus

from service.terminal.connection.client import Client
from service.terminal.connection.errors import Misused, ProblemReply
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json, printable

PAUSE = 2.0
"""Seconds between two looks whether the others have answered."""

STAY = 5.0
"""Seconds between two signs of life in a pool."""

REASONS = {
    "not_now": "not now",
    "clock": "another clock, please",
    "rules": "another game or other options, please",
    "rating": "rated or not: the other way, please",
    "no": "no, thanks",
}
"""The reasons to decline."""


def names_of(challenge: Json, *, has_agreed: bool | None = None) -> str:
    """Return the names of the players of a challenge; `has_agreed`: only of those who have accepted, or have not."""
    found = [each for each in challenge["players"] if has_agreed in {None, each["has_agreed"]}]
    return printable(", ".join(each["name"] or "a deleted player" for each in found))


def described(challenge: Json, player: str) -> str:
    """Return what a challenge is about, in one line."""
    terms = challenge["terms"]
    clock = terms["clock"]
    what = [
        terms["ruleset"],
        "rated" if terms["rated"] else "not rated",
        f"clock {clock['allowance']}+{clock['bank']}" if clock else "no clock",
    ]
    asks = next(
        (each["name"] or "a deleted player" for each in challenge["players"] if each["player"] == challenge["by"]), ""
    )
    game = printable(", ".join(what))
    if challenge["by"] == player:
        return f"{challenge['id']}: you wait for {names_of(challenge, has_agreed=False)} ({game})"
    verb = "asks for a rematch" if challenge["kind"] == "rematch" else "challenges you"
    return f"{challenge['id']}: {printable(asks)} {verb} ({game})"


def game_of(client: Client, challenge: Json, screen: Screen) -> str:
    """Wait until all have accepted, and return the game. Raises Misused if it does not come to one.

    An interrupt leaves the challenge open: the command to come back is printed.
    """
    said = False
    while challenge["game"] is None:
        if challenge["state"] not in {"open", "accepted"}:
            raise Misused(_outcome(challenge))
        if not said:
            screen.notice(f"waiting for {names_of(challenge, has_agreed=False)}: stop waiting with Ctrl-C")
            said = True
        time.sleep(PAUSE)
        challenge = client.get(f"/challenges/{challenge['id']}")
    return str(challenge["game"])


def _outcome(challenge: Json) -> str:
    if challenge["state"] == "declined":
        who = next((each["name"] for each in challenge["players"] if each["player"] == challenge["declined_by"]), None)
        return f"{printable(who or 'a player')} declines: {REASONS.get(challenge['reason'], 'no, thanks')}"
    return {
        "cancelled": "the challenge was taken back",
        "expired": "the challenge has expired",
    }.get(challenge["state"], "the game could not be opened")


def paired(client: Client, title: str, clock: str, screen: Screen) -> str:
    """Wait in a pool, and return the game. An interrupt leaves the pool."""
    place = client.post("/me/pools", {"ruleset": title, "clock": clock})
    said = False
    try:
        while place["challenge"] is None or place["challenge"]["game"] is None:
            if place["state"] == "waiting" and not said:
                screen.notice(f"waiting for {place['seats'] - 1} more: stop waiting with Ctrl-C")
                said = True
            if place["bots"]:
                screen.command(f"Nobody has come yet. Against bots: ludolog play {title} --bots {place['bots'][0]}")
                place["bots"] = []
            time.sleep(STAY)
            place = client.put("/me/pools")
            said = said and place["state"] == "waiting"
    except KeyboardInterrupt:
        try:
            client.delete("/me/pools")
        except ProblemReply as problem:
            if problem.status != HTTPStatus.CONFLICT:
                raise
            found = client.put("/me/pools")["challenge"]
            screen.command(f"Your game has begun: ludolog play --game {found['game'] or found['id']}{client.options}")
        raise
    return str(place["challenge"]["game"])
