"""A game folded from its log: events of the lobby and of the title are one stream."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.game import Game, Occupant
from domain.kernel.ledger import Entry, Tip, read_event, write_batch
from domain.kernel.values import Event, Seat
from domain.lobby import GameAbandoned, GameEnded, GameOpened, GameStarted, SeatLeft, SeatResigned, SeatTaken
from domain.rulesets import LOBBY_CODEC, codec_of


def append(
    game: Game | None, tip: Tip, seed: bytes, at: str, seat: Seat | None, events: Sequence[Event]
) -> tuple[Game, tuple[Entry, ...]]:
    """Return the game after a batch, and the batch as the ledger keeps it."""
    first = events[0]
    codec = codec_of(first.ruleset, first.ruleset_version) if isinstance(first, GameOpened) else None
    if codec is None:
        codec = LOBBY_CODEC if game is None else game.codec
    entries = write_batch(tip, seed, at, seat, events, codec)
    for entry, event in zip(entries, events, strict=True):
        game = evolve(game, entry, event)
    if game is None:
        message = "a batch holds at least one event"
        raise ValueError(message)
    return game, entries


def fold(entries: Iterable[Entry], game: Game | None = None) -> Game | None:
    """Return the game after further entries of its log."""
    codec = LOBBY_CODEC if game is None else game.codec
    for entry in entries:
        game = evolve(game, entry, read_event(entry, codec))
        if entry.record.version == 1:
            codec = game.codec
    return game


def evolve(game: Game | None, entry: Entry, event: Event) -> Game:
    """Return the game after one event; checks no rule."""
    record = entry.record
    tip = Tip(record.game, record.version, entry.head, record.at)
    if game is None:
        if not isinstance(event, GameOpened):
            message = f"a log begins with game.opened, not with {record.type}"
            raise ValueError(message)
        return Game(tip, event, record.at, "open", (None,) * event.seats, (0,) * event.seats)
    decided = game.decided
    seat = record.seat
    lobby = _LOBBY.get(type(event))
    if lobby is not None:
        return replace(lobby(game, event), tip=tip)
    if seat is not None:
        decided = (*decided[:seat], decided[seat] + 1, *decided[seat + 1 :])
    return replace(game, tip=tip, decided=decided, state=game.ruleset.evolve(game.state, event))


def _seat_taken(game: Game, event: SeatTaken) -> Game:
    return _occupied(game, event.seat, Occupant(event.player, event.entropy, event.entropy_from))


def _seat_left(game: Game, event: SeatLeft) -> Game:
    return _occupied(game, event.seat, None)


def _started(game: Game, event: GameStarted) -> Game:
    del event
    opened = game.opened
    table = game.ruleset.initial(opened.seats, opened.options, opened.data_set)
    return replace(game, status="running", state=table)


def _resigned(game: Game, event: SeatResigned) -> Game:
    occupant = game.occupants[event.seat]
    if occupant is None:
        message = f"nobody sat on seat {event.seat}"
        raise ValueError(message)
    return _occupied(game, event.seat, replace(occupant, player=event.player, resigned=occupant.player))


def _abandoned(game: Game, event: GameAbandoned) -> Game:
    del event
    return replace(game, status="abandoned")


def _ended(game: Game, event: GameEnded) -> Game:
    return replace(game, status="ended", places=event.places)


def _occupied(game: Game, seat: Seat, occupant: Occupant | None) -> Game:
    return replace(game, occupants=(*game.occupants[:seat], occupant, *game.occupants[seat + 1 :]))


_LOBBY: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    GameStarted: _started,
    SeatResigned: _resigned,
    GameAbandoned: _abandoned,
    GameEnded: _ended,
}
