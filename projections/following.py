"""A game folded batch by batch from pages of the log, with its open decisions and their times."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import GameAbandoned, GameEnded, GameStarted
from domain.game.fold import fold, fold_lobby
from domain.game.game import Game
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry
from domain.rulesets import UnknownDataSet
from projections.changes import Change, PlayerChange, lobby_and_player_changes
from projections.decisions import Asked, OpenDecisions
from projections.played import Played, absent_after, count_played
from projections.times import due_moment

_version = attrgetter("version")
_STARTED, _ENDED, _ABANDONED = map(type_name, (GameStarted, GameEnded, GameAbandoned))


class Times(Value, frozen=True):
    """The times of the start and of the end or cancellation of a game; None before."""

    started_at: str | None = None
    ended_at: str | None = None


NO_TIMES = Times()


class Followed(Value, frozen=True):
    """A game up to a version of its log. A foreign game was imported from a file."""

    game: Game
    version: int
    is_foreign: bool
    asked: tuple[Asked | None, ...]
    times: Times = NO_TIMES
    unread: str = ""
    """Why only the lobby events are folded: the error about a missing data set; empty otherwise."""
    changes: tuple[Change, ...] = ()
    """What streams report about the entries that were followed last."""
    played: Played | None = None
    """The decisions of the players of each seat; None: not counted, because only lobby events are known."""
    absent: frozenset[Seat] = frozenset()
    """The seats that the clock or a ruling has given up because their players were absent."""


class Part(Value, frozen=True):
    """The changes of one game in a page of the log."""

    after: Followed
    in_lobby: bool
    """Whether the page has lobby events: seats, start, end."""
    has_ended: bool
    """Whether the page has the end of the game."""
    changes: tuple[tuple[int, Change], ...] = ()
    """What streams report, with positions in the log."""


def follow(before: Followed | None, entries: Sequence[Entry], *, is_foreign: bool) -> Followed:
    """Return a game after further complete batches of its log.

    Of a foreign game, and of a game whose data set is missing, only the lobby events are folded. The times of open
    decisions do not depend on how the log is divided into pages.
    """
    if is_foreign or (before is not None and before.unread):
        return _followed_in_lobby(before, entries, is_foreign, "" if before is None else before.unread)
    decisions = OpenDecisions(None, ()) if before is None else OpenDecisions(before.game, before.asked)
    try:
        game = fold(entries, None if before is None else before.game, decisions.after_batch)
    except UnknownDataSet as unknown:
        return _followed_in_lobby(None, entries, is_foreign, str(unknown))
    assert game is not None
    lobby = _of_lobby(entries)
    others = _other_changes(before, lobby, is_foreign=False)
    if decisions.clocked:
        causes = {entry.record.version: entry.record.cause for entry in lobby}
        others = [_with_due(change, decisions.clocked.get(causes[change.version])) for change in others]
    changes = _in_order([*others, *decisions.changes])
    times, played = _times(before, lobby), _played(before, entries, game)
    return Followed(
        game,
        entries[-1].record.version,
        is_foreign,
        decisions.asked,
        times,
        changes=changes,
        played=played,
        absent=_absent(before, lobby),
    )


def follow_lobby(entries: Sequence[Entry], *, is_foreign: bool) -> Followed:
    """Return a game after the lobby events of its log, from the first on. It has no open decisions and no clocks."""
    return replace(_followed_in_lobby(None, entries, is_foreign, ""), played=None)


def _followed_in_lobby(before: Followed | None, entries: Sequence[Entry], is_foreign: bool, unread: str) -> Followed:
    game = fold_lobby(entries, None if before is None else before.game)
    assert game is not None
    lobby = _of_lobby(entries)
    changes = _in_order(_other_changes(before, lobby, is_foreign=is_foreign))
    times, played = _times(before, lobby), _played(before, entries, game)
    return Followed(
        game, entries[-1].record.version, is_foreign, (), times, unread, changes, played, _absent(before, lobby)
    )


def _absent(before: Followed | None, lobby: Sequence[Entry]) -> frozenset[Seat]:
    return absent_after(frozenset() if before is None else before.absent, (entry.record for entry in lobby))


def _played(before: Followed | None, entries: Sequence[Entry], game: Game) -> Played:
    return count_played(before and before.played, (entry.record for entry in entries), game.opened.seats)


def _of_lobby(entries: Sequence[Entry]) -> list[Entry]:
    """Return the lobby events of a log. They are few, and callers decode them twice."""
    return [entry for entry in entries if entry.record.type in LOBBY_CODEC.types]


def _other_changes(before: Followed | None, entries: Sequence[Entry], *, is_foreign: bool) -> list[Change]:
    return lobby_and_player_changes(None if before is None else before.game, entries, is_foreign=is_foreign)


def _with_due(change: Change, game: Game | None) -> Change:
    """Return a change of a clock with the time at which it runs out after the batch. None: the game has no clocks."""
    if game is None or not isinstance(change, PlayerChange) or change.kind != "clock" or change.seat is None:
        return change
    return replace(change, due=due_moment(game, change.seat))


def _in_order(changes: list[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=_version))


def _times(before: Followed | None, entries: Sequence[Entry]) -> Times:
    times = NO_TIMES if before is None else before.times
    for entry in entries:
        match entry.record.type:
            case started if started == _STARTED:
                times = replace(times, started_at=entry.record.at)
            case ended if ended in {_ENDED, _ABANDONED}:
                times = replace(times, ended_at=entry.record.at)
            case _:
                pass
    return times


def part_of(after: Followed, entries: Sequence[Entry], positions: Mapping[int, int]) -> Part:
    """Return the changes by the last entries of a game's log. `positions` are their positions by version."""
    types = {entry.record.type for entry in entries}
    changes = [(positions[change.version], change) for change in after.changes if change.version in positions]
    return Part(after, not types.isdisjoint(LOBBY_CODEC.types), _ENDED in types, tuple(changes))
