"""The commands `talk`, `note` and `away`."""

import datetime
import re
from collections.abc import Callable
from typing import Annotated
from urllib.parse import quote

import typer

from service.terminal.commands.common import KnownName, Server, client_of, guarded
from service.terminal.connection.client import DEFAULT_SERVER, Client
from service.terminal.connection.errors import Misused
from service.terminal.display.screen import Screen
from service.terminal.sessions.notes import Notes
from service.terminal.sessions.talk import LEVELS, Talk, local

_SPAN = re.compile(r"(?=\d)(?:(\d{1,3})d)?\s*(?:(\d{1,4})h)?")
_BACK = frozenset({"back", "no", "here"})
_WHEN = "name a time, such as 3d, 12h, 2026-12-24, or back"

Place = Annotated[str, typer.Argument(help="The id of a game; with --tournament that of a tournament.")]
Text = Annotated[str | None, typer.Argument(help="What to write; without it, the last messages are printed.")]
OfTournament = Annotated[bool, typer.Option("--tournament", help="The id is that of a tournament.")]
Mute = Annotated[bool | None, typer.Option("--mute/--unmute", help="Hide the messages for yourself, or no longer.")]
Allow = Annotated[str | None, typer.Option(help=f"Who may write: {', '.join(LEVELS)}.")]


def talk(
    place: Place,
    text: Text = None,
    tournament: OfTournament = False,
    mute: Mute = None,
    allow: Allow = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Read or write messages at a game or a tournament. One line a message, the newest last."""
    screen = Screen()

    def act(client: Client) -> None:
        talking = Talk(client, screen, f"/{'tournaments' if tournament else 'games'}/{quote(place, safe='')}")
        if allow is not None and allow not in LEVELS:
            message = f"--allow is one of {', '.join(LEVELS)}"
            raise Misused(message)
        if mute is not None:
            talking.changed("mute" if mute else "unmute")
        if allow is not None:
            talking.changed(allow)
        if text is not None:
            talking.say(text)
        if text is None and mute is None and allow is None:
            talking.recent()

    _with_client(screen, server, name, act)


def note(
    about: Annotated[str, typer.Argument(help="The id of a game of yours, or of a player.")],
    text: Annotated[
        str | None, typer.Argument(help="The note; without it, your notes are printed. An empty one deletes.")
    ] = None,
    at: Annotated[int | None, typer.Option(help="The version of the game; by default the last one.", min=0)] = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Keep private notes about a game or a player. No one else can read them."""
    screen = Screen()

    def act(client: Client) -> None:
        if ":" in about:
            path = f"/players/{quote(about, safe=':')}/note"
            found = client.get(path) if text is None else client.put(path, {"text": text})
            screen.text(found["text"] or f"you have no note about {about}")
            return
        notes = Notes(client, screen, quote(about, safe=""))
        if text is None:
            notes.list()
            return
        last = int(client.get(f"/games/{quote(about, safe='')}")["version"])
        notes.put(last if at is None else at, text)

    _with_client(screen, server, name, act)


def away(
    until: Annotated[
        str | None, typer.Argument(help="For how long or until when: 3d, 12h, 2026-12-24, or back; by default ask.")
    ] = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Say until when you are away. Tables, tournaments and your profile show it. Clocks run on."""
    screen = Screen()

    def act(client: Client) -> None:
        if until is None:
            found = client.get("/me").get("away_until")
        else:
            found = client.put("/me/away", {"until": moment_of(until)})["until"]
        screen.text("you are not away" if found is None else f"you are away until {local(found)}")

    _with_client(screen, server, name, act)


def _with_client(screen: Screen, server: str, name: str | None, act: Callable[[Client], None]) -> None:
    def connected() -> None:
        with client_of(server, screen, name, signed_in=True) as client:
            act(client)

    guarded(screen, connected)


def moment_of(typed: str) -> str | None:
    """Return the time that a text means, in UTC; None: the user is back. A day means its end. Raises Misused."""
    typed = typed.strip().casefold()
    if typed in _BACK:
        return None
    now = datetime.datetime.now(datetime.UTC)
    if (span := _SPAN.fullmatch(typed)) is not None:
        days, hours = (int(number or 0) for number in span.groups())
        return (now + datetime.timedelta(days=days, hours=hours)).isoformat()
    try:
        named = datetime.datetime.fromisoformat(typed.upper())
    except ValueError:
        message = f"{typed!r} is no time: {_WHEN}"
        raise Misused(message) from None
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", typed):
        named = named.replace(hour=23, minute=59, second=59)
    # without an offset it is a time of the user
    return named.astimezone(datetime.UTC).isoformat()
