"""Runs the engine over a game in chunks, so that several processes can share the work and report progress."""

from collections.abc import Iterator, Sequence

from domain.ledger.records import Entry
from service.analysis.examine import Answer, perform
from service.analysis.questions import Plan, Question, Table, plan_of
from service.analysis.report import document

CHUNK = 4
"""The questions of a chunk."""


def chunks_of(plan: Plan, size: int = CHUNK) -> list[Sequence[Question | Table]]:
    """Return all questions in chunks. The answers do not depend on how they are split."""
    items = plan.items
    return [items[start : start + size] for start in range(0, len(items), size)]


def answered(plan: Plan) -> Iterator[list[Answer]]:
    """Answer chunk by chunk in this process."""
    return (perform(chunk) for chunk in chunks_of(plan))


def engine_analysis(entries: Sequence[Entry], level: str) -> bytes:
    """Return the document about a game. Raises NotAnalysable and NoEngineError."""
    plan = plan_of(entries, level)
    return document(plan, (answer for answers in answered(plan) for answer in answers))
