"""Which games there are: a small table in memory, read from the log at start and kept with every batch."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain import game as games
from domain.game import Game, Status
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from domain.lobby import LOBBY_EVENTS, Visibility
from domain.rulesets import LOBBY_CODEC
from service.recorder import StoredEntry
from service.store import Store

LOBBY_TYPES = frozenset(type_name(event) for event in LOBBY_EVENTS)
"""The types of records that change what the lobby tells of a game."""


class Row(Value, frozen=True):
    """A game as the lobby lists it; `number` counts the games in the order in which they were opened."""

    number: int
    game: str
    ruleset: str
    status: Status
    visibility: Visibility
    owner: str
    opened_at: str
    players: tuple[str | None, ...]
    """Who sits where: player ids, `bot:<name>`, or nobody."""
    resigned: frozenset[str] = frozenset()
    """Who sat there until giving up."""
    foreign: bool = False
    """Whether it was played elsewhere: then the ids of its players are nobody's here."""

    def has_sat(self, player: str) -> bool:
        """Whether a player sits in the game, or did so until giving up."""
        return not self.foreign and (player in self.players or player in self.resigned)


class Lobby:
    """All games."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}

    def rebuild(self, store: Store) -> None:
        """Read all games from the log."""
        for entry in store.scan(sorted(LOBBY_TYPES)):
            self._apply(entry.record.game, entry)

    def is_foreign(self, game: str) -> bool:
        """Whether a game was played elsewhere and came here as a file."""
        row = self._rows.get(game)
        return row is not None and row.foreign

    def _apply(self, game: str, entry: StoredEntry) -> None:
        event = games.read_event(entry, LOBBY_CODEC)
        match event:
            case games.GameOpened():
                row = self._opened(game, event, entry.record.at)
                self._rows[game] = replace(row, foreign=entry.origin is not None and entry.origin.is_import)
            case games.SeatTaken(seat, player):
                self._seated(game, seat, player)
            case games.SeatResigned(seat, player):
                row = self._rows[game]
                before = row.players[seat]
                self._rows[game] = replace(row, resigned=row.resigned | {before} if before else row.resigned)
                self._seated(game, seat, player)
            case games.SeatLeft(seat):
                self._seated(game, seat, None)
            case games.GameStarted():
                self._rows[game] = replace(self._rows[game], status="running")
            case games.GameAbandoned():
                self._rows[game] = replace(self._rows[game], status="abandoned")
            case games.GameEnded():
                self._rows[game] = replace(self._rows[game], status="ended")
            case _:
                pass

    def _opened(self, game: str, opened: games.GameOpened, at: str) -> Row:
        nobody: tuple[str | None, ...] = (None,) * opened.seats
        number = len(self._rows)
        return Row(number, game, opened.ruleset, "open", opened.visibility, opened.owner, at, nobody)

    def _seated(self, game: str, seat: Seat, player: str | None) -> None:
        row = self._rows[game]
        self._rows[game] = replace(row, players=(*row.players[:seat], player, *row.players[seat + 1 :]))

    def note(self, game: Game) -> None:
        """Take in a game as it stands now."""
        row = self._rows.get(game.id) or self._opened(game.id, game.opened, game.opened_at)
        self._rows[game.id] = replace(
            row,
            status=game.status,
            players=tuple(occupant and occupant.player for occupant in game.occupants),
            resigned=frozenset(occupant.resigned for occupant in game.occupants if occupant and occupant.resigned),
        )

    def newest_first(self) -> Iterator[Row]:
        """Return all games, newest first."""
        return reversed(self._rows.values())
