"""When an order acts: at a time that depends on nothing but what all may know, and on the secret of the game.

The delay is drawn from the secret of the game and the id of the decision, so that every process acts at the same
time, no order can choose its time, and everybody can check the time after the end. It says nothing of the order, and
nothing of when it was set, unless the question was open before.
"""

import hashlib

from domain.game.game import Game
from domain.game.overdue import due_of
from domain.kernel.values import Seat
from domain.ledger.mac import mac
from domain.ledger.times import SECOND, micros

SHORTEST, LONGEST = 20, 300
"""Seconds from a question to the answer of an order, where no clock makes it shorter."""

OF_CLOCK = 20
"""An order uses at most this part of the time that is left: a twentieth."""

_STEPS = 2**32


def acts_at(game: Game, seat: Seat, decision: str, since: str) -> int:
    """Return when an order answers the open decision of a seat, in microseconds since 1970.

    `since` is the time of the question, or of the order if that was set later.
    """
    asked = micros(since)
    shortest, longest = SHORTEST * SECOND, LONGEST * SECOND
    if (due := due_of(game, seat)) is not None:
        longest = min(longest, max(0, due - asked) // OF_CLOCK)
        shortest = min(shortest, longest // 10)
    return asked + shortest + (longest - shortest) * share_of(game.seed, decision) // _STEPS


def share_of(seed: bytes, decision: str) -> int:
    """Return a number below 2^32 that the secret of a game and the id of a decision determine."""
    drawn = mac(seed, b"ludolog/order-delay/1" + hashlib.sha256(decision.encode()).digest())
    return int.from_bytes(drawn[:4], "big")
