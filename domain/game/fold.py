"""A game folded from its log: events of the lobby and of the title are one stream."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.game.codecs import LOBBY_CODEC, codec_of
from domain.game.decide import Decided
from domain.game.events import DecisionTakenBack, GameEnded, GameOpened, GameStarted
from domain.game.events.rulings import RULING_EVENTS
from domain.game.evolve import EVOLVE
from domain.game.evolve.course import after_end
from domain.game.game import Game, with_questions
from domain.game.rulings.counting import counted
from domain.game.tracking import started, track
from domain.kernel.values import Event, Seat
from domain.ledger.records import Entry, Tip, read_event, read_events, tip_after, write_batch
from domain.rulesets import check_data_set


def append(
    game: Game | None, tip: Tip, seed: bytes, at: str, seat: Seat | None, decided: Decided
) -> tuple[Game, tuple[Entry, ...]]:
    """Return the game after a batch, and the batch as the ledger keeps it.

    The events are folded only where the decision has not computed the state.
    """
    events = decided.events
    first = events[0]
    codec = codec_of(first.ruleset, first.ruleset_version) if isinstance(first, GameOpened) else None
    if codec is None:
        codec = LOBBY_CODEC if game is None else game.codec
    entries = write_batch(tip, seed, at, seat, events, codec)
    if game is not None and seat is not None and decided.state is not None:
        return _played(game, seat, decided, entries), entries
    after = evolve(game, zip(entries, events, strict=True))
    assert after is not None
    return after, entries


def _played(game: Game, seat: Seat, decided: Decided, entries: Sequence[Entry]) -> Game:
    """Return a running game after a command whose state is known; nothing is folded."""
    if game.is_tracked:
        for entry, event in zip(entries, decided.events, strict=True):
            game = track(game, entry.record, event)
    after = replace(game, tip=tip_after(entries[-1]), decided=_counted(game.decided, seat), state=decided.state)
    end = decided.events[-1]
    if isinstance(end, GameEnded):
        return after_end(after, end)
    return after if decided.questions is None else with_questions(after, decided.questions)


def _counted(decided: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """Return the numbers of decisions after one more of this seat."""
    return (*decided[:seat], decided[seat] + 1, *decided[seat + 1 :])


AfterBatch: TypeAlias = Callable[[Game, Any, Sequence[int], Entry], None]
"""Called after each batch with the game, the state of the title, the numbers of decisions, and the last entry.

Of the game, `tip`, `state` and `decided` are older: a fold replaces them once, at the end.
"""


def fold(entries: Iterable[Entry], game: Game | None = None, after_batch: AfterBatch | None = None) -> Game | None:
    """Return the game after further entries of its log; raises UnknownDataSet if the data set is not at hand."""
    read = tuple(entries)
    return evolve(game, zip(read, _events(read, game), strict=True), after_batch)


def fold_lobby(entries: Iterable[Entry], game: Game | None = None) -> Game | None:
    """Return the game after further entries of its log, without the state of the title: who sits where, how it ended.

    A game whose data set is not at hand can still be listed.
    """
    lobby = [entry for entry in entries if entry.record.type in LOBBY_CODEC.types]
    for entry, event in zip(lobby, read_events(lobby, LOBBY_CODEC if game is None else game.codec), strict=True):
        game = _opened(entry, event) if game is None else EVOLVE[type(event)](game, event)
        game = replace(game, tip=tip_after(entry))
    return game


def _events(entries: Sequence[Entry], game: Game | None) -> list[Event]:
    """Return the events of entries that follow a game.

    Raises UnknownDataSet if the data set is not at hand, before an event of the title is decoded.
    """
    if game is not None or not entries:
        return [] if game is None else read_events(entries, game.codec)
    first = read_event(entries[0], LOBBY_CODEC)
    codec = LOBBY_CODEC
    if isinstance(first, GameOpened):
        _check_data_set(first)
        codec = codec_of(first.ruleset, first.ruleset_version)
    return [first, *read_events(entries[1:], codec)]


def evolve(
    game: Game | None, happened: Iterable[tuple[Entry, Event]], after_batch: AfterBatch | None = None
) -> Game | None:
    """Return the game after these events; checks no rule. `after_batch` needs whole batches."""
    happened = iter(happened)
    last: Entry | None = None
    if game is None:
        first = next(happened, None)
        if first is None:
            return None
        game, last = _opened(*first), first[0]
        _check_data_set(game.opened)
    # nearly every event changes these fields: the record is replaced once for all events
    state = game.state
    decided: list[int] = [*game.decided]
    evolvers, is_tracked = game.ruleset.evolvers, game.is_tracked
    for entry, event in happened:
        if after_batch is not None and last is not None and entry.record.cause == entry.record.version:
            after_batch(game, state, decided, last)
        last = entry
        if is_tracked:
            game = track(replace(game, state=state, decided=tuple(decided)), entry.record, event)
        evolver = evolvers.get(type(event))
        if evolver is None:
            game = _after_lobby_event(replace(game, state=state, decided=tuple(decided)), entry, event)
            state, decided = game.state, [*game.decided]
            continue
        seat = entry.record.seat
        if seat is not None:
            decided[seat] += 1
        state = evolver(state, event)
    if last is not None and after_batch is not None:
        after_batch(game, state, decided, last)
    return game if last is None else replace(game, tip=tip_after(last), decided=tuple(decided), state=state)


def _after_lobby_event(game: Game, entry: Entry, event: Event) -> Game:
    """Return the game after an event that is not of its title."""
    if isinstance(event, RULING_EVENTS):
        game = counted(game, event, entry.record.at)
    game = EVOLVE[type(event)](game, event)
    if isinstance(event, DecisionTakenBack):
        # every open decision gets a new id: another one may be open than before
        return replace(game, decided=tuple(number + 1 for number in game.decided))
    return _laid_out(game) if isinstance(event, GameStarted) else game


def _check_data_set(opened: GameOpened) -> None:
    check_data_set(opened.ruleset, opened.ruleset_version, opened.data_set, opened.data_digest)


def _opened(entry: Entry, event: Event) -> Game:
    if not isinstance(event, GameOpened):
        message = f"a log begins with game.opened, not with {entry.record.type}"
        raise ValueError(message)  # noqa: TRY004 - it is the log that is wrong
    return Game(tip_after(entry), event, entry.record.at, "open", (None,) * event.seats, (0,) * event.seats)


def _laid_out(game: Game) -> Game:
    opened = game.opened
    return started(replace(game, state=game.ruleset.initial(opened.seats, game.options, opened.data_set)))
