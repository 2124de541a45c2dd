"""The work on a job in a process of the pool. A process keeps the plan of the last game."""

from collections.abc import Sequence

import msgspec

from domain.ledger.records import Entry
from service.analysis.examine import Answer, perform
from service.analysis.questions import Plan, plan_of
from service.analysis.report import ENGINE, document
from service.analysis.run import chunks_of
from service.analysis.sources import digest

_plans: dict[tuple[str, str], Plan] = {}


def engine_of(title: str) -> str:
    """Return the name of the engine with the digest of its sources and weights: parts of another one are not used."""
    return f"{ENGINE} {digest(title)}"


def sizes_of(entries: Sequence[Entry], level: str) -> list[int]:
    """Return the number of questions in each part. Raises NotAnalysable and NoEngineError."""
    return [len(chunk) for chunk in chunks_of(_plan(entries, level))]


def answers_to(entries: Sequence[Entry], level: str, part: int) -> str:
    """Return the answers to the questions of a part, as JSON."""
    return msgspec.json.encode(perform(chunks_of(_plan(entries, level))[part])).decode()


def document_from(entries: Sequence[Entry], level: str, parts: Sequence[str]) -> str:
    """Return the document from the answers of all parts."""
    answers = [answer for part in parts for answer in msgspec.json.decode(part, type=list[Answer])]
    return document(_plan(entries, level), answers).decode()


def _plan(entries: Sequence[Entry], level: str) -> Plan:
    key = (entries[-1].head, level)
    if key not in _plans:
        _plans.clear()
        _plans[key] = plan_of(entries, level)
    return _plans[key]
