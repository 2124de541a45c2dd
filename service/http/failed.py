"""Exceptions of answers that were made before routing. The framework raises them again and makes their problems."""

from typing import Any

FAILED = "ludolog.failed"
"""The key in the scope of a request with the exception that ended its answer before routing."""


def raise_failed(scope: Any) -> None:
    """Raise the exception that ended the answer of a request before routing, if there is one."""
    if FAILED in scope:
        # not kept in the scope: the exception refers to frames that refer to the scope
        raise scope.pop(FAILED)
