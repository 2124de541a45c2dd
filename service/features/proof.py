"""Bundles, verification, and results with their proofs."""

from service.api.proof import routes as proof
from service.feature import Feature
from service.keys.signing import Signer
from service.parts import Parts
from service.proof.scores import Scores
from service.proof.uploads.intake import Uploads
from service.proof.uploads.memory import UploadMemory
from service.proof.verifier import Verifier
from service.settings import Settings


def build(parts: Parts) -> None:
    """Build what verifies bundles and proves results."""
    settings, signer = parts.get(Settings), parts.get(Signer)
    parts.add(Uploads(UploadMemory(settings.upload_memory << 20, settings.upload_folder)))
    parts.add(Verifier(signer))
    parts.add(Scores())


feature = Feature(
    "proof",
    routes=(proof.router, proof.keys_router),
    parts={"uploads": Uploads, "verifier": Verifier, "scores": Scores},
    build=build,
)
