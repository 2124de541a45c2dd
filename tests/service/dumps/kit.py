"""A log with games of several days, and its dumps."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from domain.game import decide
from domain.game.decide import NewGame
from domain.ledger.records import next_head, tip_of_new
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from service.core.store.recorder import StoredEntry
from service.dumps.periods import Period
from service.dumps.writing import GAMES, Written, write_dump
from service.lists.tables.ends import End, ends_between, span_of
from service.proof.bundles import lines_in, split
from tests.games.bundles import signer, trusting
from tests.readmodels.kit import SEED, Batch, Table, World, evening, played

OCTOBER, EARLIER, DAY, MONTH = "2026-10-30", "2026-11-18", "2026-11-20", "2026-11"

PAIR = ("player:ada", "player:bo")


def on(day: str, batches: Iterable[Batch]) -> Iterator[Batch]:
    """Return a game as it would be on another day."""
    head = None
    for batch in batches:
        moved: list[StoredEntry] = []
        for entry in batch:
            record = replace(entry.record, at=day + entry.record.at[len(day) :])
            head = next_head(tip_of_new(record.game).head if head is None else head, record)
            moved.append(replace(entry, record=record, head=head))
        yield moved


def abandoned() -> Iterator[Batch]:
    """Return a public game that was abandoned before its start."""
    ruleset = RULESETS["siberia"]
    table = Table("7a7a7a7a-7a7a-4a7a-8a7a-7a7a7a7a7a7a", None)
    options = ruleset.resolve_options(None, {})
    asked = NewGame(ruleset, 2, options, ruleset.default_data_set, "player:owner", "public")
    yield table.append(None, decide.open_game(asked, SEED))
    yield table.append(None, decide.abandon(table.state))


@cache
def months() -> tuple[Batch, ...]:
    """Games of two days before an evening, one that was abandoned, and then the evening."""
    return (
        *on(OCTOBER, played("siberia", PAIR, 21)),
        *on(EARLIER, played("minos", PAIR, 22)),
        *abandoned(),
        *evening(),
    )


def dumped(world: World, name: str, folder: Path) -> Written:
    """Write the dump of a period."""
    period = Period.named(name)
    assert period is not None
    return write_dump(world.database.reading, signer(), period, folder)


def ends_of(world: World, name: str) -> list[End]:
    """Return the ends of the public games of a period."""
    period = Period.named(name)
    assert period is not None
    with world.database.reading() as cursor:
        span = span_of(cursor, period.since, period.until)
        return ends_between(cursor, span.first, span.last, is_public=True)


def verified(folder: Path) -> list[str]:
    """Verify all bundles of a dump with the key of the tests, and return their games."""
    games: list[str] = []
    for lines in split(lines_in(folder / GAMES)):
        report = verify(lines, trusting(signer()))
        assert report.is_valid, report
        assert report.trusted
        assert report.game is not None
        games.append(report.game)
    return games
