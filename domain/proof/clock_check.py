"""The check of the clocks, from public records alone (SPEC.md 9): no clock ran out early, and none was manipulated."""

from domain.game.clocks.follow import Clocks, clocks_of, follow
from domain.game.events import (
    BOT,
    DecisionTakenBack,
    GameEnded,
    GameStarted,
    OthersLeft,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.game.events.clocks import ClockRanOut, ClockSwitched, SeatReturned, SeatTakenOver, VacationTaken
from domain.game.events.rulings import (
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    SeatGivenUp,
)
from domain.game.terms import Clock
from domain.kernel.codec import as_json
from domain.kernel.values import Event, Seat
from domain.ledger.times import SECOND, micros
from domain.proof.bundle import Closing, EventLine, Header, PlainRecord
from domain.proof.checks import Check, CheckFailedError
from domain.proof.clock_forms import CLOCK_TYPES, OTHER, clock_in, event_in, is_of_title

_TITLE = "an event of the title"
_SWITCHED, _ENDED, _RESIGNED, _TAKEN_OVER, _OTHERS_LEFT = (
    "clock.switched",
    "game.ended",
    "game.seat_resigned",
    "clock.seat_taken_over",
    "game.others_left",
)
_BY_SEAT = (SeatResigned, SeatReturned, VacationTaken, DecisionTakenBack)
_BY_TABLE = (GameStarted, ClockRanOut, PlayerReplaced, SeatGivenUp, Adjudicated, ClockExtended, GamePaused, GameResumed)


class ClockCheck(Check):
    """Every clock ran as the times of the records say, and its events stand where they must."""

    name = "clocks"

    def __init__(self) -> None:
        self._seats = 0
        self._settings: Clock | None = None
        self._take_back = False
        self._bots: list[bool] = []
        self._clocks: Clocks | None = None
        self._away: set[Seat] = set()
        """The seats that the clock gave to a bot."""
        self._until = ""
        """The end of the pause."""
        self._allowed: frozenset[str] = frozenset()
        """What may follow in the batch."""
        self._is_open_batch = False
        """Whether events that section 9 does not name may follow in the batch."""
        self._missing: str | None = None
        """The event without which the batch is incomplete."""
        self._leaving: Seat | None = None
        """The seat that its player loses in this batch."""

    def begin(self, header: Header, /) -> None:
        """Note the seats."""
        self._seats = header.seats
        self._bots = [False] * header.seats

    def take(self, line: EventLine, /) -> None:
        """Check the event against the clocks, then let it change them."""
        record = line.record
        if record.version == 1:
            self._settings = clock_in(record.data)
            self._take_back = record.data.get("take_back") is True
        elif self._settings is None:
            if record.type in CLOCK_TYPES or record.type.startswith("clock."):
                raise CheckFailedError("the game has no clock")
        else:
            self._take(record)

    def _take(self, record: PlainRecord) -> None:
        event = None if is_of_title(record) else event_in(record, self._seats)
        if self._clocks is None and not isinstance(event, GameStarted):
            # no batch of the lobby has to be complete: the form lets nothing of this section precede the start
            if isinstance(event, SeatTaken | SeatLeft):
                self._bots[event.seat] = isinstance(event, SeatTaken) and event.player.startswith(BOT)
            return
        if record.is_decision:
            self._begin_batch(record, event)
        else:
            self._continue_batch(record, event)
        self._note(event)
        if self._clocks is None:
            assert self._settings is not None
            self._clocks = clocks_of(self._settings, tuple(self._bots), take_back=self._take_back)
            return
        try:
            self._clocks = follow(self._clocks, record, event)
        except ValueError as error:
            raise CheckFailedError(str(error)) from None

    def _begin_batch(self, record: PlainRecord, event: Event | None) -> None:
        if self._missing is not None:
            raise CheckFailedError(f"{self._missing} is missing from the batch above")
        if isinstance(event, _BY_TABLE) and record.seat is not None:
            raise CheckFailedError("the seat of this decision event must be null")
        if isinstance(event, _BY_SEAT) and record.seat != event.seat:
            raise CheckFailedError(f"the seat of this decision event must be {event.seat}")
        self._allowed = frozenset()
        self._is_open_batch = event is None or event is OTHER or isinstance(event, GameStarted)
        if event is None or isinstance(event, GameStarted):
            self._allowed, self._missing = frozenset({_TITLE, _SWITCHED, _ENDED}), _SWITCHED
        if self._clocks is not None:
            self._check_decision(self._clocks, record, event)

    def _check_decision(self, clocks: Clocks, record: PlainRecord, event: Event | None) -> None:
        match event:
            case None:
                _check_open(clocks, record.seat)
            case ClockSwitched() | SeatTakenOver() | OthersLeft() | GameEnded():
                raise CheckFailedError(f"{record.type} is not a decision event")
            case ClockRanOut():
                self._check_ran_out(clocks, event, micros_of(record))
            case VacationTaken():
                _check_vacation(clocks, event, micros_of(record))
            case SeatReturned(seat=seat) if seat not in self._away:
                raise CheckFailedError(f"the clock has not given seat {seat} to a bot")
            case DecisionTakenBack():
                _check_not_paused(clocks)
                self._demand(_SWITCHED)
            case Adjudicated():
                self._demand(_ENDED)
            case SeatResigned() | SeatGivenUp():
                self._allowed = frozenset({_OTHERS_LEFT})
            case GamePaused() | GameResumed():
                self._check_pause(clocks, event, record.at)
            case _:
                pass

    def _check_ran_out(self, clocks: Clocks, event: ClockRanOut, at: int) -> None:
        seat = event.seat
        if event.decision != clocks.decision(seat):
            raise CheckFailedError(f"{event.decision} is not the open decision of seat {seat}")
        due = clocks.due(seat)
        if due is None:
            raise CheckFailedError(f"the clock of seat {seat} is stopped")
        if at < due:
            raise CheckFailedError(f"the clock of seat {seat} ran out {due - at} microseconds early")
        strike = clocks.seats[seat].strikes + 1
        if event.strike != strike:
            raise CheckFailedError(f"this is strike {strike} of seat {seat}, not {event.strike}")
        if strike >= clocks.settings.strikes:
            self._demand(_TAKEN_OVER if clocks.settings.on_empty == "bot" else _RESIGNED)
            self._leaving = seat

    def _check_pause(self, clocks: Clocks, event: GamePaused | GameResumed, at: str) -> None:
        if isinstance(event, GamePaused):
            _check_not_paused(clocks)
            return
        if not clocks.is_paused:
            raise CheckFailedError("the game is not paused")
        if (event.author is None) != (event.reason is None):
            raise CheckFailedError("a ruling must have an author and a reason")
        if event.author is None and at < self._until:
            raise CheckFailedError(f"the pause lasts until {self._until}")

    def _demand(self, name: str) -> None:
        self._allowed, self._missing = frozenset({name}), name

    def _continue_batch(self, record: PlainRecord, event: Event | None) -> None:
        if event is OTHER and self._is_open_batch:
            return
        name = _TITLE if event is None else record.type
        if name not in self._allowed:
            raise CheckFailedError(f"{record.type} does not follow from the decision event of version {record.cause}")
        if isinstance(event, SeatTakenOver | SeatResigned) and event.seat != self._leaving:
            raise CheckFailedError(f"a bot must take over seat {self._leaving}")
        if isinstance(event, OthersLeft):
            self._check_left(event)
            self._demand(_ENDED)
        elif event is not None:
            left = frozenset({_OTHERS_LEFT}) if isinstance(event, SeatTakenOver | SeatResigned) else frozenset[str]()
            self._allowed, self._missing = left, None
        self._is_open_batch = self._is_open_batch and event is None

    def _check_left(self, event: OthersLeft) -> None:
        clocks = self._clocks
        assert clocks is not None
        people = [seat for seat, clock in enumerate(clocks.seats) if not clock.is_bot]
        if people != [event.seat]:
            raise CheckFailedError(f"the players of the seats {as_json(people)} have not left")

    def _note(self, event: Event | None) -> None:
        match event:
            case SeatTakenOver(seat=seat):
                self._away.add(seat)
            case SeatReturned(seat=seat) | SeatResigned(seat=seat) | SeatGivenUp(seat=seat) | PlayerReplaced(seat=seat):
                self._away.discard(seat)
            case GamePaused():
                self._until = event.until
            case _:
                pass

    def end(self, _closing: Closing, /) -> None:
        """Check that the last batch is complete."""
        if self._missing is not None:
            raise CheckFailedError(f"{self._missing} is missing at the end")


def micros_of(record: PlainRecord) -> int:
    """Return the time of a record in microseconds. Raises CheckFailedError for the year 0."""
    try:
        return micros(record.at)
    except ValueError as error:
        raise CheckFailedError(str(error)) from None


def _check_open(clocks: Clocks, seat: Seat | None) -> None:
    if seat is None:
        raise CheckFailedError("this decision event must have a seat")
    _check_not_paused(clocks)
    if seat >= len(clocks.seats) or not clocks.seats[seat].is_open:
        raise CheckFailedError(f"no decision of seat {seat} is open")


def _check_vacation(clocks: Clocks, event: VacationTaken, at: int) -> None:
    clock = clocks.seats[event.seat]
    _check_not_paused(clocks)
    if event.seconds * SECOND > clock.vacation:
        raise CheckFailedError(f"seat {event.seat} has {clock.vacation // SECOND} seconds of vacation left")
    if at < clock.away_until:
        raise CheckFailedError("the seat is on vacation already")


def _check_not_paused(clocks: Clocks) -> None:
    if clocks.is_paused:
        raise CheckFailedError("the game is paused")
