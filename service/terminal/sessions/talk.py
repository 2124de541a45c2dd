"""Talk in the terminal: what is written is printed in plain lines, one a message."""

import datetime
from collections.abc import Callable
from http import HTTPStatus

from rich.markup import escape

from service.terminal.connection.client import Client, new_key
from service.terminal.connection.errors import ProblemReply
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json, plain, printable

SHOWN = 20
"""Messages that `talk` prints."""

LEVELS = {
    "all": "players and spectators may write",
    "players": "only players may write",
    "off": "talk is turned off",
}
USAGE = (
    "type say and a text to write; talk: the last messages; talk mute, talk unmute: for you alone; "
    "talk all, talk players, talk off: who may write"
)


class Talk:
    """The messages of a game or a tournament, as far as they were printed."""

    def __init__(self, client: Client, screen: Screen, path: str) -> None:
        """Take the path of the game or tournament, such as `/games/…`."""
        self._client = client
        self._screen = screen
        self._path = path
        self._printed: set[str] = set()
        self._is_muted = False

    def answered(self, typed: str) -> bool:
        """Handle input that is about talk. Return whether it is."""
        first, _, rest = typed.strip().partition(" ")
        match first.casefold():
            case "say":
                self._guarded(lambda: self.say(rest))
            case "talk":
                self._guarded(lambda: self.changed(rest.strip().casefold()))
            case _:
                return False
        return True

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something within a game, which goes on after a refusal."""
        try:
            act()
        except ProblemReply as problem:
            self._screen.text(str(problem))

    def say(self, text: str) -> None:
        """Write a message; raises ServerError."""
        if not text.strip():
            self._screen.text(USAGE)
            return
        said = self._client.post(f"{self._path}/messages", {"text": text.strip()}, key=new_key())
        self._print(said)

    def changed(self, wanted: str) -> None:
        """Print the last messages, or mute, or set who may write; raises ServerError."""
        if wanted in {"mute", "unmute"}:
            self._is_muted = bool(self._client.put(f"{self._path}/talk/mine", {"muted": wanted == "mute"})["muted"])
            self._screen.text("messages are hidden from you" if self._is_muted else "you see the messages again")
        elif wanted in LEVELS:
            body = {"talk": wanted}
            if self._path.startswith("/tournaments/"):
                # what its games allow stays as it is
                body["games"] = self._client.get(f"{self._path}/talk")["games"] or "all"
            self._screen.text(LEVELS[str(self._client.put(f"{self._path}/talk", body)["talk"])])
        elif wanted:
            self._screen.text(USAGE)
        else:
            self.recent()

    def recent(self) -> None:
        """Print the last messages, oldest first, and mark them as read; raises ServerError."""
        state = self._client.get(f"{self._path}/talk")
        messages = self._read(state, SHOWN)
        if not messages:
            self._screen.text(f"nothing has been written here; {LEVELS.get(state['talk'], '')}")
        for message in messages:
            self._print(message, with_time=True)
        if state["away"]:
            ids = ",".join(str(each["player"]) for each in state["away"])
            names = {player["id"]: player["name"] for player in self._client.get("/players", ids=ids)["items"]}
            for each in state["away"]:
                name = names.get(each["player"]) or each["player"]
                self._screen.text(f"{name} is away until {local(each['until'])}")
        self._mark(messages)

    def catch_up(self) -> None:
        """Print what was written since the last look. A server without talk, and a refusal, change nothing."""
        try:
            state = self._client.get(f"{self._path}/talk")
            self._is_muted = bool(state["muted"])
            if self._is_muted or not state["unread"]:
                return
            found = [one for one in self._read(state, min(SHOWN, int(state["unread"]))) if one["text"] is not None]
            for message in found:
                if message["id"] not in self._printed:
                    self._print(message)
            self._mark(found)
        except (ProblemReply, LookupError, TypeError, ValueError):
            # a server of an earlier release has no talk, one of another kind something else: the game goes on
            return

    def arrived(self, message: Json) -> None:
        """Print a message of the stream, unless talk is muted."""
        if self._is_muted or (message["id"] in self._printed and not message["is_removed"]):
            return
        self._print(message)

    def _read(self, state: Json, count: int) -> list[Json]:
        """Return the last messages of the rooms that the user may read, oldest first."""
        found: list[Json] = []
        for room in state["reads"]:
            found += self._client.get(f"{self._path}/messages", room=room, limit=count)["items"]
        return sorted(found, key=lambda message: str(message["at"]))[-count:]

    def _mark(self, messages: list[Json]) -> None:
        """Mark messages as read. A visitor without an account marks nothing."""
        if messages and self._client.has_token:
            try:
                self._client.put(f"{self._path}/talk/mine", {"read_at": messages[-1]["at"]})
            except ProblemReply as problem:
                if problem.status not in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
                    raise

    def _print(self, message: Json, *, with_time: bool = False) -> None:
        self._printed.add(str(message["id"]))
        time = f"[dim]{local(message['at'])}[/] " if with_time else ""
        self._screen.line(time + said(message))


def said(message: Json) -> str:
    """Return a message in one line, as markup."""
    name = escape(plain(message["name"])) if message["name"] else "a deleted player"
    if message["talk"] is not None:
        return f"[dim]{name}: from now on {escape(LEVELS.get(message['talk'], plain(message['talk'])))}[/]"
    who = f"{name} (spectator)" if message["room"] == "spectators" else name
    if message["text"] is None:
        return f"[dim]{who} has removed a message[/]"
    return f"[bold]{who} says:[/] {escape(printable(message['text']))}"


def local(at: str) -> str:
    """Return a time of the server in the time zone of the user; empty if it is none."""
    try:
        moment = datetime.datetime.fromisoformat(at)
    except ValueError:
        return ""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"
