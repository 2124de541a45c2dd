"""The check of the log. It starts before what writes to games without a request: the marks of damage are read first."""

from collections.abc import Iterable

from service.feature import Feature
from service.games.play import Play
from service.integrity.background import Integrity
from service.keys.signing import Signer
from service.parts import Parts
from service.readmodels.reading import ReadModels
from service.tournaments.tournaments import Tournaments
from service.worker import Background


def build(parts: Parts) -> None:
    """Build the check."""
    play, tournaments, models = parts.get(Play), parts.get(Tournaments), parts.get(ReadModels)
    parts.add(Integrity(play, tournaments, models, parts.get(Signer)))


def background(parts: Parts) -> Iterable[Background]:
    """Check the log."""
    yield parts.get(Integrity)


feature = Feature("integrity", build=build, background=background)
