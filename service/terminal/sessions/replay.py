"""Replay of a game step by step: the event, the board at its version, and who knew its secret."""

from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Quit, Screen
from service.terminal.display.words import Json, secret_in_words
from service.terminal.sessions.jumps import HELP, NoSuchPlaceError, Places
from service.terminal.sessions.notes import Notes


class Replay:
    """The events of a game as a viewer may see them."""

    def __init__(self, remote: RemoteGame, screen: Screen) -> None:
        self._remote = remote
        self._screen = screen
        self._events = remote.client.events(remote.id, 0, remote.viewer)
        self._places = Places(self._events, remote.names)
        self._notes = Notes(remote.client, screen, remote.id)

    def dump(self, *, board: bool, start: int = 1) -> None:
        """Print every step from a version."""
        for version in range(start, len(self._events) + 1):
            self._step(version, board=board)

    def place(self, wanted: str) -> int:
        """Return the version of a target such as `round 3`; raises NoSuchPlaceError."""
        return self._places.goal(wanted.casefold(), 0)

    def walk(self, *, board: bool, start: int = 1) -> None:
        """Step forward and back by input, from a version; -1 is the last one."""
        last = len(self._events)
        version = last if start < 0 else start
        self._step(version, board=board)
        while True:
            try:
                typed = self._screen.ask(
                    f"[dim]({version} of {last}; n, p, round 3, turn, player 1, help, q leave)[/] >"
                )
            except Quit:
                return
            if self._notes.answered(typed, version):
                continue
            typed = typed.strip().casefold()
            if typed in {"q", "quit"}:
                return
            if typed in {"help", "h", "?"}:
                self._screen.text(HELP)
                continue
            try:
                version = self._places.goal(typed, version)
            except NoSuchPlaceError as missing:
                self._screen.text(str(missing))
            else:
                self._step(version, board=board)

    def _step(self, version: int, *, board: bool) -> None:
        event = self._events[version - 1]
        if board:
            self._screen.rule(f"version {version} of {len(self._events)}")
            self._screen.show(self._remote.board(version))
        self._screen.line(self._remote.line(event))
        knowledge = self._who_knew(event)
        if knowledge:
            self._screen.line(f"      {knowledge}")
        if note := self._notes.at(version):
            self._screen.text(f"your note: {note}")

    def _who_knew(self, event: Json) -> str:
        record = event["record"]
        if record["sealed"] is None:
            return ""
        knew = ", ".join(self._remote.names.seat(seat) for seat in record["known_to"]) or "nobody"
        if "secret" not in event:
            return f"[dim]a secret, then known to[/] {knew}[dim]; not shown to this viewer[/]"
        content = secret_in_words(event, self._remote.names) or "how it was drawn"
        return f"[dim]a secret, then known to[/] {knew}[dim]: {content}[/]"
