"""Which games there are: a small table in memory, read from the log at start and kept with every batch."""

from domain import game as games
from domain.game import Game, Status
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from domain.lobby import LOBBY_EVENTS, Visibility
from domain.rulesets import LOBBY_CODEC
from service.store import Store


class Row(Value, frozen=True):
    """A game as the lobby lists it."""

    game: str
    ruleset: str
    status: Status
    visibility: Visibility
    owner: str
    opened_at: str
    players: tuple[str | None, ...]
    """Who sits where: player ids, `bot:<name>`, or nobody."""


class Lobby:
    """All games, newest first."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}
        self._started: dict[str, tuple[str | None, ...]] = {}

    def rebuild(self, store: Store) -> None:
        """Read all games from the log."""
        for entry in store.scan([type_name(event) for event in LOBBY_EVENTS]):
            self._apply(entry.record.game, entry)

    def _apply(self, game: str, entry: games.Entry) -> None:
        event = games.read_event(entry, LOBBY_CODEC)
        match event:
            case games.GameOpened():
                players: tuple[str | None, ...] = (None,) * event.seats
                self._rows[game] = Row(
                    game, event.ruleset, "open", event.visibility, event.owner, entry.record.at, players
                )
            case games.SeatTaken(seat, player) | games.SeatResigned(seat, player):
                self._seat(game, seat, player)
            case games.SeatLeft(seat):
                self._seat(game, seat, None)
            case games.GameStarted():
                self._status(game, "running")
            case games.GameAbandoned():
                self._status(game, "abandoned")
            case games.GameEnded():
                self._status(game, "ended")
            case _:
                pass

    def _seat(self, game: str, seat: Seat, player: str | None) -> None:
        row = self._rows[game]
        players = (*row.players[:seat], player, *row.players[seat + 1 :])
        self._rows[game] = Row(row.game, row.ruleset, row.status, row.visibility, row.owner, row.opened_at, players)

    def _status(self, game: str, status: Status) -> None:
        row = self._rows[game]
        self._rows[game] = Row(row.game, row.ruleset, status, row.visibility, row.owner, row.opened_at, row.players)

    def note(self, game: Game) -> None:
        """Take in a game as it stands now."""
        players = tuple(occupant and occupant.player for occupant in game.occupants)
        self._rows[game.id] = Row(
            game.id,
            game.opened.ruleset,
            game.status,
            game.opened.visibility,
            game.opened.owner,
            game.opened_at,
            players,
        )

    def rows(self) -> list[Row]:
        """Return all games, newest first."""
        return list(reversed(self._rows.values()))
