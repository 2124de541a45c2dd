"""Simulated players at one table: they come, decide at random, stop deciding, or stay away."""

import random
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.service.tournaments.simulated.people import Person

LATE = {(409, "decision-closed"), (409, "game-not-running"), (403, "not-yours")}
"""What a player is answered whose clock ran out, or whose game ended, in the meantime."""


class Counts:
    """What has happened, counted by all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counter: Counter[str] = Counter()

    def add(self, what: str, number: int = 1) -> int:
        """Count something; returns the new number."""
        with self._lock:
            self._counter[what] += number
            return self._counter[what]

    def of(self, what: str) -> int:
        """Return how often something has happened."""
        with self._lock:
            return self._counter[what]

    def all(self) -> dict[str, int]:
        """Return everything that was counted."""
        with self._lock:
            return dict(sorted(self._counter.items()))


class Behaviour(NamedTuple):
    """What the players of a table do."""

    stalling: Mapping[str, int]
    """Who stops deciding, and after how many decisions."""
    missing: frozenset[str]
    """Who does not come."""
    stand_ins: tuple[Person, ...]
    """Substitutes who take the seats of those who do not come."""


class Table:
    """A table of a round, whose players play, and which `watching` follows."""

    def __init__(
        self, table: Mapping[str, Any], people: Mapping[str, Person], watching: Person, counts: Counts, does: Behaviour
    ) -> None:
        self.game: str = table["game"]
        self._path = f"/v1/games/{self.game}"
        self._players = {seat["seat"]: people[seat["player"]] for seat in table["seats"]}
        self._watching = watching
        self._counts = counts
        self._left = {seat: does.stalling.get(person.id) for seat, person in self._players.items()}
        self._missing = [seat for seat, person in self._players.items() if person.id in does.missing]
        self._stand_ins = does.stand_ins
        self._rng = random.Random(self.game)

    def play(self) -> None:
        """Play the game to its end."""
        for seat, person in self._players.items():
            if seat not in self._missing:
                taken = person.ask("PUT", f"{self._path}/seats/{seat}", key=f"{self.game} {seat}")
                assert taken.status_code == 200, taken.text
        self._replace_missing()
        while (game := self._watching.get(self._path))["status"] in {"open", "running"}:
            self._return(game)
            if game["status"] == "open" or not self._decided():
                self._watching.get(f"{self._path}/events", after=game["version"], wait=2)
        assert game["status"] == "ended", game
        self._counts.add("games")

    def _replace_missing(self) -> None:
        """Let substitutes take the seats of those who do not come; without any, a bot does so later."""
        for seat, person in zip([*self._missing], self._stand_ins, strict=False):
            while True:
                taken = person.ask("PUT", f"{self._path}/seats/{seat}", key=person.new_key())
                if taken.status_code == 200:
                    self._players[seat] = person
                    self._left[seat] = None
                    self._missing.remove(seat)
                    self._counts.add("seats of substitutes")
                    break
                # the seat is released at the start time, by the service
                assert taken.json()["code"] == "seat-reserved", taken.text
                game = person.get(self._path)
                if game["status"] != "open":
                    break
                self._watching.get(f"{self._path}/events", after=game["version"], wait=1)

    def _return(self, game: Any) -> None:
        """Let players return who lost their seat to the clock because the machine was too slow for them."""
        for seat, person in self._players.items():
            decides = seat not in self._missing and self._left[seat] != 0
            if decides and game["seats"][seat]["player"] != person.id and game["seats"][seat]["may_return"]:
                back = person.ask("PUT", f"{self._path}/seats/{seat}", key=person.new_key())
                assert back.status_code == 200 or back.json()["code"] == "game-not-running", back.text
                self._counts.add("returns to a seat")

    def _decided(self) -> bool:
        """Answer the open decisions of those who decide; returns whether there were any."""
        found = False
        open_now = self._watching.get(f"{self._path}/decisions")["items"]
        for seat in sorted({item["seat"] for item in open_now}):
            person = self._players[seat]
            if seat in self._missing or self._left[seat] == 0:
                continue
            items = person.get(f"{self._path}/decisions")["items"]
            while own := next((item for item in items if "choices" in item), None):
                found = True
                items = self._answer(seat, person, own)
                if self._left[seat] == 0:
                    self._counts.add("stalls")
                    break
        return found

    def _answer(self, seat: int, person: Person, decision: Any) -> Any:
        """Answer a decision at random; returns the next ones of the seat."""
        command = self._rng.choice(decision["choices"])["command"]
        body = {"decision": decision["id"], "command": command}
        reply = person.ask("POST", f"{self._path}/commands", key=f"{self.game} {decision['id']}", json=body)
        if reply.status_code != 201:
            assert (reply.status_code, reply.json()["code"]) in LATE, reply.text
            self._counts.add("decisions that came too late")
            return []
        self._counts.add("decisions")
        left = self._left[seat]
        if left is not None:
            self._left[seat] = max(0, left - 1)
        return reply.json()["decisions"]
