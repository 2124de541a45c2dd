"""How a person comes to a table: signs up, opens a game with bots, takes a seat, or comes back."""

import secrets
import sys
from typing import Any
from urllib.parse import quote

import msgspec

from service.terminal.client import Client, ProblemReply, ServerError, new_key
from service.terminal.credentials import Account, Credentials
from service.terminal.screen import Screen
from service.terminal.table import Table
from service.terminal.words import Json, printable

GUEST = "Guest"


class Misused(ServerError):
    """The command was given something that it cannot use."""


class Wishes(msgspec.Struct, frozen=True):
    """What is to be played."""

    title: str
    seats: int | None = None
    seat: int = 0
    bots: tuple[str, ...] = ()
    profile: str | None = None
    options: dict[str, Any] = {}


def sign_in(client: Client, credentials: Credentials, screen: Screen, name: str | None) -> str:
    """Be somebody on the server, who is signed up if need be; returns the player's id."""
    token = credentials.token(client.server)
    if token is not None:
        client.use(token)
        return str(client.get("/me")["id"])
    if name is None and sys.stdin.isatty():
        name = screen.ask(f"What name shall others see? [dim](Enter: {GUEST})[/] >")
    # the key of a sign-up is as good as the token, so it is long and told to nobody
    account = client.post("/players", {"name": name or GUEST}, key=secrets.token_urlsafe(48))
    credentials.keep(client.server, Account(str(account["name"]), str(account["token"])))
    client.use(str(account["token"]))
    screen.notice(f"signed up as {printable(str(account['name']))}; the token is in {credentials.file}")
    return str(account["id"])


def open_game(client: Client, wishes: Wishes, player: str) -> Table:
    """Open a game with bots on the other seats, take the seat, and start."""
    ruleset = _ruleset(client, wishes.title)
    seats = wishes.seats or (len(wishes.bots) + 1 if wishes.bots else min(ruleset["seats"]))
    if seats not in ruleset["seats"]:
        allowed = ", ".join(map(str, ruleset["seats"]))
        message = f"{wishes.title} has {allowed} seats, not {seats}"
        raise Misused(message)
    if not 0 <= wishes.seat < seats:
        message = f"there is no seat {wishes.seat}: {seats} play, on the seats 0 to {seats - 1}"
        raise Misused(message)
    if len(wishes.bots) >= seats:
        message = f"beside you there are seats for {seats - 1}, not for {len(wishes.bots)} bots"
        raise Misused(message)
    names = wishes.bots or ("careful" if "careful" in ruleset["bots"] else ruleset["bots"][0],)
    others = [seat for seat in range(seats) if seat != wishes.seat]
    bots = {str(seat): names[place % len(names)] for place, seat in enumerate(others)}
    body: Json = {"ruleset": wishes.title, "seats": seats, "options": wishes.options, "bots": bots}
    if wishes.profile:
        body["profile"] = wishes.profile
    game = str(client.post("/games", body)["id"])
    return join(client, game, wishes.seat, player)


def join(client: Client, game: str, seat: int | None, player: str) -> Table:
    """Come to a game: to your own seat, or to a free one that is named; start it where you can."""
    table = Table(client, game)
    if own_seat(table, player) is None:
        if seat is None or table.game["status"] != "open":
            message = f"you do not sit in game {game}: follow it with ludolog watch {game}"
            raise ServerError(message)
        client.put(f"/games/{table.id}/seats/{seat}", {"entropy": secrets.token_hex(32)})
        table.reload()
    full = all(one["player"] is not None for one in table.game["seats"])
    if table.game["status"] == "open" and full and table.game["owner"] == player:
        client.post(f"/games/{table.id}/start", key=new_key())
        table.reload()
    return table


def own_seat(table: Table, player: str) -> int | None:
    """Return the seat on which a player sits."""
    return next((int(seat["seat"]) for seat in table.game["seats"] if seat["player"] == player), None)


def _ruleset(client: Client, title: str) -> Json:
    try:
        return client.get(f"/rulesets/{quote(title, safe='')}")
    except ProblemReply as problem:
        raise Misused(str(problem)) from None


def options_from(texts: list[str]) -> dict[str, Any]:
    """Return options that are given as name=value; true, false and numbers are what they look like."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            message = f"an option is given as name=value, not as {text!r}"
            raise Misused(message)
        number = value.removeprefix("-").isdecimal()
        options[name] = value == "true" if value in {"true", "false"} else int(value) if number else value
    return options
