"""The check of the log. It starts before what writes to games without a request: the marks of damage are read first."""

from collections.abc import Iterable

from service.core.feature import Feature
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.personal import Without
from service.core.worker import Background
from service.lists.reading import ReadModels
from service.monitoring.integrity.background import Integrity
from service.play.play import Play
from service.tournaments.tournaments import Tournaments


def build(parts: Parts) -> None:
    """Build the check."""
    play, tournaments, models = parts.get(Play), parts.get(Tournaments), parts.get(ReadModels)
    parts.add(Integrity(play, tournaments, models, parts.get(Signer)))


def background(parts: Parts) -> Iterable[Background]:
    """Check the log."""
    yield parts.get(Integrity)


PERSONAL = tuple(
    Without(table, "checks of the logs of games and tournaments") for table in ("log_checks", "checked_heads")
)

feature = Feature("integrity", personal=PERSONAL, build=build, background=background)
