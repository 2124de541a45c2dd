"""What the tables have to say of a log, found without the projections: from the records, and by the rules alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.game import game as games
from domain.game.fold import fold
from domain.game.game import Game
from service.core.store.recorder import StoredEntry
from tests.kit import batches

Found = dict[str, Counter[tuple[Any, ...]]]

COLUMNS: Mapping[str, str] = {
    "lobby": "game, ruleset, status, visibility, owner, opened_at, players, is_foreign",
    "sitters": "player, game",
    "seats": "player, game, seat, status, opened_at, decision, since",
    "awaited_bots": "game, since",
    "results": "game, ruleset, version, ended_at",
    "result_seats": "seat, player, score, resigned, bot",
    "ratings": "ruleset, player, games",
    "rating_history": "player, game, ruleset, at",
}
"""What is compared of each table: all that follows from a log without a model of ratings or of ranks."""


class _Told:
    """A game as the records of the lobby tell it."""

    def __init__(self, first: StoredEntry) -> None:
        opened: dict[str, Any] = msgspec.json.decode(first.record.data)
        self.game = first.record.game
        self.ruleset, self.owner, self.visibility = opened["ruleset"], opened["owner"], opened["visibility"]
        self.opened_at = first.record.at
        self.is_foreign = first.origin is not None and first.origin.sender == "import"
        self.status = "open"
        self.sits: list[str | None] = [None] * opened["seats"]
        self.sat: dict[int, str] = {}
        """Who gave up which seat."""
        self.made = [0] * opened["seats"]
        """The decisions that the players of the seats have made, without those of bots."""
        self.scores: dict[int, int] = {}
        self.version, self.at = 1, first.record.at

    def take(self, entry: StoredEntry) -> None:
        """Take in a record."""
        self.version, self.at = entry.record.version, entry.record.at
        data: dict[str, Any] = msgspec.json.decode(entry.record.data)
        match entry.record.type:
            case "game.seat_taken":
                self.sits[data["seat"]] = data["player"]
            case "game.seat_left":
                self.sits[data["seat"]] = None
            case "game.seat_resigned":
                self.sat[data["seat"]] = self.sits[data["seat"]] or ""
                self.sits[data["seat"]] = data["player"]
            case "game.started":
                self.status = "running"
            case "game.abandoned":
                self.status = "abandoned"
            case "game.ended":
                self.status = "ended"
                self.scores = {place["seat"]: place["score"] for place in data["places"]}
            case title if entry.record.seat is not None and not title.startswith(("game.", "clock.")):
                seat = entry.record.seat
                self.made[seat] += not (self.sits[seat] or "").startswith("bot:")
            case _:
                pass

    @property
    def first_sitters(self) -> list[str]:
        """Who sat on each seat from the start."""
        return [self.sat.get(seat, player or "") for seat, player in enumerate(self.sits)]

    @property
    def has_result(self) -> bool:
        """Whether it is a public game that was played here to its end."""
        return self.status == "ended" and self.visibility == "public" and not self.is_foreign

    @property
    def is_rated(self) -> bool:
        """Whether its result counts: different registered players on all seats, who decided, and one stayed."""
        players = self.first_sitters
        return (
            self.has_result
            and len(players) > 1
            and len(set(players)) == len(players)
            and all(player.startswith("player:") for player in players)
            and len(self.sat) < len(players)
            and min(self.made) > 1
        )


def expected(log: Iterable[StoredEntry]) -> Found:
    """Return the rows that the tables must have, as far as they are compared, from the whole log in its order."""
    of_game: dict[str, list[StoredEntry]] = {}
    for entry in log:
        of_game.setdefault(entry.record.game, []).append(entry)
    found: Found = {table: Counter() for table in COLUMNS}
    for entries in of_game.values():
        told = _Told(entries[0])
        for entry in entries[1:]:
            told.take(entry)
        _add_lobby(found, told)
        if not told.is_foreign:
            _add_seats(found, told, entries)
        _add_result(found, told)
    return found


def _add_lobby(found: Found, told: _Told) -> None:
    players = msgspec.json.encode(told.sits).decode()
    found["lobby"][
        told.game, told.ruleset, told.status, told.visibility, told.owner, told.opened_at, players, int(told.is_foreign)
    ] += 1
    if not told.is_foreign:
        for player in {*told.sits, *told.sat.values()} - {None}:
            found["sitters"][player, told.game] += 1


def _add_seats(found: Found, told: _Told, entries: list[StoredEntry]) -> None:
    asked = _asked(entries)
    bots: list[str] = []
    for seat, player in enumerate(told.sits):
        decision, since = asked.get(seat, (None, None))
        if player is None:
            continue
        if not player.startswith("bot:"):
            found["seats"][player, told.game, seat, told.status, told.opened_at, decision, since] += 1
        elif since is not None:
            bots.append(since)
    if bots:
        found["awaited_bots"][told.game, min(bots)] += 1


def _asked(entries: list[StoredEntry]) -> dict[int, tuple[str, str]]:
    """Return for each seat that is asked something its decision, and the time of the batch that asked."""
    game: Game | None = None
    asked: dict[int, tuple[str, str]] = {}
    for batch in batches(entries):
        game = fold(batch, game)
        assert game is not None
        now = {seat: games.decision_id(game, seat) for seat in games.awaiting(game)}
        kept = {seat: known for seat, known in asked.items() if now.get(seat) == known[0]}
        asked = {seat: kept.get(seat, (decision, game.tip.at)) for seat, decision in now.items()}
    return asked


def _add_result(found: Found, told: _Told) -> None:
    if not told.has_result:
        return
    found["results"][told.game, told.ruleset, told.version, told.at] += 1
    for seat, player in enumerate(told.first_sitters):
        now = told.sits[seat] or ""
        bot = now.removeprefix("bot:") if now.startswith("bot:") else None
        found["result_seats"][seat, player, told.scores[seat], int(seat in told.sat), bot] += 1
    if told.is_rated:
        for player in told.first_sitters:
            found["rating_history"][player, told.game, told.ruleset, told.at] += 1
            _count(found["ratings"], told.ruleset, player)


def _count(ratings: Counter[tuple[Any, ...]], ruleset: str, player: str) -> None:
    number = next((row[2] for row in ratings if row[:2] == (ruleset, player)), 0)
    ratings.pop((ruleset, player, number), None)
    ratings[ruleset, player, number + 1] = 1
