"""The analysis of games of this service and of bundles, as one document with the same bytes."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.analysis.analyse import NotAnalysable, analyse
from domain.analysis.report import GameAnalysis
from domain.kernel.viewers import FULL
from domain.ledger.records import Entry
from domain.ledger.signing import Keys
from domain.proof.checks import Report
from domain.proof.verify import verify
from service.proof.imports import NotImportedError, entries_of, kept_lines


class NotAnalysedError(Exception):
    """A bundle was not analysed. Carries the reason, and the report if the bundle is not valid."""

    def __init__(self, reason: str, report: Report | None = None) -> None:
        super().__init__(reason)
        self.report = report


def document(found: GameAnalysis) -> bytes:
    """Return the document of an analysis as JSON."""
    return msgspec.json.encode(found)


def analysed(entries: Sequence[Entry]) -> bytes:
    """Return the document of the analysis of a log. Raises NotAnalysable."""
    return document(analyse(entries))


def analyse_bundle(lines: Iterable[bytes], keys: Keys) -> tuple[Report, GameAnalysis]:
    """Verify a bundle, then return the report and the analysis. Raises NotAnalysedError.

    A bundle that is not valid, or that does not reveal all secrets, is not analysed.
    """
    kept: list[bytes] = []
    try:
        report = verify(kept_lines(lines, kept), keys)
    except NotImportedError as refused:
        raise NotAnalysedError(str(refused)) from None
    if not report.is_valid:
        message = "the bundle is not valid"
        raise NotAnalysedError(message, report)
    if report.viewer != FULL:
        message = f"the bundle is for the viewer {report.viewer}: once the game has ended, download it with all secrets"
        raise NotAnalysedError(message)
    try:
        return report, analyse(list(entries_of(kept)))
    except NotAnalysable as refused:
        raise NotAnalysedError(str(refused)) from None
