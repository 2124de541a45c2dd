"""The time that each decision took, by the times of the records."""

from domain.analysis.report import TimeLine, Times, TimeTotal
from domain.game.events.clocks import ClockRanOut, SeatReturned, VacationTaken
from domain.game.events.rulings import GamePaused, GameResumed, PlayerReplaced
from domain.game.game import Game, awaiting, decision_id, is_by_bot
from domain.kernel.values import Event, Seat
from domain.ledger.times import SECOND, micros


class _Open:
    """A decision that is open: since when its time runs (None: it is stopped), and the time used before."""

    def __init__(self, since: int | None) -> None:
        self.since = since
        self.used = 0
        self.ran_out = False
        """Whether the clock ran out, so that the bot answers and the time stays stopped."""

    def stop(self, at: int, away_until: int) -> None:
        """Stop the time."""
        if self.since is not None:
            self.used += max(0, at - max(self.since, away_until))
            self.since = None


class Stopwatch:
    """Follows a game from its start. A decision takes from the moment at which it is open to its answer.

    The time does not run while the game is paused, while the seat is on vacation, and once the clock has run out. It
    begins anew when another player or, after the bot, its own player gets the seat (SPEC.md 9).
    """

    def __init__(self, seats: int) -> None:
        self._open: dict[Seat, _Open] = {}
        self._away = [0] * seats
        self._is_paused = False
        self._lines: list[TimeLine] = []
        self._ran_out = [0] * seats

    def take(self, game: Game, version: int, at: str, seat: Seat | None, event: Event) -> None:
        """Follow an event. `game` is the game before it; `seat` is the seat that decided, if any."""
        now = micros(at)
        if seat is not None:
            self._answer(game, version, now, seat)
        match event:
            case GamePaused():
                self._is_paused = True
                for each, decision in self._open.items():
                    decision.stop(now, self._away[each])
            case GameResumed():
                self._is_paused = False
                for decision in self._open.values():
                    decision.since = None if decision.ran_out else now
            case VacationTaken(seat=away):
                self._leave(away, now, now + event.seconds * SECOND)
            case ClockRanOut(seat=late):
                self._run_out(late, now)
            case PlayerReplaced(seat=replaced):
                self._away[replaced] = 0
                self._begin_anew(replaced, now)
            case SeatReturned(seat=back) if back in self._open and not self._open[back].ran_out:
                self._begin_anew(back, now)
            case _:
                pass

    def _answer(self, game: Game, version: int, now: int, seat: Seat) -> None:
        """Note the time of a decision."""
        used = self._open.pop(seat, None) or _Open(None)
        used.stop(now, self._away[seat])
        by_bot = is_by_bot(game, seat)
        self._lines.append(TimeLine(version, seat, decision_id(game, seat), used.used, by_bot, used.ran_out))

    def _leave(self, seat: Seat, now: int, until: int) -> None:
        """Begin a vacation of a seat."""
        decision = self._open.get(seat)
        if decision is not None and decision.since is not None:
            decision.stop(now, self._away[seat])
            decision.since = now
        self._away[seat] = until

    def _run_out(self, seat: Seat, now: int) -> None:
        """Stop the time of a decision for good."""
        self._ran_out[seat] += 1
        if (decision := self._open.get(seat)) is not None:
            decision.stop(now, self._away[seat])
            decision.ran_out = True

    def _begin_anew(self, seat: Seat, now: int) -> None:
        """Let the open decision of a seat take its time from now on."""
        if seat in self._open:
            self._open[seat] = _Open(None if self._is_paused else now)

    def ask(self, game: Game) -> None:
        """Open and close decisions at the end of a batch."""
        asked = awaiting(game)
        self._open = {seat: decision for seat, decision in self._open.items() if seat in asked}
        now = micros(game.tip.at)
        for seat in sorted(asked - self._open.keys()):
            self._open[seat] = _Open(None if self._is_paused else now)

    def end(self) -> Times:
        """Return the times of the game."""
        return Times(tuple(map(self._total, range(len(self._away)))), tuple(self._lines))

    def _total(self, seat: Seat) -> TimeTotal:
        own = [line for line in self._lines if line.seat == seat]
        timed = [line for line in own if line.ran_out or not line.by_bot]
        # of equally slow decisions the first one
        longest = max(timed, key=lambda line: (line.micros, -line.version), default=None)
        return TimeTotal(
            seat=seat,
            decisions=len(timed),
            micros=sum(line.micros for line in timed),
            longest=longest and longest.version,
            by_bot=len(own) - len(timed),
            ran_out=self._ran_out[seat],
        )
