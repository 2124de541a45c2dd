"""The decision on an act of a person. Unlike a closure it can be sent to the process that pairs rounds."""

from domain.kernel.values import Value
from domain.tournaments.commands import AnyAct
from domain.tournaments.decide.decide import Batch
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.new_acts import decide_new
from domain.tournaments.state import Tournament


class Asking(Value, frozen=True):
    """An act, its author, and the ids of the games that have started, if the act depends on them."""

    author: str
    act: AnyAct
    started: frozenset[str] = frozenset()

    def __call__(self, tournament: Tournament, at: str) -> Batch:
        """Return the batch of the act. Raises Refused."""
        return decide_new(tournament, Asked(self.author, at, self.started), self.act)
