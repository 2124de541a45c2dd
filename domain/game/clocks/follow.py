"""The state of the clocks, folded from the public records alone (SPEC.md 9). All times are in microseconds."""

from typing import Protocol

from msgspec.structs import replace

from domain.game.events import BOT, DecisionTakenBack, GameEnded, SeatResigned
from domain.game.events.clocks import ClockRanOut, ClockSwitched, SeatReturned, SeatTakenOver, VacationTaken
from domain.game.events.rulings import ClockExtended, GamePaused, GameResumed, PlayerReplaced, SeatGivenUp
from domain.game.terms import Clock
from domain.kernel.values import Event, Seat, Value
from domain.ledger.times import SECOND, micros


class Recorded(Protocol):
    """What the clocks read of a record."""

    @property
    def at(self) -> str:
        """The time."""
        ...

    @property
    def seat(self) -> Seat | None:
        """The seat that decided."""
        ...

    @property
    def version(self) -> int:
        """The version."""
        ...


class SeatClock(Value, frozen=True):
    """The clock of one seat."""

    bank: int
    vacation: int
    """The vacation that is left."""
    decided: int = 0
    """The number of decisions of the seat, plus the number of take-backs in the game, so far."""
    is_open: bool = False
    """Whether a decision of the seat is open."""
    used: int = 0
    """The time that the open decision has used before `since`."""
    since: int | None = None
    """The time since which the clock runs; None: it is stopped."""
    away_until: int = 0
    """The end of the last vacation."""
    strikes: int = 0
    ran_out: bool = False
    """Whether the clock ran out for the open decision, so that the bot has to answer it."""
    is_bot: bool = False
    """Whether a bot plays the seat, so that its clock is stopped."""

    def running(self, at: int) -> int:
        """Return the time from `since` to `at` that counts."""
        return 0 if self.since is None else max(0, at - max(self.since, self.away_until))


class Past(Value, frozen=True):
    """The clocks at a version to which a decision can be taken back, and the time of this decision."""

    version: int
    at: int
    seats: tuple[SeatClock, ...]


class Clocks(Value, frozen=True):
    """The clocks of a running game."""

    settings: Clock
    seats: tuple[SeatClock, ...]
    keeps_past: bool = False
    """Whether decisions can be taken back."""
    is_paused: bool = False
    past: tuple[Past, ...] = ()
    """What the last decisions of `past_seat` return to when they are taken back, the last one last."""
    past_seat: Seat | None = None
    """The seat that made the decisions after the versions in `past`."""

    def due(self, seat: Seat) -> int | None:
        """Return the time at which the clock of a seat runs out; None: it is stopped."""
        clock = self.seats[seat]
        if clock.since is None:
            return None
        left = self.settings.allowance * SECOND + clock.bank - clock.used
        return max(clock.since, clock.away_until) + max(0, left)

    def decision(self, seat: Seat) -> str | None:
        """Return the id of the open decision of a seat; None: no decision is open."""
        clock = self.seats[seat]
        return f"{seat}.{clock.decided + 1}" if clock.is_open else None


def clocks_of(settings: Clock, bots: tuple[bool, ...], *, take_back: bool) -> Clocks:
    """Return the clocks at the start of a game; `bots` says by seat whether a bot has it."""
    fresh = SeatClock(settings.bank * SECOND, settings.vacation * SECOND)
    seats = tuple(replace(fresh, is_bot=is_bot) for is_bot in bots)
    return Clocks(settings, seats, keeps_past=take_back)


def follow(clocks: Clocks, record: Recorded, event: Event | None) -> Clocks:
    """Return the clocks after a record of a running game. `event` is None for an event of the title."""
    at = micros(record.at)
    if event is None:
        return clocks if record.seat is None else _decided(clocks, record.seat, record.version, at)
    match event:
        case ClockSwitched():
            return _switched(clocks, event.seats, at)
        case DecisionTakenBack():
            return _taken_back(clocks, event, at)
        case _:
            return _changed(replace(clocks, past=(), past_seat=None), event, at)


