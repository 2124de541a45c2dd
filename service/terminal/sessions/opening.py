"""How a person comes to a table: signs up, opens a game with bots, takes a seat, or comes back."""

import secrets
import sys
from typing import Any
from urllib.parse import quote

import msgspec

from service.terminal.display.screen import Screen
from service.terminal.display.words import Json, printable
from service.terminal.server.client import Client, ProblemReply, ServerError
from service.terminal.server.credentials import Account, Credentials
from service.terminal.server.table import Table

GUEST = "Guest"


class Misused(ServerError):
    """The command was given something that it cannot use."""


class Wishes(msgspec.Struct, frozen=True):
    """What is to be played."""

    title: str
    seats: int | None = None
    seat: int = 0
    bots: tuple[str, ...] = ()
    people: int = 1
    """How many people play, the own seat included."""
    is_private: bool = False
    profile: str | None = None
    options: dict[str, Any] = {}


def sign_in(client: Client, credentials: Credentials, screen: Screen, name: str | None) -> str:
    """Be somebody on the server, who is signed up if need be; returns the player's id."""
    if name is not None and not credentials.is_usual(client.server, name):
        client.account = name
    token = credentials.token(client.server, name)
    if token is not None:
        client.use(token)
        return str(client.get("/me")["id"])
    account = _sign_up(client, screen, name)
    credentials.keep(client.server, Account(str(account["name"]), str(account["token"])))
    if client.account is not None:
        client.account = None if credentials.is_usual(client.server, str(account["name"])) else str(account["name"])
    client.use(str(account["token"]))
    screen.notice(f"signed up as {printable(str(account['name']))}; the token is in {credentials.file}")
    return str(account["id"])


def _sign_up(client: Client, screen: Screen, name: str | None) -> Json:
    """Return a new account: by the name given, the one that is typed, or a numbered default where it is taken."""
    while True:
        wanted = name
        if wanted is None and sys.stdin.isatty():
            wanted = screen.ask(f"What name shall others see? [dim](Enter: {GUEST})[/] >")
        # the key of a sign-up is as good as the token: long, random, and shown to no one
        key = secrets.token_urlsafe(48)
        try:
            return client.post("/players", {"name": wanted or f"{GUEST} {secrets.randbelow(10**6):06}"}, key=key)
        except ProblemReply as problem:
            if problem.code != "name-taken" or name is not None:
                raise
            screen.notice(str(problem))


def open_game(client: Client, wishes: Wishes, player: str) -> Table:
    """Open a game with bots on the seats that no person is to take, and take the own seat."""
    ruleset = ruleset_of(client, wishes.title)
    seats = _seats(ruleset, wishes)
    names = wishes.bots or ("careful" if "careful" in ruleset["bots"] else ruleset["bots"][0],)
    others = [seat for seat in range(seats) if seat != wishes.seat]
    # people sit on the first seats, so that bots have the last ones
    bots = {str(seat): names[place % len(names)] for place, seat in enumerate(others[wishes.people - 1 :])}
    body: Json = {"ruleset": wishes.title, "seats": seats, "options": wishes.options, "bots": bots}
    if wishes.profile:
        body["profile"] = wishes.profile
    if wishes.is_private:
        body["visibility"] = "private"
    game = str(client.post("/games", body)["id"])
    return join_game(client, game, wishes.seat, player)


def _seats(ruleset: Json, wishes: Wishes) -> int:
    """Return how many play: as asked, or as few as can with everybody who is wanted; raises Misused."""
    allowed = sorted(ruleset["seats"])
    wanted = wishes.people + len(wishes.bots)
    seats = wishes.seats or next((number for number in allowed if number >= wanted), wanted)
    if seats not in allowed:
        message = f"{wishes.title} has {', '.join(map(str, allowed))} seats, not {seats}"
        raise Misused(message)
    if not 0 <= wishes.seat < seats:
        message = f"there is no seat {wishes.seat}: {seats} play, on the seats 0 to {seats - 1}"
        raise Misused(message)
    if wanted > seats:
        message = f"{seats} seats are too few for {wishes.people} people and {len(wishes.bots)} bots: leave out --seats"
        raise Misused(message)
    return seats


def join_game(client: Client, game: str, seat: int | None, player: str, *, anywhere: bool = False) -> Table:
    """Come to a game: to the own seat, to a free one that is named, or to the first free one."""
    table = Table(client, game)
    if own_seat(table, player) is not None:
        return table
    if table.game["status"] != "open" or (seat is None and not anywhere):
        hint = f"follow it with ludolog watch {game}{client.address}"
        if table.game["status"] == "open":
            hint = f"take a free seat with ludolog join {game}{client.address}"
        message = f"you do not sit in game {game}, which is {table.game['status']}: {hint}"
        raise ServerError(message)
    if seat is not None:
        client.put(f"/games/{table.id}/seats/{seat}", {"entropy": secrets.token_hex(32)})
    else:
        _take_a_free_seat(table)
    table.reload()
    return table


def _take_a_free_seat(table: Table) -> None:
    """Take the first free seat; one that somebody else takes in the same moment is left out."""
    for seat in table.game["seats"]:
        if seat["player"] is None:
            try:
                body = {"entropy": secrets.token_hex(32)}
                table.client.put(f"/games/{table.id}/seats/{seat['seat']}", body)
            except ProblemReply as problem:
                if problem.code != "seat-taken":
                    raise
            else:
                return
    message = f"game {table.id} has no free seat: open another with ludolog play {table.ruleset} --people 2"
    raise ServerError(message)


def own_seat(table: Table, player: str) -> int | None:
    """Return the seat on which a player sits."""
    return next((int(seat["seat"]) for seat in table.game["seats"] if seat["player"] == player), None)


def ruleset_of(client: Client, title: str) -> Json:
    """Return what the server tells of a title; raises Misused where it has none of this name."""
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
