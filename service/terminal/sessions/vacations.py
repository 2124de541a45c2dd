"""Vacations: a player stops the own clock for a time, where the game allows it."""

import re

from rich.markup import escape

from service.terminal.connection.client import new_key
from service.terminal.connection.errors import ProblemReply
from service.terminal.connection.game import RemoteGame
from service.terminal.display.clock import in_words, left
from service.terminal.display.words import Json

_DURATION = re.compile(r"(?=\d)(?:(\d{1,3})d)?\s*(?:(\d{1,4})h)?\s*(?:(\d{1,5})m(?:in)?)?")
_USAGE = "type vacation and how long, such as vacation 2d or vacation 1d 12h"


def take_vacation(remote: RemoteGame, seat: int, typed: str) -> str:
    """Stop the clock of a seat for the typed time, and return what to print. Without a time, return what is left."""
    if remote.game.get("clock") is None:
        return "the game has no clock, so you need no vacation"
    if not typed:
        return f"you have {_left(remote.client.get(f'/games/{remote.id}'), seat)} of vacation left: {_USAGE}"
    duration = _duration(typed.casefold())
    if duration is None:
        return f"{escape(repr(typed))} is no time: {_USAGE}"
    try:
        path = f"/games/{remote.id}/seats/{seat}/vacations"
        game: Json = remote.client.post(path, {"duration": duration}, key=new_key())
    except ProblemReply as problem:
        return escape(str(problem))
    away = left(next(clock["away_until"] for clock in game["clocks"] if clock["seat"] == seat))
    return f"your clock is stopped for {away}; you have {_left(game, seat)} of vacation left. You may decide during it"


def _left(game: Json, seat: int) -> str:
    return in_words(next((int(clock["vacation"]) for clock in game["clocks"] or () if clock["seat"] == seat), 0))


def _duration(typed: str) -> str | None:
    """Return the ISO 8601 duration of a text such as `2d` or `1d 12h`; None for anything else."""
    found = _DURATION.fullmatch(typed.strip())
    if found is None:
        return None
    days, hours, minutes = (number or "0" for number in found.groups())
    return f"P{days}DT{hours}H{minutes}M"
