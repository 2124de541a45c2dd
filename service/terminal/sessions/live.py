"""Follows a game while others decide, and prints their events."""

from collections.abc import Callable

from service.terminal.connection.client import WAIT
from service.terminal.connection.following import Following
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json
from service.terminal.sessions.talk import Talk

SHORT_WAIT = 2
"""Seconds between two checks of what the user has typed."""

_QUIET = frozenset({"clock.switched"})
"""Events of all titles that are not printed during play."""

RECENT = 20
"""The number of events printed for a player who comes back."""


class Live:
    """The events of a game as one seat sees them, as far as they are loaded."""

    def __init__(
        self, remote: RemoteGame, screen: Screen, seat: int, typed: Callable[[str], None], talk: Talk | None = None
    ) -> None:
        """Follow a game. `typed` gets the input while waiting, `talk` the messages."""
        self._remote = remote
        self._screen = screen
        self._seat = seat
        self._typed = typed
        self._talk = talk
        self.log: list[Json] = []
        self._decided = 0
        self._waited_for: str | None = None

    def until_asked(self) -> Json | None:
        """Wait for a decision of the seat, and print events. Return None if the game is over."""
        with self._remote.follow(len(self.log)) as stream:
            decision = self._followed(stream)
        if self._talk is not None:
            # what was written while the user decided
            self._talk.catch_up()
        if decision is None:
            self._remote.reload()
        return decision

    def _followed(self, stream: Following) -> Json | None:
        """Read the stream until the seat is asked or the game is over, and print the events of others."""
        events: list[Json] = []
        is_first, others = True, "the game"
        # bots answer at once: print no notice for a short wait
        wait = SHORT_WAIT
        while True:
            item = stream.next(wait)
            if item is None:
                self._wait_for(others)
                wait = SHORT_WAIT if self._screen.is_attended else WAIT
            elif "record" in item:
                self.log.append(item)
                events.append(item)
            elif "talk" in item:
                if self._talk is not None:
                    self._talk.arrived(item["talk"])
            else:
                awaiting: Json = item.get("awaiting", {})
                own: Json | None = awaiting.get("own")
                if is_first and own is None:
                    # the waiting room has shown who took which seat
                    events = [event for event in events if not _is_of_lobby(event)][-RECENT:]
                if own is None or not is_first:
                    self._print(events)
                if own is not None or "statement" in item:
                    return own
                is_first, events = False, []
                others = ", ".join(self._remote.names.seats[int(seat)] for seat in awaiting["seats"]) or "the game"

    def _wait_for(self, others: str) -> None:
        """Print who is awaited, once, and handle what the user has typed."""
        if others != self._waited_for:
            self._screen.notice(f"waiting for {others} … (type help for what you can type meanwhile)")
            self._waited_for = others
        line = self._screen.typed()
        if line:
            self._typed(line)

    def _print(self, events: list[Json]) -> None:
        for event in events:
            if not self._is_quiet(event):
                self._screen.line(self._remote.line(event))

    def news(self) -> list[str]:
        """Return the events since the last decision of the seat, as markup."""
        events = self.log[self._decided :]
        return [self._remote.line(event) for event in events if not self._is_quiet(event)]

    def _is_quiet(self, event: Json) -> bool:
        return event["record"]["type"] in _QUIET | self._remote.title.quiet

    def mark(self) -> None:
        """Mark all events so far as known."""
        self._decided = len(self.log)
        self._waited_for = None

    def lines(self, count: int | None = None) -> list[str]:
        """Return the last events of the log, or all, as markup."""
        return [self._remote.line(event) for event in (self.log if count is None else self.log[-count:])]


def _is_of_lobby(event: Json) -> bool:
    return str(event["record"]["type"]).startswith("game.")
