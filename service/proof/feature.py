"""Bundles, verification, and results with their proofs."""

from service.core.feature import Feature
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.play.scores import Scores
from service.proof.api import routes as proof
from service.proof.bundling import Bundling
from service.proof.uploads.intake import Uploads
from service.proof.uploads.memory import UploadMemory
from service.proof.verifier import Verifier
from service.site_log.proofs import GameProofs


def build(parts: Parts) -> None:
    """Build what verifies bundles and proves results."""
    settings, signer = parts.get(Settings), parts.get(Signer)
    parts.add(Uploads(UploadMemory(settings.upload_memory << 20, settings.upload_folder)))
    proofs = parts.get(GameProofs)
    parts.add(Verifier(signer, proofs))
    parts.add(Bundling(parts.get(Store), signer, proofs))
    parts.add(Scores())


feature = Feature(
    "proof",
    routes=(proof.router, proof.keys_router),
    parts={"uploads": Uploads, "bundling": Bundling, "verifier": Verifier, "scores": Scores},
    build=build,
)
