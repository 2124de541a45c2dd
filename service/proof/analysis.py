"""The analysis of games of this service and of bundles, as one document with the same bytes."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.analysis.analyse import NotAnalysable, analyse
from domain.analysis.report import GameAnalysis
from domain.ledger.records import Entry
from domain.ledger.signing import Keys
from service.proof.imports import BundleRefusedError, finished_game


def document(found: GameAnalysis) -> bytes:
    """Return the document of an analysis as JSON."""
    return msgspec.json.encode(found)


def analysed(entries: Sequence[Entry]) -> bytes:
    """Return the document of the analysis of a log. Raises NotAnalysable."""
    return document(analyse(entries))


def analyse_bundle(lines: Iterable[bytes], keys: Keys) -> GameAnalysis:
    """Verify a bundle, then return its analysis. Raises BundleRefusedError."""
    _, entries = finished_game(lines, keys)
    try:
        return analyse(entries)
    except NotAnalysable as refused:
        raise BundleRefusedError(str(refused)) from None
