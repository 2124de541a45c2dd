"""Follows a game while others decide, and prints their events."""

from collections.abc import Callable

from service.terminal.connection.client import PAGE, WAIT
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json

SHORT_WAIT = 2
"""The timeout of a long poll while the user may type, in seconds."""

SWITCHED = "clock.switched"
"""The event after each decision that starts and stops clocks. The board shows the clocks."""

RECENT = 20
"""The number of events printed for a player who comes back."""


class Live:
    """The events of a game as one seat sees them, as far as they are loaded."""

    def __init__(self, remote: RemoteGame, screen: Screen, seat: int, typed: Callable[[str], None]) -> None:
        """Follow a game. `typed` gets the input while waiting."""
        self._remote = remote
        self._screen = screen
        self._seat = seat
        self._typed = typed
        self.log: list[Json] = []
        self._decided = 0
        self._waited_for: str | None = None

    def until_asked(self) -> Json | None:
        """Wait for a decision of the seat, and print events. Return None if the game is over."""
        while True:
            found = self._remote.client.get(f"/games/{self._remote.id}/decisions")
            asked: list[Json] = found["items"]
            events = self._catch_up()
            for decision in asked:
                if decision["seat"] == self._seat and "choices" in decision:
                    return decision
            # the waiting room has shown who took which seat
            self._print([event for event in events if not str(event["record"]["type"]).startswith("game.")][-RECENT:])
            if len(self.log) > found["version"]:
                # the log is newer than the decisions: the seat may be asked by now
                continue
            others = ", ".join(self._remote.names.seats[int(one["seat"])] for one in asked)
            if self._until_news(others or "the game"):
                self._remote.reload()
                return None

    def _until_news(self, others: str) -> bool:
        """Wait for events and print them. Return whether the game is over."""
        # bots answer at once: print no notice for a short wait
        wait = SHORT_WAIT
        while True:
            path = f"/games/{self._remote.id}/events"
            page = self._remote.client.get(path, after=len(self.log), limit=PAGE, wait=wait)
            self.log += page["items"]
            self._print(page["items"])
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
        events = self._remote.client.events(self._remote.id, len(self.log))
        self.log += events
        return events

    def _print(self, events: list[Json]) -> None:
        for event in events:
            if not self._is_quiet(event):
                self._screen.line(self._remote.line(event))

    def news(self) -> list[str]:
        """Return the events since the last decision of the seat, as markup."""
        events = self.log[self._decided :]
        return [self._remote.line(event) for event in events if not self._is_quiet(event)]

    def _is_quiet(self, event: Json) -> bool:
        kind = str(event["record"]["type"])
        return kind in self._remote.title.quiet or kind == SWITCHED

    def mark(self) -> None:
        """Mark all events so far as known."""
        self._decided = len(self.log)
        self._waited_for = None

    def lines(self, count: int | None = None) -> list[str]:
        """Return the last events of the log, or all, as markup."""
        return [self._remote.line(event) for event in (self.log if count is None else self.log[-count:])]
