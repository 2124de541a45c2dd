"""A tournament folded from its log."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from domain.ledger.mac import mac
from domain.ledger.records import Tip
from domain.tournaments.events.opening import FinalPlace, TournamentOpened
from domain.tournaments.events.rounds import PlannedRound, ResultTaken, Stage
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.terms import Role, Terms

Status: TypeAlias = Literal["registration", "running", "ended", "cancelled"]
EntrantStatus: TypeAlias = Literal["active", "withdrawn", "dropped", "disqualified", "substitute"]


class Entrant(Value, frozen=True):
    """A player of the tournament. A substitute has only taken over seats, and is not paired."""

    player: str
    status: EntrantStatus
    since: int
    """The first round of the player."""


class Table(Value, frozen=True):
    """A table of a published round, what its game brought, and the rulings about it."""

    number: int
    """From 1."""
    players: tuple[str, ...]
    """In the order of their seats."""
    game: str
    result: ResultTaken | None = None
    ruled: tuple[RuledPlace, ...] = ()
    forfeited: tuple[str, ...] = ()
    is_void: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether no result of its game is awaited."""
        return self.result is not None or bool(self.ruled) or self.is_void


class Round(Value, frozen=True):
    """A published round."""

    number: int
    edition: int
    changes: int
    """How many rulings have changed its tables."""
    stage: Stage
    seed: bytes
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    published_at: str
    is_open: bool = False
    """Whether its games have been opened."""
    closed_at: str | None = None

    def table_of(self, player: str) -> Table | None:
        """Return the table at which a player was published."""
        return next((table for table in self.tables if player in table.players), None)

    @property
    def is_decided(self) -> bool:
        """Whether every table has a result."""
        return all(table.is_decided for table in self.tables)


class CheckIn(Value, frozen=True):
    """The open check-in for a round, and the players who are present."""

    round: int
    opened_at: str
    players: tuple[str, ...] = ()


class Adjustment(Value, frozen=True):
    """Points that a ruling added (negative: took away) for a round."""

    round: int
    player: str
    points: str
    kind: Literal["adjustment", "penalty"]
    reason: str


class Tournament(Value, frozen=True):
    """A tournament folded from its log. The seed never leaves the server before the end."""

    tip: Tip
    opened: TournamentOpened
    opened_at: str
    terms: Terms
    organisers: Mapping[str, Role]
    status: Status = "registration"
    is_closed: bool = False
    """Whether registration is closed."""
    entrants: Mapping[str, Entrant] = {}
    """By player, in the order of registration."""
    substitutes: tuple[str, ...] = ()
    invited: Mapping[str, bool] = {}
    """The players who have not answered an invitation; true: as substitutes."""
    declined: tuple[str, ...] = ()
    """The players who have declined an invitation, and are not invited again."""
    forbidden: tuple[tuple[str, str], ...] = ()
    check_in: CheckIn | None = None
    rounds: tuple[Round, ...] = ()
    schedule: tuple[PlannedRound, ...] = ()
    """The later rounds of a schedule, from round 2 on."""
    seasons: tuple[Mapping[str, int], ...] = ()
    """The division of each player in each season of a league, from 1."""
    withdrawn_editions: Mapping[int, int] = {}
    """By round: how often it was published and withdrawn."""
    adjustments: tuple[Adjustment, ...] = ()
    is_held: bool = False
    discarded: tuple[str, ...] = ()
    """The ids of games that do not count any more: the service abandons those that it has opened."""
    places: tuple[FinalPlace, ...] = ()

    @property
    def id(self) -> str:
        """The tournament's id, a UUID."""
        return self.tip.game

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.tip.version

    @property
    def seed(self) -> bytes:
        """The tournament's secret."""
        return bytes.fromhex(self.opened.secret.seed)

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended or was cancelled, so that its seed is public."""
        return self.status in {"ended", "cancelled"}

    @property
    def last_round(self) -> Round | None:
        """The round that was published last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        """The number of the round that is published next."""
        return len(self.rounds) + 1

    @property
    def last_division(self) -> int:
        """The last division of the current season of a league."""
        return max(self.seasons[-1].values(), default=1) if self.seasons else 1

    def season_lacks(self, player: str, season: int = -1) -> bool:
        """Whether a season of a league, by default the current one, lacks a player."""
        return bool(self.seasons) and player not in self.seasons[season]

    @property
    def active(self) -> tuple[str, ...]:
        """The players who take part now, in the order of registration."""
        return tuple(player for player, entrant in self.entrants.items() if entrant.status == "active")

    @property
    def present(self) -> tuple[str, ...]:
        """The players who are to be paired in the next round, in the order of registration."""
        if self.terms.check_in == 0:
            return self.active
        if self.check_in is None:
            return ()
        checked_in = {*self.check_in.players}
        return tuple(player for player in self.active if player in checked_in)

    def round(self, number: int) -> Round | None:
        """Return a published round."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None


def round_seed(seed: bytes, number: int, edition: int) -> bytes:
    """Return the seed of the pairing of a round (SPEC.md 11)."""
    return mac(seed, b"ludolog/pairing/1" + number.to_bytes(8, "big") + edition.to_bytes(4, "big"))


def pairing_seed(seed_of_round: bytes, attempt: int) -> bytes:
    """Return the seed of one attempt to pair a round (SPEC.md 11)."""
    return mac(seed_of_round, b"ludolog/attempt/1" + attempt.to_bytes(4, "big"))


def lot_of(seed_of_round: bytes, player: str) -> int:
    """Return the lot of a player, the last tie-break of the standings after a round (SPEC.md 11)."""
    return int.from_bytes(mac(seed_of_round, b"ludolog/lot/1" + player.encode())[:6], "big")
