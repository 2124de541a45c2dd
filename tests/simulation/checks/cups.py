"""Invariants of the log of tournaments."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import StoredEvent

from domain.ledger.records import Tip, next_head, tip_of_new
from domain.tournaments.fold import fold
from domain.tournaments.state import Tournament
from service.core.store.recorder import Origin, StoredEntry
from tests.simulation.checks.failure import broken

if TYPE_CHECKING:
    from tests.simulation.world import World


class WatchedCup:
    """A tournament, rebuilt from its log."""

    def __init__(self, name: str) -> None:
        self.tip: Tip = tip_of_new(name)
        self.state: Tournament | None = None
        self.keys: dict[tuple[str, str], int] = {}
        self.heads: dict[int, str] = {}
        self.rounds: list[tuple[str, str]] = []
        """The events about rounds that webhooks receive, with their times."""

    def add(self, entry: StoredEntry) -> None:
        """Check and take an entry."""
        record = entry.record
        broken(record.version != self.tip.version + 1, f"version {record.version} of {record.game} has no predecessor")
        broken(entry.head != next_head(self.tip.head, record), f"the head of version {record.version} is wrong")
        self.tip = Tip(record.game, record.version, entry.head, record.at)
        self.heads[record.version] = entry.head
        if entry.origin is not None and entry.origin.key is not None:
            first = self.keys.setdefault((entry.origin.sender, entry.origin.key), record.version)
            broken(first != record.version, f"the act {entry.origin.key} is stored at {first} and {record.version}")
        before = self.state
        self.state = fold([entry], before)
        assert self.state is not None
        if record.type in {"tournament.round_published", "tournament.round_closed"}:
            self.rounds.append((record.type, record.at))
        match record.type:
            case "tournament.round_published":
                assert before is not None
                number = self.state.rounds[-1].number
                broken(before.round(number) is not None, f"round {number} is published twice")
                players = Counter(player for table in self.state.rounds[-1].tables for player in table.players)
                broken(any(times > 1 for times in players.values()), f"round {number} seats a player twice")
            case "tournament.result_taken":
                assert before is not None
                self._check_results(before)
            case _:
                pass

    def _check_results(self, before: Tournament) -> None:
        """A result counts once: the table had none before."""
        assert self.state is not None
        for held, former in zip(self.state.rounds, before.rounds, strict=True):
            for table, earlier in zip(held.tables, former.tables, strict=True):
                if table.result != earlier.result:
                    broken(earlier.result is not None, f"the result of {table.game} is taken twice")
        taken = sum(table.result is not None for held in self.state.rounds for table in held.tables)
        earlier_taken = sum(table.result is not None for held in before.rounds for table in held.tables)
        broken(taken != earlier_taken + 1, "a result is taken twice")


class CupWatch:
    """All tournaments of the log."""

    def __init__(self) -> None:
        self.cups: dict[str, WatchedCup] = {}
        self.number = 0

    def look(self, world: "World") -> None:
        """Check what is new."""
        rows = world.disk.raw.execute(
            "SELECT number, tournament, version, entry FROM tournament_events WHERE number > ? ORDER BY number",
            (self.number,),
        ).fetchall()
        mapper: Any = world.disk.application.mapper
        for number, tournament, version, text in rows:
            entry = mapper.to_domain_event(StoredEvent(tournament, version, "", text.encode()))
            world.happened("cup", f"{tournament[:8]} {version} {entry.record.type}")
            self.cups.setdefault(tournament, WatchedCup(tournament)).add(entry)
            self.number = number

    def acknowledged(self, tournament: str, origin: Origin) -> None:
        """Check an acknowledgement."""
        stored = self._stored(tournament, origin)
        broken(stored is None, f"{origin.key} is acknowledged, and is not in the log of {tournament}")

    def refused(self, tournament: str, origin: Origin) -> None:
        """Check that an act that was refused is not in the log."""
        stored = self._stored(tournament, origin)
        broken(stored is not None, f"{origin.key} was refused, and is in the log of {tournament} at {stored}")

    def _stored(self, tournament: str, origin: Origin) -> int | None:
        cup = self.cups.get(tournament)
        return None if cup is None else cup.keys.get((origin.sender, origin.key or ""))

    def compare(self, found: Tournament) -> None:
        """Compare a tournament of a process with the log."""
        cup = self.cups.get(found.id)
        broken(cup is None or cup.state is None, f"the tournament {found.id} is not in the log")
        assert cup is not None
        broken(cup.heads.get(found.version) != found.tip.head, f"version {found.version} differs from the log")
        if cup.tip.version == found.version:
            broken(cup.state != found, f"the tournament {found.id} differs from a rebuild")
