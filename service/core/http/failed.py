"""Exceptions of handlers that ran before routing. The framework raises them again and makes their problem documents."""

from typing import Any

FAILED = "ludolog.failed"
"""The key in the scope of a request with the exception that its handler raised before routing."""


def raise_failed(scope: Any) -> None:
    """Raise the exception that the handler of a request raised before routing, if there is one."""
    if FAILED in scope:
        # not kept in the scope: the exception refers to frames that refer to the scope
        raise scope.pop(FAILED)
