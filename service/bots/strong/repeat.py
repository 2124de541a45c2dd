"""Searches the decisions of strong bots in a log again. Seed and budget are computed from the log."""

from collections.abc import Iterator, Sequence

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import BOT
from domain.game.fold import fold
from domain.game.game import Game, awaiting
from domain.kernel.values import Command, Seat, Value
from domain.ledger.records import read_event
from service.bots.strong.levels import strong_bots
from service.bots.strong.light import digest_of
from service.bots.strong.pool import task_of
from service.bots.strong.search import Limits, search
from service.core.store.recorder import Searched, StoredEntry


class Repeated(Value, frozen=True):
    """A decision of a strong bot, searched again."""

    version: int
    """The version of the decision event."""
    seat: Seat
    bot: str
    steps: int
    agrees: bool
    """Whether the search has found the command that was played."""
    note: str | None = None
    """A known reason for a different command: other weights, a search that was cut, or a fallback bot."""


class _Batch(Value, frozen=True):
    """A batch with a decision of a strong bot."""

    entries: Sequence[StoredEntry]
    seat: Seat
    bot: str


def repeated(entries: Sequence[StoredEntry]) -> Iterator[Repeated]:
    """Search each decision of a strong bot again. The entries must have all secrets."""
    games: dict[int, Game] = {}
    game: Game | None = None
    for batch in _batches(entries):
        if game is not None and (found := _by_strong(game, batch)) is not None:
            yield _again(games, found)
        for entry in batch:
            game = fold((entry,), game)
        assert game is not None
        games = {version: each for version, each in games.items() if _has_open_decision(each, game)}
        games[game.version] = game


def _has_open_decision(then: Game, now: Game) -> bool:
    """Return whether a decision that was open then is still open. Only such positions can be searched later."""
    return any(then.decided[seat] == now.decided[seat] for seat in awaiting(then))


def _batches(entries: Sequence[StoredEntry]) -> Iterator[list[StoredEntry]]:
    batch: list[StoredEntry] = []
    for entry in entries:
        if batch and entry.record.cause != batch[0].record.cause:
            yield batch
            batch = []
        batch.append(entry)
    if batch:
        yield batch


def _by_strong(game: Game, batch: Sequence[StoredEntry]) -> _Batch | None:
    first = batch[0].record
    if first.seat is None or first.type in LOBBY_CODEC.types:
        return None
    occupant = game.occupants[first.seat]
    bot = "" if occupant is None or not occupant.is_bot else occupant.player.removeprefix(BOT)
    return _Batch(batch, first.seat, bot) if bot in strong_bots(game.opened.ruleset) else None


def _again(games: dict[int, Game], batch: _Batch) -> Repeated:
    """Search a decision again: at the recorded version, or at each at which it may have been searched."""
    entry = batch.entries[0]
    searched = entry.origin.searched if entry.origin is not None else None
    before = games[entry.record.version - 1]
    event = read_event(entry, before.codec)
    commands = before.ruleset.commands_of(event)
    steps = 0
    for version in [searched.version] if searched else _versions(games, before, batch.seat):
        command, steps = _searched(games[version], batch, searched)
        if command in commands:
            return Repeated(entry.record.version, batch.seat, batch.bot, steps, agrees=True)
    note = _note(before, searched)
    return Repeated(entry.record.version, batch.seat, batch.bot, steps, agrees=False, note=note)


def _searched(game: Game, batch: _Batch, searched: Searched | None) -> tuple[Command, int]:
    task = task_of(game, batch.seat, batch.bot)
    stop_after = searched.steps if searched and searched.is_cut else None
    found = search(task.position, Limits(searched.budget if searched else task.budget, stop_after))
    return found.command, found.steps


def _versions(games: dict[int, Game], before: Game, seat: Seat) -> Iterator[int]:
    """Return the versions since the decision was opened, the last one first: other seats may have decided since."""
    for version in sorted(games, reverse=True):
        game = games[version]
        if seat not in awaiting(game) or game.decided[seat] != before.decided[seat]:
            return
        yield version


def _note(game: Game, searched: Searched | None) -> str | None:
    if searched is None:
        return "the log has no data about the search: it may have been cut, or another bot decided instead"
    if searched.weights != digest_of(game.opened.ruleset):
        return f"it was found with the weights {searched.weights}"
    return None
