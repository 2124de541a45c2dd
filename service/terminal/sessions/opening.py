"""Ways into a game: sign up, open a game, take a seat, or come back."""

import secrets
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec

from service.terminal.connection.client import Client
from service.terminal.connection.credentials import Account, Credentials
from service.terminal.connection.errors import Misused, ProblemReply, ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import LONGEST, Screen
from service.terminal.display.words import Json, printable

GUEST = "Guest"
NO_CLOCK = "none"
"""Opens a public game without the clock of the server."""


class NewGame(msgspec.Struct, frozen=True):
    """The game to open."""

    title: str
    seats: int | None = None
    seat: int = 0
    bots: tuple[str, ...] = ()
    people: int = 1
    """The number of people, the user included."""
    is_private: bool = False
    profile: str | None = None
    options: dict[str, Any] = {}
    clock: str | None = None
    """The name of a preset, or an allowance and a bank: `PT12H+P3D`."""
    has_hints: bool = False
    """Whether players can take hints of the engine."""


def sign_in(client: Client, credentials: Credentials, screen: Screen, name: str | None) -> str:
    """Sign in, and sign up first if there is no account. Return the player's id."""
    if name is not None and not credentials.is_usual(client.server, name):
        client.account = name
    token = credentials.token(client.server, name)
    if token is not None:
        client.use(token)
        return str(client.get("/me")["id"])
    # a name whose token cannot be kept would be lost
    credentials.prepare()
    account = _sign_up(client, screen, name)
    credentials.keep(client.server, Account(str(account["name"]), str(account["token"])))
    if client.account is not None:
        client.account = None if credentials.is_usual(client.server, str(account["name"])) else str(account["name"])
    client.use(str(account["token"]))
    screen.notice(f"signed up as {printable(str(account['name']))}; the token is in {credentials.file}")
    return str(account["id"])


def _sign_up(client: Client, screen: Screen, name: str | None) -> Json:
    """Return a new account with the given name, a typed name, or a numbered default name."""
    while True:
        wanted = name
        if wanted is None and screen.is_attended:
            wanted = screen.ask(f"What name shall others see? [dim](Enter: {GUEST})[/] >")
        # the idempotency key of a sign-up is as secret as the token
        key = secrets.token_urlsafe(48)
        try:
            return client.post("/players", {"name": wanted or f"{GUEST} {secrets.randbelow(10**6):06}"}, key=key)
        except ProblemReply as problem:
            if problem.code != "name-taken" or name is not None:
                raise
            screen.notice(str(problem))


def open_game(client: Client, new_game: NewGame, player: str) -> RemoteGame:
    """Open a game with bots on the seats without people, and take the own seat."""
    ruleset = ruleset_of(client, new_game.title)
    seats = _seats(ruleset, new_game)
    names = new_game.bots or ("careful" if "careful" in ruleset["bots"] else ruleset["bots"][0],)
    others = [seat for seat in range(seats) if seat != new_game.seat]
    # people sit on the first seats, so that bots have the last ones
    bots = {str(seat): names[place % len(names)] for place, seat in enumerate(others[new_game.people - 1 :])}
    body: Json = {"ruleset": new_game.title, "seats": seats, "options": new_game.options, "bots": bots}
    if new_game.profile:
        body["profile"] = new_game.profile
    if new_game.is_private:
        body["visibility"] = "private"
    if new_game.clock:
        body["clock"] = None if new_game.clock == NO_CLOCK else clock_from(new_game.clock)
    if new_game.has_hints:
        body["hints"] = True
    game = str(client.post("/games", body)["id"])
    return join_game(client, game, new_game.seat, player)


def clock_from(text: str) -> Json:
    """Return the clock of a new game: a preset, or an allowance and a bank such as `PT12H+P3D`."""
    if not text.startswith("P"):
        return {"preset": text}
    allowance, plus, bank = text.partition("+")
    return {"allowance": allowance, **({"bank": bank} if plus else {})}


