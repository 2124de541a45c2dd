"""A game step by step, to and fro: the event, the board at that version, and who knew what."""

from service.terminal.screen import Left, Screen
from service.terminal.table import Table, without_secret
from service.terminal.words import Json, secret_in_words

HELP = "n next, p back, a version, first, last, q leave"
# the arrow keys send a sequence, here in small letters like everything that is typed
_NEXT = frozenset({"", "n", "next", "\x1b[c", "\x1b[b"})
_BACK = frozenset({"p", "b", "back", "\x1b[d", "\x1b[a"})


class Replay:
    """The history of a game as a viewer may see it."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self._table = table
        self._screen = screen
        self._events = table.client.events(table.id, 0, table.viewer)

    def dump(self, *, board: bool) -> None:
        """Print every step."""
        for version in range(1, len(self._events) + 1):
            self._step(version, board=board)

    def walk(self, *, board: bool) -> None:
        """Step to and fro as the person likes."""
        version, last = 1, len(self._events)
        self._step(version, board=board)
        while True:
            try:
                typed = self._screen.ask(f"[dim]({version} of {last}; {HELP})[/] >").strip().casefold()
            except Left:
                return
            goal = self._goal(typed, version, last)
            if goal is None:
                if typed in {"q", "quit"}:
                    return
                self._screen.text(f"what is {typed!r}? {HELP}")
            elif not 1 <= goal <= last:
                self._screen.text(f"the game has the versions 1 to {last}")
            else:
                version = goal
                self._step(version, board=board)

    @staticmethod
    def _goal(typed: str, version: int, last: int) -> int | None:
        if typed in _NEXT:
            return version + 1
        if typed in _BACK:
            return version - 1
        if typed in {"first", "last"}:
            return 1 if typed == "first" else last
        return int(typed) if typed.isdecimal() else None

    def _step(self, version: int, *, board: bool) -> None:
        event = self._events[version - 1]
        if board:
            self._screen.rule(f"version {version} of {len(self._events)}")
            self._screen.show(self._table.board(version))
        # the secret has a line of its own here
        self._screen.line(self._table.line(without_secret(event)))
        knowledge = self._who_knew(event)
        if knowledge:
            self._screen.line(f"      {knowledge}")

    def _who_knew(self, event: Json) -> str:
        record = event["record"]
        if record["sealed"] is None:
            return ""
        knew = ", ".join(self._table.names.seat(seat) for seat in record["known_to"]) or "nobody"
        if "secret" not in event:
            return f"[dim]a secret, then known to[/] {knew}[dim]; not shown to this viewer[/]"
        content = secret_in_words(event, self._table.names) or "how it was drawn"
        return f"[dim]a secret, then known to[/] {knew}[dim]: {content}[/]"
