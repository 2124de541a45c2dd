"""What has to hold of messages: after each write, at each read, and in the end."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from domain.game.game import has_sat
from domain.ledger.times import SECOND, micros
from tests.simulation.checks.failure import broken
from tests.simulation.machine.failover import EPOCH

if TYPE_CHECKING:
    from tests.simulation.world import World

LIMIT = 12
"""Messages of a player in a game, per minute."""

_TEXTS = ("talk_messages", "game_notes", "player_notes")


class TalkWatch:
    """Watches one game whose people talk. Each text begins with the name of its author."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.game: str | None = None
        self._names: dict[str, str] = {}
        """By the ids of the players."""
        self._erased: dict[str, int] = {}
        """The epochs in which deletions were acknowledged."""

    def sign_up(self, name: str, player: str) -> None:
        """Take note of a player."""
        self._names[player] = name

    def erased(self, player: str) -> None:
        """Take note of a deletion at the moment at which its acknowledgement leaves the process."""
        if EPOCH.get() == self._world.epoch:
            self._erased[player] = self._world.epoch

    def gone(self, player: str) -> bool:
        """Whether the deletion of an account was acknowledged, and no failover could have lost it."""
        return self._erased.get(player) == self._world.epoch

    def all_gone(self) -> frozenset[str]:
        """Return the players whose accounts are gone."""
        return frozenset(player for player in self._erased if self.gone(player))

    def written(self, player: str, *, is_gone: bool) -> None:
        """Check a message that was acknowledged. `is_gone`: the account was when the request arrived."""
        broken(is_gone and self._is_current, f"{self._names[player]} writes after the deletion")

    @property
    def _is_current(self) -> bool:
        return EPOCH.get() == self._world.epoch

    def read(self, player: str, room: str, texts: Iterable[str | None], gone: Collection[str]) -> None:
        """Check what a reader gets. `gone` are the accounts that were deleted before the request arrived."""
        if not self._is_current:
            return
        found = [text for text in texts if text is not None]
        for each in gone:
            if self.gone(each):
                broken(
                    any(self._is_by(each, text) for text in found), f"{self._names[each]} is read after the deletion"
                )
        if room == "spectators" and found:
            self._world.look()
            watched = self._world.watch.games.get(self.game or "")
            game = None if watched is None else watched.game
            is_early = game is not None and not game.is_over and has_sat(game, player)
            broken(is_early, f"{self._names[player]} reads what spectators write before the end: {found[0]}")

    def _is_by(self, player: str, text: str) -> bool:
        return text.startswith(f"{self._names[player]} ")

    def followed(self, received: Collection[str], after: int, upto: int) -> None:
        """Check that a stream has sent every change at the table between two of them."""
        if not self._is_current:
            return
        rows = self._world.disk.raw.execute(
            "SELECT id FROM talk_messages WHERE topic=? AND room='table' AND changed > ? AND changed <= ?",
            (f"games/{self.game}", after, upto),
        )
        missing = [row["id"] for row in rows if row["id"] not in received]
        broken(bool(missing), f"a stream has not sent {missing}")

    def look(self) -> None:
        """Check after a write that no table has a text of a deleted account, or a note about one."""
        raw = self._world.disk.raw
        for row in raw.execute("SELECT id FROM players WHERE erased_at IS NOT NULL").fetchall():
            name = self._names.get(row["id"])
            if name is None:
                continue
            for table in _TEXTS:
                left = raw.execute(f"SELECT 1 FROM {table} WHERE text LIKE ?", (f"{name} %",)).fetchone()
                broken(left is not None, f"{table} has a text of {name}, whose account is deleted")
            about = raw.execute("SELECT 1 FROM player_notes WHERE about=?", (row["id"],)).fetchone()
            broken(about is not None, f"there is a note about {name}, whose account is deleted")

    def check(self) -> None:
        """Check the rooms in the end: places without gaps, times that grow, levels, and limits."""
        rows = self._world.disk.raw.execute("SELECT * FROM talk_messages ORDER BY topic, room, place").fetchall()
        places, last, is_off = defaultdict[str, int](int), defaultdict[str, str](str), False
        times = defaultdict[tuple[str, str], list[int]](list)
        for row in rows:
            room = f"{row['topic']} {row['room']}"
            places[room] += 1
            broken(row["place"] != places[room], f"{room} has the place {row['place']} after {places[room] - 1}")
            broken(row["at"] < last[room], f"{room} {row['place']} is earlier than the message before")
            last[room] = row["at"]
            if row["room"] == "table":
                broken(is_off and row["level"] is None, f"{room} {row['place']} was written while talk was off")
                is_off = row["level"] == "off" if row["level"] is not None else is_off
            if row["player"] is not None:
                times[row["player"], row["topic"]].append(micros(row["at"]))
        for found in times.values():
            found.sort()
            for first, other in zip(found, found[LIMIT:], strict=False):
                broken(other - first < 60 * SECOND, f"a player has written more than {LIMIT} messages in a minute")
