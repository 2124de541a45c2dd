"""The course of a simulated tournament: check-in, publication, games, and a kill in each round."""

import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tests.service.server import Server
from tests.service.tournaments.simulated.people import Person, Ways
from tests.service.tournaments.simulated.plan import RoundPlan, planned
from tests.service.tournaments.simulated.tables import Behaviour, Counts, Table

_log = logging.getLogger(__name__)

WITHIN = 600.0
"""Seconds in which the service has to do what is due, on a machine with other load."""

SUBSTITUTES, LATE_ENTRIES = 4, 2


class Course:
    """A tournament of `players` in `rounds` rounds that goes on while processes are killed."""

    def __init__(self, servers: Sequence[Server], players: int, rounds: int, *, seed: str, check_in: int) -> None:
        self.servers = servers
        self.ways = Ways(servers)
        self.plan = planned(seed, players, rounds, len(servers))
        self.counts = Counts()
        self.receipts: list[tuple[int, str]] = []
        """The version and the head of each act that was acknowledged."""
        self.kills: list[str] = []
        self._rng = random.Random(f"{seed} course")
        self.owner = Person(self.ways, "Olga")
        self.players = [Person(self.ways, f"Player {number}") for number in range(players)]
        self.stand_ins = [Person(self.ways, f"Substitute {number}") for number in range(SUBSTITUTES)]
        self.late = [Person(self.ways, f"Late {number}") for number in range(LATE_ENTRIES)]
        self.people = {person.id: person for person in (*self.players, *self.stand_ins, *self.late)}
        self.came: list[frozenset[str]] = []
        """The players who had checked in to each round when it was published, as far as they know."""
        terms = {
            "name": "The long cup",
            "ruleset": "siberia",
            "options": {"standstill": 3, "take_back": False, "mine_all": True, "void_actions": False},
            "format": {"type": "swiss", "rounds": rounds},
            "sizes": [4, 3],
            "check_in": f"PT{check_in}S",
            "pause": "PT0S",
            "late_until": 2,
            "max_players": 200,
            # who stalls is waited for; where many play at once, each answer takes longer
            "clock": {"allowance": f"PT{10 + players // 3}S", "on_empty": "bot", "strikes": 1},
            "no_show": "bot",
            "grace": "PT60S",
        }
        opened = self.owner.ask("POST", "/v1/tournaments", key="the long cup", json=terms)
        assert opened.status_code == 201, opened.text
        self.id: str = opened.json()["id"]
        self.url = f"/v1/tournaments/{self.id}"

    def act(self, person: Person, kind: str, *allowed: str, **fields: Any) -> bool:
        """Ask for an act; returns whether it was done. `allowed`: rules that may forbid it."""
        reply = person.ask("POST", f"{self.url}/acts", key=person.new_key(), json={"type": kind, **fields})
        if reply.status_code == 201:
            receipt = reply.json()["receipt"]
            self.receipts.append((receipt["version"], receipt["head"]))
            return True
        rule = reply.json().get("rule", "").removeprefix("tournaments/")
        assert rule in allowed, reply.text
        self.counts.add(f"refused: rule {rule}")
        return False

    def until(self, reached: Callable[[Any], bool]) -> Any:
        """Wait until the tournament has reached a state; returns it."""
        deadline = time.monotonic() + WITHIN
        while not reached(found := self.owner.get(self.url)):
            assert found["hold"] is None, found["hold"]
            assert time.monotonic() < deadline, found["rounds"][-1:]
            self.owner.get(f"{self.url}/events", after=found["version"], wait=5)
        return found

    def run(self) -> None:
        """Play the tournament to its end."""
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(self.act, self.players, ["register"] * len(self.players)))
        for person in self.stand_ins:
            self.act(person, "join_substitutes")
        self.act(self.owner, "open_check_in", round=1)
        for number, plan in enumerate(self.plan, 1):
            self._round(number, plan)
        self.until(lambda found: found["status"] == "ended")
        self.ways.close()

    def _round(self, number: int, plan: RoundPlan) -> None:
        self.until(lambda found: found["check_in"] is not None and found["check_in"]["round"] == number)
        attack = Attack(self, number, plan)
        if number > 1:
            self._come_and_go(number, plan)
        active = {row["player"] for row in self.owner.get(self.url)["players"] if row["status"] == "active"}
        absent = {self.players[place].id for place in plan.absent}
        coming = [person for person in self.people.values() if person.id in active - absent]
        self._rng.shuffle(coming)
        with ThreadPoolExecutor(8) as pool:
            check_in = partial(self._check_in, number=number, attack=attack, everybody=len(coming))
            done = pool.map(check_in, coming)
            self.came.append(frozenset(person.id for person, came in zip(coming, done, strict=True) if came))
        attack.reached("publication")
        if number % 2 == 1:
            # otherwise the service does so when the time of the check-in is over
            self.act(self.owner, "publish_round", "4.2", round=number)
        tables = self.until(lambda found: _status(found, number) in {"playing", "closed"})["rounds"][-1]["tables"]
        self._play(tables, plan, attack)
        self.until(lambda found: _status(found, number) == "closed")
        attack.join()
        _log.info("round %d is closed: %s", number, self.counts.all())

    def _check_in(self, person: Person, number: int, attack: "Attack", everybody: int) -> bool:
        came = self.act(person, "check_in", "3.1", round=number)
        if came and self.counts.add(f"check-ins of round {number}") == everybody // 2:
            attack.reached("check-in")
        return came

    def _come_and_go(self, number: int, plan: RoundPlan) -> None:
        """Let players drop out and return, enter late, and give a place to a substitute."""
        for place in sorted(plan.leaving):
            self.counts.add("drop-outs", self.act(self.players[place], "leave", "2.1"))
        if number == 2:
            for person in self.late:
                self.counts.add("late entries", self.act(person, "register", "2.3"))
            gone = self.players[next(place for place in range(len(self.players)) if place not in plan.leaving)]
            fields = {"player": gone.id, "substitute": self.stand_ins[-1].id}
            self.counts.add("places of substitutes", self.act(self.owner, "substitute", "2.1", **fields))
        if number == 4:
            back = self.players[min(self.plan[1].leaving)]
            self.counts.add("returns", self.act(back, "return"))

    def _play(self, tables: Sequence[Any], plan: RoundPlan, attack: "Attack") -> None:
        stalling = {self.players[place].id: after for place, after in plan.stalling.items()}
        missing = frozenset(self.players[place].id for place in plan.missing)
        waiting = list(self.stand_ins[:-1])

        def play(table: Any) -> None:
            replacing = tuple(waiting.pop() for seat in table["seats"] if seat["player"] in missing and waiting)
            does = Behaviour(stalling, missing, replacing)
            Table(table, self.people, self.owner, self.counts, does).play()
            attack.reached("results")

        wanted = self.counts.of("decisions") + 10
        watch = threading.Thread(target=self._after_decisions, args=(wanted, attack))
        watch.start()
        with ThreadPoolExecutor(len(tables)) as pool:
            list(pool.map(play, tables))
        watch.join()

    def _after_decisions(self, wanted: int, attack: "Attack") -> None:
        deadline = time.monotonic() + WITHIN
        while self.counts.of("decisions") < wanted and time.monotonic() < deadline:
            time.sleep(0.02)
        attack.reached("playing")


class Attack:
    """The kill of one process in a round, at the moment of the plan, and its restart."""

    def __init__(self, course: Course, number: int, plan: RoundPlan) -> None:
        self._course = course
        self._number = number
        self._plan = plan
        self._due = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._kill)
        self._thread.start()

    def reached(self, moment: str) -> None:
        """Note that a moment of the round has come."""
        if moment == self._plan.moment:
            self._due.set()

    def _kill(self) -> None:
        try:
            assert self._due.wait(2 * WITHIN), "the moment never came"
            if self._plan.moment == "publication":
                # somewhere in the pairing, before or after it
                time.sleep(random.Random(self._number).uniform(0, 0.3))
            victim = self._course.servers[self._plan.victim]
            victim.kill()
            self._course.kills.append(f"round {self._number}: process {self._plan.victim}, {self._plan.moment}")
            victim.restart()
        except BaseException as failure:  # noqa: BLE001 - raised in the thread of the test
            self._failure = failure

    def join(self) -> None:
        """Wait until the process is back. Raises what went wrong."""
        self._thread.join()
        if self._failure is not None:
            raise self._failure


def _status(found: Any, number: int) -> str | None:
    return found["rounds"][number - 1]["status"] if len(found["rounds"]) >= number else None
