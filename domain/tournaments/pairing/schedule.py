"""A prescribed schedule: the pairings of all rounds at once."""

import msgspec

from domain.tournaments.pairing.history import after
from domain.tournaments.pairing.pair import pair
from domain.tournaments.pairing.values import Pairing, PairingInput


def schedule(given: PairingInput, seed: bytes) -> tuple[Pairing, ...]:
    """Return the pairings of the next `rounds_left` rounds. Ranks and points have no effect.

    The entrants may have a history, so the rest of a schedule can be made again after somebody has left. The cost of
    each round counts the rounds before it.
    """
    given = msgspec.structs.replace(given, method="schedule")
    pairings: list[Pairing] = []
    for _ in range(given.rounds_left):
        pairings.append(pair(given, seed + len(pairings).to_bytes(8, "big")))
        given = after(given, pairings[-1])
    return tuple(pairings)
