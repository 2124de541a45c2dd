"""What clocks and take-backs need of each event of a running game."""

from msgspec.structs import replace

from domain.game.clocks.follow import clocks_of, follow
from domain.game.codecs import LOBBY_CODEC
from domain.game.events import DecisionTakenBack
from domain.game.events.clocks import ClockSwitched
from domain.game.game import Game, Undo, decision_id, is_by_bot
from domain.game.terms import Clock
from domain.kernel.chance import has_drawn
from domain.kernel.values import Event, Seat
from domain.ledger.records import Record

_LOBBY_TYPES = frozenset(LOBBY_CODEC.types.values())


def started(game: Game) -> Game:
    """Return a game at its start, with its clocks."""
    settings = game.opened.clock
    if not isinstance(settings, Clock):
        return game
    bots = tuple(occupant is not None and occupant.is_bot for occupant in game.occupants)
    return replace(game, clocks=clocks_of(settings, bots, take_back=game.opened.take_back is True))


def track(game: Game, record: Record, event: Event) -> Game:
    """Return the game with its clocks and its undo after an event. `game` is the game before the event."""
    is_title = type(event) not in _LOBBY_TYPES
    clocks = game.clocks
    undo = game.undo
    if game.opened.take_back is True:
        undo = _undo_after(game, record, event, is_title=is_title)
    if clocks is not None:
        clocks = follow(clocks, record, None if is_title else event)
    return replace(game, clocks=clocks, undo=undo)


def _undo_after(game: Game, record: Record, event: Event, *, is_title: bool) -> tuple[Undo, ...]:
    undo = game.undo
    if not is_title:
        return undo if isinstance(event, ClockSwitched | DecisionTakenBack) else ()
    seat = record.seat
    if seat is not None:
        if undo and undo[-1].seat != seat:
            undo = ()
        undo = () if is_by_bot(game, seat) else (*undo, _undo_of(game, seat, record.version - 1))
    return () if has_drawn(event) or game.ruleset.is_disclosing(game.state, event) else undo


def _undo_of(game: Game, seat: Seat, version: int) -> Undo:
    return Undo(seat, version, decision_id(game, seat), game.state)