def _changed(clocks: Clocks, event: Event, at: int) -> Clocks:
    """Return the clocks after an event that no seat can take back."""
    match event:
        case ClockRanOut(seat=seat):
            clock = clocks.seats[seat]
            return _set(clocks, seat, replace(_stopped(clock, at), bank=0, strikes=event.strike, ran_out=True))
        case SeatResigned(seat=seat) | SeatGivenUp(seat=seat) | SeatTakenOver(seat=seat):
            return _set(clocks, seat, replace(_stopped(clocks.seats[seat], at), is_bot=True))
        case SeatReturned(seat=seat):
            # a decision for which the clock ran out stays with the bot: a player cannot win time by returning
            return _set(clocks, seat, _run(replace(clocks.seats[seat], is_bot=False), at, clocks))
        case PlayerReplaced(seat=seat):
            settings, before = clocks.settings, clocks.seats[seat]
            fresh = SeatClock(
                settings.bank * SECOND, settings.vacation * SECOND, before.decided, before.is_open,
                is_bot=event.player.startswith(BOT),
            )  # fmt: skip
            return _set(clocks, seat, _run(fresh, at, clocks))
        case VacationTaken(seat=seat):
            clock = clocks.seats[seat]
            stopped, duration = _stopped(clock, at), event.seconds * SECOND
            away = replace(stopped, vacation=clock.vacation - duration, away_until=at + duration)
            return _set(clocks, seat, away if clock.since is None else replace(away, since=at))
        case ClockExtended(seat=seat):
            clock = clocks.seats[seat]
            return _set(clocks, seat, replace(clock, bank=clock.bank + event.seconds * SECOND))
        case GameEnded():
            ended = tuple(replace(_stopped(clock, at), is_open=False) for clock in clocks.seats)
            return replace(clocks, seats=ended)
        case GamePaused():
            return replace(clocks, is_paused=True, seats=tuple(_stopped(clock, at) for clock in clocks.seats))
        case GameResumed():
            resumed = replace(clocks, is_paused=False)
            return replace(resumed, seats=tuple(_run(clock, at, resumed) for clock in clocks.seats))
        case _:
            return clocks


def _decided(clocks: Clocks, seat: Seat, version: int, at: int) -> Clocks:
    clock = clocks.seats[seat]
    past = clocks.past if clocks.past_seat == seat else ()
    # a decision of the bot cannot be taken back
    past = (
        () if not clocks.keeps_past or clock.ran_out or clock.is_bot else (*past, Past(version - 1, at, clocks.seats))
    )
    closed = replace(_closed(clock, at, clocks.settings), decided=clock.decided + 1)
    return replace(_set(clocks, seat, closed), past=past, past_seat=seat if past else None)


def _switched(clocks: Clocks, asked: tuple[Seat, ...], at: int) -> Clocks:
    seats = list(clocks.seats)
    for seat, clock in enumerate(seats):
        if clock.is_open and seat not in asked:
            seats[seat] = _closed(clock, at, clocks.settings)
        elif not clock.is_open and seat in asked:
            seats[seat] = _run(replace(clock, is_open=True), at, clocks)
    return replace(clocks, seats=tuple(seats))


def _taken_back(clocks: Clocks, event: DecisionTakenBack, at: int) -> Clocks:
    """Return the clocks of version `to`. They have run on since then, so that no time is refunded."""
    past = clocks.past[-1] if clocks.past else None
    if past is None or past.version != event.to or clocks.past_seat != event.seat:
        message = f"no decision of seat {event.seat} after version {event.to} can be taken back"
        raise ValueError(message)
    seats = [*past.seats]
    for seat, (before, now) in enumerate(zip(past.seats, clocks.seats, strict=True)):
        # every open decision gets a new id: another one may be open than before
        seats[seat] = replace(before, decided=now.decided + 1)
        if seat != event.seat and before.is_open and not now.is_open:
            # the decision had closed this one: meanwhile its seat could not decide
            seats[seat] = _run(_stopped(seats[seat], past.at), at, clocks)
    left = clocks.past[:-1]
    return replace(clocks, seats=tuple(seats), past=left, past_seat=clocks.past_seat if left else None)


def _closed(clock: SeatClock, at: int, settings: Clock) -> SeatClock:
    over = clock.used + clock.running(at) - settings.allowance * SECOND
    # a clock that ran out has no bank, or what a ruling has added since
    bank = clock.bank if clock.ran_out else max(0, clock.bank - max(0, over))
    return replace(clock, bank=bank, is_open=False, used=0, since=None, ran_out=False)


def _stopped(clock: SeatClock, at: int) -> SeatClock:
    return clock if clock.since is None else replace(clock, used=clock.used + clock.running(at), since=None)


def _run(clock: SeatClock, at: int, clocks: Clocks) -> SeatClock:
    """Return the clock, running from now on if a player has to decide and the game is not paused."""
    runs = clock.is_open and not (clock.is_bot or clock.ran_out or clocks.is_paused)
    return replace(clock, since=at) if runs else clock


def _set(clocks: Clocks, seat: Seat, clock: SeatClock) -> Clocks:
    return replace(clocks, seats=(*clocks.seats[:seat], clock, *clocks.seats[seat + 1 :]))
