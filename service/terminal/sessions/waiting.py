"""The waiting room of a game: its seats, the invitation, and the start when every seat is taken."""

import shlex

from rich.markup import escape

from service.terminal.connection.client import new_key
from service.terminal.connection.errors import ProblemReply, ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Quit, Screen
from service.terminal.display.words import Json, counted, plain
from service.terminal.sessions.live import SHORT_WAIT
from service.terminal.sessions.talk import Talk

_SEATED = frozenset({"already-seated", "seat-taken"})
HELP = (
    "Type bots to fill the free seats with careful bots, say and a text to write to the others, or q to leave and come "
    "back later."
)

GUEST_HELP = "Type say and a text to write to the others, or q to leave; ludolog join brings you back."


class WaitingRoom:
    """Waits until a game starts."""

    def __init__(self, remote: RemoteGame, screen: Screen, player: str) -> None:
        self._remote = remote
        self._screen = screen
        self._is_owner = remote.game["owner"] == player
        self._has_printed_start = False
        self._talk = Talk(remote.client, screen, f"/games/{remote.id}")

    def wait(self) -> None:
        """Wait for the start. Raises ServerError if the game is cancelled, Quit if the user leaves."""
        self._start_if_full()
        if self._remote.game["status"] != "open":
            return
        self._greet()
        self._talk.catch_up()
        with self._remote.follow(int(self._remote.game["version"])) as stream:
            while self._is_waiting():
                item = stream.next(SHORT_WAIT)
                if item is not None and "record" in item:
                    self._print(item)
                elif item is not None and "talk" in item:
                    self._talk.arrived(item["talk"])
                elif item is not None:
                    # a batch is complete, or the game was cancelled
                    self._remote.reload()
                    self._start_if_full()
                line = self._screen.typed()
                if line and not self._talk.answered(line):
                    self._typed(line.casefold())
        if self._status == "abandoned":
            message = f"game {self._remote.id} was cancelled before the start; open another: ludolog play"
            raise ServerError(message)

    def _is_waiting(self) -> bool:
        """Return whether the game is open, or has started and its stream has not yet said who came before the start."""
        return self._status == "open" or (self._status == "running" and not self._has_printed_start)

    @property
    def _status(self) -> str:
        return self._remote.game["status"]

    def _greet(self) -> None:
        """Print the players, and the command by which others join."""
        remote = self._remote
        self._screen.show(f"[bold]{escape(plain(remote.ruleset))}[/], waiting for players: {remote.players()}")
        if self._is_owner:
            invitation = ""
            if remote.game["visibility"] == "private":
                made = remote.client.post(f"/games/{remote.id}/invitations", {"label": "from the terminal"})
                invitation = f" --invitation {shlex.quote(made['invitation'])}"
            server = f" --server {shlex.quote(remote.client.server)}"
            self._screen.command(f"Others join with: ludolog join {remote.id}{invitation}{server}")
        self._screen.text("The game starts when every seat is taken.")
        self._screen.text(HELP if self._is_owner else GUEST_HELP)

    def _print(self, event: Json) -> None:
        """Print who came or left. Events after the start are printed by the game itself."""
        kind = str(event["record"]["type"])
        if not kind.startswith("game."):
            return
        is_start = kind == "game.started"
        self._has_printed_start |= is_start
        self._screen.line(self._remote.in_words(event))
        free = sum(seat["player"] is None for seat in self._remote.game["seats"])
        if free and not is_start:
            self._screen.text(f"{counted(free, 'seat')} free")

    def _start_if_full(self) -> None:
        game = self._remote.game
        if not self._is_owner or game["status"] != "open" or any(seat["player"] is None for seat in game["seats"]):
            return
        try:
            self._remote.client.post(f"/games/{self._remote.id}/start", key=new_key())
        except ProblemReply:
            # a seat was left, or another client started the game: reload
            self._remote.reload()
            game = self._remote.game
            if game["status"] == "open" and all(seat["player"] is not None for seat in game["seats"]):
                raise
        self._remote.reload()

    def _typed(self, line: str) -> None:
        if line in {"q", "quit"}:
            raise Quit
        if line.split()[:1] == ["bots"] and self._is_owner:
            self._fill(line.partition(" ")[2] or "careful")
        else:
            self._screen.text(HELP if self._is_owner else GUEST_HELP)

    def _fill(self, bot: str) -> None:
        """Put bots on the free seats."""
        for seat in self._remote.game["seats"]:
            if seat["player"] is None and seat.get("reserved") is None:
                try:
                    self._remote.client.put(f"/games/{self._remote.id}/seats/{seat['seat']}", {"bot": bot})
                except ProblemReply as problem:
                    if problem.code not in _SEATED:
                        self._screen.text(str(problem))
                        return
        self._remote.reload()
        self._start_if_full()
