"""Golden games with what organisers arrange: reserved seats, offers, rulings, hints, early ends.

Together with those with clocks they have every event and every term of the lobby.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from domain.game import decide
from domain.game.declining import decline_seat
from domain.game.events import Advised
from domain.game.game import awaiting, decision_id, legal_commands, to_take_back
from domain.game.hints import take_hint
from domain.game.rulings.decide import (
    Ruling,
    accept_replacement,
    adjudicate,
    give_up_seat,
    offer_replacement,
    pause,
    replace_player,
    resume,
)
from domain.game.terms import INVITATION, Clock, Terms
from domain.rulesets import RULESETS
from service.bots.choosing import choose
from tests.games.bundles import Finished
from tests.games.forged_rulings import OWNER, PAUSED_UNTIL, Log

SINCE = "0.3.0"
"""The first release whose games can have all of this."""
SEATS = 3
STARTS_AT = "2026-11-20T12:10:00.000000Z"
CLOCK = Clock(3600, 3600, "bot", 3, 600)
RULING = Ruling(OWNER, "A player is absent.")
ASKING = 0.05
"""How often a hint is taken, and a decision taken back if that is possible."""


class Arranged(Log):
    """A game of any title for three."""

    seats = SEATS

    def __init__(self, title: str, name: str, terms: Terms) -> None:
        self.title, self.profile = title, RULESETS[title].default_profile
        self.rng = random.Random(f"{name} {title}")
        self.id = f"00000000-0000-4000-8000-{self.rng.getrandbits(40):012x}"
        super().__init__(terms)

    def fill(self) -> None:
        """Seat a player on each seat, and start."""
        for seat in range(self.seats):
            self.sit(seat, f"player:{seat}")
        self.add(decide.start(self.game))

    def decide(self, decisions: int) -> None:
        """Let the careful bot decide for all."""
        for _ in range(decisions):
            if self.game.status != "running":
                return
            seat = min(awaiting(self.game))
            self.add(decide.command(self.game, seat, choose(self.game, seat, "careful", self.rng)), seat)

    def hint(self) -> None:
        """Take a hint for the open decision: any three choices, since none is verified by how good it is."""
        seat = min(awaiting(self.game))
        if decision_id(self.game, seat) in self.game.hinted:
            return
        choices = legal_commands(self.game, seat)
        best = self.rng.sample(choices, min(3, len(choices)))
        advice = [Advised(msgspec.to_builtins(one.command), 600 - 10 * place, 9) for place, one in enumerate(best)]
        self.add(take_hint(self.game, seat, advice), seat)

    def done(self) -> Finished:
        """Play to the end, and return the game."""
        while self.game.status == "running":
            self.decide(50)
        return Finished(self.game, self.entries)


def ruled(title: str) -> Finished:
    """Return a rated game in which a substitute, two successors and a bot take the seats of others."""
    terms = Terms(
        rated=True,
        name="Saturday evening",
        tags=("club", "2026"),
        reserved=("player:0", "player:1", "player:2"),
        substitutes=("player:5",),
        starts_at=STARTS_AT,
        no_show="wait",
        others_left="play_on",
        min_completion=50,
        min_rating=-5,
        max_rating=40,
    )
    log = Arranged(title, "ruled", terms)
    log.sit(0, "player:0")
    log.add(decline_seat(log.game, 1, "player:1"))
    log.sit(1, "player:7")
    log.minute = 10
    log.step()
    log.sit(2, "player:5")
    log.step()
    log.decide(6)
    log.add(pause(log.game, PAUSED_UNTIL, RULING, log.now))
    log.minute = 60
    log.add(resume(log.game, None, log.now))
    for player in ("player:8", "player:9"):
        log.add(offer_replacement(log.game, 2, player, RULING))
        if player == "player:8":
            log.add(decline_seat(log.game, 2, player))
    log.decide(2)
    log.add(accept_replacement(log.game, 2, "player:9"))
    log.add(replace_player(log.game, 0, "player:6", RULING))
    log.add(give_up_seat(log.game, 1, "careful", RULING))
    return log.done()


def hinted(title: str) -> Finished:
    """Return a game with a clock, in which seats take hints and take decisions back."""
    log = Arranged(title, "hinted", Terms(hints=True, take_back=True, clock=CLOCK))
    log.fill()
    while log.game.status == "running":
        if log.rng.random() < ASKING:
            log.hint()
        log.decide(1)
        seat = log.rng.randrange(SEATS)
        if to_take_back(log.game, seat) is not None and log.rng.random() < ASKING:
            log.add(decide.take_back(log.game, seat), seat)
    return log.done()


def left(title: str) -> Finished:
    """Return a game that ends when two players have left it."""
    log = Arranged(title, "left", Terms(others_left="end"))
    log.fill()
    log.decide(20)
    log.add(decide.resign(log.game, 0, "careful"), 0)
    log.decide(4)
    log.add(decide.resign(log.game, 2, "careful"), 2)
    return log.done()


def awaited(title: str) -> Finished:
    """Return a game in which a bot took the seat of a player who did not come, and which the owner ended."""
    reserved = (None, None, INVITATION)
    log = Arranged(title, "awaited", Terms(reserved=reserved, starts_at=STARTS_AT, no_show="bot", grace=300))
    for seat in range(2):
        log.sit(seat, f"player:{seat}")
    log.minute = 15
    log.step()
    log.step()
    log.decide(10)
    log.add(adjudicate(log.game, (1, 2, 3), RULING))
    return log.done()


ARRANGED: Mapping[str, Callable[[str], Finished]] = {
    "ruled": ruled,
    "hinted": hinted,
    "left": left,
    "awaited": awaited,
}


def arranged_plan() -> Iterator[tuple[str, Callable[[], Finished]]]:
    """Return the file name of each game, and how it is played."""
    for title in RULESETS:
        for name, arrange in ARRANGED.items():
            yield f"{title}-{RULESETS[title].version}-{name}-{SINCE}.jsonl.gz", partial(arrange, title)
