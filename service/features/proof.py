"""Bundles, verification, results with their proofs, and the check of the log."""

from collections.abc import Iterable

from service.api.proof import routes as proof
from service.feature import Feature
from service.games.play import Play
from service.integrity.background import Integrity
from service.keys.signing import Signer
from service.parts import Parts
from service.proof.scores import Scores
from service.proof.uploads.intake import Uploads
from service.proof.uploads.memory import UploadMemory
from service.proof.verifier import Verifier
from service.readmodels.reading import ReadModels
from service.settings import Settings
from service.tournaments.tournaments import Tournaments
from service.worker import Background


def build(parts: Parts) -> None:
    """Build the verifier and the check of the log."""
    settings, signer = parts.get(Settings), parts.get(Signer)
    parts.add(Uploads(UploadMemory(settings.upload_memory << 20, settings.upload_folder)))
    parts.add(Verifier(signer))
    parts.add(Scores())
    parts.add(Integrity(parts.get(Play), parts.get(Tournaments), parts.get(ReadModels), signer))


def background(parts: Parts) -> Iterable[Background]:
    """Check the log."""
    yield parts.get(Integrity)


feature = Feature(
    "proof",
    routes=(proof.router, proof.keys_router),
    parts={"uploads": Uploads, "verifier": Verifier, "scores": Scores},
    build=build,
    background=background,
)
