"""Appending to the log of a tournament, and reading it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.ledger.records import Entry, Tip, read_event, tip_after, write_batch
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.opening import TournamentOpened
from domain.tournaments.evolve import evolve
from domain.tournaments.state import Tournament


def append(
    tournament: Tournament | None, tip: Tip, seed: bytes, at: str, events: Sequence[Event]
) -> tuple[Tournament, tuple[Entry, ...]]:
    """Return the tournament after a batch, and the batch as the ledger keeps it."""
    entries = write_batch(tip, seed, at, None, events, TOURNAMENT_CODEC)
    for entry, event in zip(entries, events, strict=True):
        tournament = _after(tournament, entry, event)
    assert tournament is not None
    return tournament, entries


def fold(entries: Iterable[Entry], tournament: Tournament | None = None) -> Tournament | None:
    """Return the tournament after further entries of its log; None: there are none. Raises what `read_event` raises."""
    for entry in entries:
        tournament = _after(tournament, entry, read_event(entry, TOURNAMENT_CODEC))
    return tournament


def _after(tournament: Tournament | None, entry: Entry, event: Event) -> Tournament:
    record = entry.record
    if tournament is not None:
        return replace(evolve(tournament, event, record.at), tip=tip_after(entry))
    if not isinstance(event, TournamentOpened):
        message = f"a log of a tournament begins with tournament.opened, not with {record.type}"
        raise ValueError(message)  # noqa: TRY004 - it is the log that is wrong
    return Tournament(tip_after(entry), event, record.at, event.terms, {event.owner: "owner"})