def _seats(ruleset: Json, new_game: NewGame) -> int:
    """Return the number of seats: the requested one, or the smallest that fits; raises Misused."""
    allowed = sorted(ruleset["seats"])
    wanted = new_game.people + len(new_game.bots)
    seats = new_game.seats or next((number for number in allowed if number >= wanted), wanted)
    if seats not in allowed:
        message = f"{new_game.title} has {', '.join(map(str, allowed))} seats, not {seats}"
        raise Misused(message)
    if not 0 <= new_game.seat < seats:
        message = f"there is no seat {new_game.seat}: {seats} play, on the seats 0 to {seats - 1}"
        raise Misused(message)
    if wanted > seats:
        message = (
            f"{seats} seats are too few for {new_game.people} people and {len(new_game.bots)} bots: leave out --seats"
        )
        raise Misused(message)
    return seats


def join_game(client: Client, game: str, seat: int | None, player: str, *, anywhere: bool = False) -> RemoteGame:
    """Join a game on the own seat, a named free seat, or the first free seat."""
    remote = RemoteGame(client, game)
    if own_seat(remote, player) is not None:
        return remote
    if remote.game["status"] == "running" and (_return_to_seat(remote) or _accept_seat(remote, player)):
        return remote
    if remote.game["status"] != "open" or (seat is None and not anywhere):
        hint = f"follow it with ludolog watch {game}{client.options}"
        if remote.game["status"] == "open":
            hint = f"take a free seat with ludolog join {game}{client.options}"
        message = f"you do not sit in game {game}, which is {remote.game['status']}: {hint}"
        raise ServerError(message)
    if seat is not None:
        client.put(f"/games/{remote.id}/seats/{seat}", {"entropy": secrets.token_hex(32)})
    else:
        _take_a_free_seat(remote, player)
    remote.reload()
    return remote


def _return_to_seat(remote: RemoteGame) -> bool:
    """Take the own seat back from the bot to which the clock gave it. Return whether there is such a seat."""
    for row in remote.client.get("/me/games", status="running", limit=200)["items"]:
        if row["id"] == remote.id and row.get("may_return"):
            remote.client.post(f"/games/{remote.id}/seats/{row['seat']}/returns", None, key=secrets.token_urlsafe(16))
            remote.reload()
            return True
    return False


def _accept_seat(remote: RemoteGame, player: str) -> bool:
    """Take the seat that a ruling offers to the player. Return whether there is such a seat."""
    seat = next((seat["seat"] for seat in remote.game["seats"] if seat.get("offered") == player), None)
    if seat is None:
        return False
    remote.client.put(f"/games/{remote.id}/seats/{seat}", {})
    remote.reload()
    return True


def _take_a_free_seat(remote: RemoteGame, player: str) -> None:
    """Take the seat that is reserved for the player, or the first free one.

    Skip a seat that is reserved for another player, or that another player takes at the same time.
    """
    for seat in sorted(remote.game["seats"], key=lambda seat: seat.get("reserved") != player):
        if seat["player"] is None:
            try:
                body = {"entropy": secrets.token_hex(32)}
                remote.client.put(f"/games/{remote.id}/seats/{seat['seat']}", body)
            except ProblemReply as problem:
                if problem.code not in {"seat-taken", "seat-reserved"}:
                    raise
            else:
                return
    message = f"game {remote.id} has no free seat: open another with ludolog play {remote.ruleset} --people 2"
    raise ServerError(message)


def own_seat(remote: RemoteGame, player: str) -> int | None:
    """Return the seat of a player, or None."""
    return next((int(seat["seat"]) for seat in remote.game["seats"] if seat["player"] == player), None)


def ruleset_of(client: Client, title: str) -> Json:
    """Return the ruleset of a title; raises Misused for an unknown title."""
    try:
        return client.get(f"/rulesets/{quote(title, safe='')}")
    except ProblemReply as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
        raise Misused(str(problem)) from None


def options_from(texts: list[str]) -> dict[str, Any]:
    """Parse options of the form name=value. Values may be true, false, numbers or text."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            message = f"an option is given as name=value, not as {text!r}"
            raise Misused(message)
        # Python cannot convert a number of 5,000 digits; the server refuses it as text
        number = value.removeprefix("-").isdecimal() and len(value) < LONGEST
        options[name] = value == "true" if value in {"true", "false"} else int(value) if number else value
    return options
