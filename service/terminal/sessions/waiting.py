"""A game that has not started: who sits where, whom to invite, and the start when every seat is taken."""

from rich.markup import escape

from service.terminal.display.screen import Left, Screen
from service.terminal.display.words import Json
from service.terminal.server.client import PAGE, ProblemReply, ServerError, new_key
from service.terminal.server.table import Table
from service.terminal.sessions.live import SHORT_WAIT

_SEATED = frozenset({"already-seated", "seat-taken"})
HELP = "Type bots to fill the free seats with careful bots, or q to leave and come back later."

GUEST_HELP = "Type q to leave; ludolog join brings you back."


class WaitingRoom:
    """Waits with a player until a game starts."""

    def __init__(self, table: Table, screen: Screen, player: str) -> None:
        self._table = table
        self._screen = screen
        self._is_owner = table.game["owner"] == player
        self._told = 0

    def wait(self) -> None:
        """Return once the game has started; raises ServerError when it is cancelled, Left when the player leaves."""
        self._start_if_full()
        if self._table.game["status"] != "open":
            return
        self._greet()
        while self._table.game["status"] == "open":
            for event in self._next_events():
                self._tell(event)
            self._table.reload()
            self._start_if_full()
            line = self._screen.typed()
            if line:
                self._typed(line.casefold())
        if self._table.game["status"] == "abandoned":
            message = f"game {self._table.id} was cancelled before the start; open another: ludolog play"
            raise ServerError(message)

    def _greet(self) -> None:
        """Say who is there, and how others join."""
        table = self._table
        self._told = int(table.game["version"])
        self._screen.show(f"[bold]{escape(table.ruleset)}[/], waiting for players: {table.players()}")
        if self._is_owner:
            invitation = ""
            if table.game["visibility"] == "private":
                made = table.client.post(f"/games/{table.id}/invitations", {"label": "from the terminal"})
                invitation = f" --invitation {made['invitation']}"
            server = f" --server {table.client.server}"
            self._screen.out.print(
                f"Others join with: ludolog join {table.id}{invitation}{server}", markup=False, soft_wrap=True
            )
        self._screen.text("The game starts when every seat is taken.")
        self._screen.text(HELP if self._is_owner else GUEST_HELP)

    def _next_events(self) -> list[Json]:
        # the seats of a game that has not started are in its events, in the order in which they were taken
        path = f"/games/{self._table.id}/events"
        page = self._table.client.get(path, after=self._told, limit=PAGE, wait=SHORT_WAIT)
        self._told = max(self._told, int(page["next"]))
        return list(page["items"])

    def _tell(self, event: Json) -> None:
        """Tell who came or went; what the game does after its start is told when it is played."""
        if not str(event["record"]["type"]).startswith("game."):
            return
        self._screen.line(self._table.in_words(event))
        free = sum(seat["player"] is None for seat in self._table.game["seats"])
        if free and event["record"]["type"] != "game.started":
            self._screen.text(f"{free} seat{'' if free == 1 else 's'} free")

    def _start_if_full(self) -> None:
        game = self._table.game
        if not self._is_owner or game["status"] != "open" or any(seat["player"] is None for seat in game["seats"]):
            return
        try:
            self._table.client.post(f"/games/{self._table.id}/start", key=new_key())
        except ProblemReply:
            # a seat was left, or the game started elsewhere, in this very moment: look again
            self._table.reload()
            if self._table.game["status"] == "open" and self._is_full():
                raise
        self._table.reload()

    def _is_full(self) -> bool:
        return all(seat["player"] is not None for seat in self._table.game["seats"])

    def _typed(self, line: str) -> None:
        if line in {"q", "quit"}:
            raise Left
        if line.split()[:1] == ["bots"] and self._is_owner:
            self._fill(line.partition(" ")[2] or "careful")
        else:
            self._screen.text(HELP if self._is_owner else GUEST_HELP)

    def _fill(self, bot: str) -> None:
        """Put bots on the free seats."""
        for seat in self._table.game["seats"]:
            if seat["player"] is None:
                try:
                    self._table.client.put(f"/games/{self._table.id}/seats/{seat['seat']}", {"bot": bot})
                except ProblemReply as problem:
                    if problem.code not in _SEATED:
                        self._screen.text(str(problem))
                        return
        self._table.reload()
        self._start_if_full()
