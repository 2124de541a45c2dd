"""A game is followed while others decide: what they do is told as it happens."""

from collections.abc import Callable

from service.terminal.display.screen import Screen
from service.terminal.display.words import Json
from service.terminal.server.client import PAGE, WAIT
from service.terminal.server.table import Table

SHORT_WAIT = 2
"""Seconds of a long poll while a person may type."""

RECENT = 20
"""Events that are told to a player who comes back to a game while others decide."""


class Live:
    """The history of a game as one seat sees it, as far as it was read."""

    def __init__(self, table: Table, screen: Screen, seat: int, typed: Callable[[str], None]) -> None:
        """Follow a table; `typed` is called with what a person types while waiting."""
        self._table = table
        self._screen = screen
        self._seat = seat
        self._typed = typed
        self.log: list[Json] = []
        self._decided = 0
        self._waited_for: str | None = None

    def until_asked(self) -> Json | None:
        """Wait until the seat is asked, and tell what happens meanwhile; None once the game is over."""
        while True:
            found = self._table.client.get(f"/games/{self._table.id}/decisions")
            asked: list[Json] = found["items"]
            events = self._catch_up()
            for decision in asked:
                if decision["seat"] == self._seat and "choices" in decision:
                    return decision
            # who took which seat is known from the waiting room
            self._tell([event for event in events if not str(event["record"]["type"]).startswith("game.")][-RECENT:])
            if len(self.log) > found["version"]:
                # the decisions are older than the log: the turn may have come back in between
                continue
            others = ", ".join(self._table.names.seats[int(one["seat"])] for one in asked)
            if self._until_news(others or "the game"):
                self._table.reload()
                return None

    def _until_news(self, others: str) -> bool:
        """Wait until something happens, and tell it; returns whether the game is over."""
        # a bot needs but a moment, which is not worth a word
        wait = SHORT_WAIT
        while True:
            path = f"/games/{self._table.id}/events"
            page = self._table.client.get(path, after=len(self.log), limit=PAGE, wait=wait)
            self.log += page["items"]
            self._tell(page["items"])
            if page["is_over"] and len(page["items"]) < PAGE:
                return True
            if page["items"]:
                return False
            if others != self._waited_for:
                self._screen.notice(f"waiting for {others} … (type help for what you can type meanwhile)")
                self._waited_for = others
            wait = SHORT_WAIT if self._screen.is_attended else WAIT
            line = self._screen.typed()
            if line:
                self._typed(line)

    def _catch_up(self) -> list[Json]:
        events = self._table.client.events(self._table.id, len(self.log))
        self.log += events
        return events

    def _tell(self, events: list[Json]) -> None:
        for event in events:
            if event["record"]["type"] not in self._table.title.quiet:
                self._screen.line(self._table.line(event))

    def news(self) -> list[str]:
        """Return what has happened since the last decision of the seat, as markup."""
        events = self.log[self._decided :]
        return [self._table.line(event) for event in events if event["record"]["type"] not in self._table.title.quiet]

    def mark(self) -> None:
        """Take all that has happened so far as known."""
        self._decided = len(self.log)
        self._waited_for = None

    def told(self, count: int | None = None) -> list[str]:
        """Return the last events of the log, or all, as markup."""
        return [self._table.line(event) for event in (self.log if count is None else self.log[-count:])]
