"""What really happened: each clock is counted down in true time, apart from the code under test."""

from typing import Any, NamedTuple

import msgspec

from domain.ledger.times import SECOND, micros
from service.core.store.recorder import StoredEntry


class Verdict(NamedTuple):
    """How much too early (positive), or how late (negative), something happened, in microseconds of true time."""

    kind: str
    early: int
    late: int


class Seat:
    """A clock that is counted down."""

    def __init__(self, clock: dict[str, Any], *, is_bot: bool) -> None:
        self.allowance = clock["allowance"] * SECOND
        self.left = self.allowance
        self.bank = clock["bank"] * SECOND
        self.is_bot = is_bot
        self.is_open = self.ran_out = False
        self.away_until = 0
        self.empty_at: int | None = None

    def count(self, since: int, now: int, *, is_paused: bool) -> None:
        """Let the time from `since` to `now` pass."""
        since = max(since, self.away_until)
        if since >= now or is_paused or not self.is_open or self.is_bot or self.ran_out:
            return
        passed, rest = now - since, self.left + self.bank
        if passed >= rest and self.empty_at is None:
            self.empty_at = since + rest
        from_allowance = min(passed, self.left)
        self.left -= from_allowance
        self.bank = max(0, self.bank - (passed - from_allowance))

    def close(self) -> None:
        """Close the decision."""
        self.left, self.is_open, self.ran_out, self.empty_at = self.allowance, False, False, None


class Oracle:
    """Follows one game."""

    def __init__(self) -> None:
        self.version = 0
        self.now = 0
        self.seats = list[Seat]()
        self.paused_until: int | None = None
        self.is_over = False
        self._clock: dict[str, Any] = {}
        self._bots: dict[int, bool] = {}

    def see(self, entries: list[StoredEntry], now: int, up_since: int) -> list[Verdict]:
        """Take the entries that are new, which were stored at the true time `now`."""
        found: list[Verdict] = []
        for entry in entries[self.version :]:
            for seat in self.seats:
                seat.count(self.now, now, is_paused=self.paused_until is not None)
            self.now, self.version = now, entry.record.version
            data = msgspec.json.decode(entry.record.data)
            verdict = self._take(entry.record.type, entry.record.seat, data, up_since)
            found += [] if verdict is None else [verdict]
        return found

    def _take(self, kind: str, decider: int | None, data: dict[str, Any], up_since: int) -> Verdict | None:
        match kind:
            case "game.opened":
                self._clock = data["clock"]
            case "game.seat_taken":
                self._bots[data["seat"]] = data["player"].startswith("bot:")
            case "game.started":
                self.seats = [Seat(self._clock, is_bot=self._bots[seat]) for seat in sorted(self._bots)]
            case "clock.switched":
                self._switch(data["seats"])
            case "clock.ran_out":
                return self._run_out(data["seat"], up_since)
            case "game.paused":
                self.paused_until = micros(data["until"])
            case "game.resumed":
                return self._resume(up_since, is_ruling=data["author"] is not None)
            case "game.ended":
                self.is_over = True
            case _ if decider is not None or kind.startswith(("game.", "clock.")):
                self._take_of_seat(kind, self.seats[data["seat"] if decider is None else decider], data)
            case _:
                pass
        return None

    def _take_of_seat(self, kind: str, seat: Seat, data: dict[str, Any]) -> None:
        match kind:
            case "game.seat_resigned" | "clock.seat_taken_over":
                seat.is_bot = True
            case "game.seat_returned":
                seat.is_bot = False
            case "clock.vacation_taken":
                seat.away_until = self.now + data["seconds"] * SECOND
            case "game.clock_extended":
                seat.bank += data["seconds"] * SECOND
            case _:
                seat.close()

    def has_empty_clock(self, now: int) -> bool:
        """Whether a clock has nothing left, so that it is about to run out."""
        for seat in self.seats:
            seat.count(self.now, now, is_paused=self.paused_until is not None)
        self.now = now
        return any(seat.empty_at is not None and not seat.ran_out and not seat.is_bot for seat in self.seats)

    def _switch(self, asked: list[int]) -> None:
        for number, seat in enumerate(self.seats):
            if seat.is_open and number not in asked:
                seat.close()
            elif number in asked:
                seat.is_open = True

    def _run_out(self, number: int, up_since: int) -> Verdict:
        seat = self.seats[number]
        early = 0 if seat.empty_at is not None else max(1, seat.left + seat.bank)
        late = 0 if seat.empty_at is None else self.now - max(seat.empty_at, up_since)
        seat.ran_out, seat.bank = True, 0
        return Verdict("clock.ran_out", early, late)

    def _resume(self, up_since: int, *, is_ruling: bool) -> Verdict | None:
        until, self.paused_until = self.paused_until, None
        assert until is not None
        if is_ruling:
            return None
        return Verdict("game.resumed", max(0, until - self.now), self.now - max(until, up_since))
