"""A cache of recent pairings. A search takes seconds, and drafts, publication and checks need the same one."""

from collections.abc import Callable
from functools import lru_cache

from domain.tournaments.pairing import Pairing, PairingInput, pair, schedule

KEPT = 32


class _Question:
    """An input and a seed, compared by their content."""

    __slots__ = ("_content", "given", "seed")

    def __init__(self, given: PairingInput, seed: bytes) -> None:
        self.given = given
        self.seed = seed
        self._content = (repr(given), seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


@lru_cache(maxsize=KEPT)
def _answer(search: Callable[[PairingInput, bytes], tuple[Pairing, ...]], question: _Question) -> tuple[Pairing, ...]:
    return search(question.given, question.seed)


def _one(given: PairingInput, seed: bytes) -> tuple[Pairing, ...]:
    return (pair(given, seed),)


def paired(given: PairingInput, seed: bytes) -> Pairing:
    """Return the pairing of a round, as `pair` does."""
    return _answer(_one, _Question(given, seed))[0]


def scheduled(given: PairingInput, seed: bytes) -> tuple[Pairing, ...]:
    """Return the pairings of all rounds, as `schedule` does."""
    return _answer(schedule, _Question(given, seed))
