"""Errors of a part of a body, such as the terms of a tournament or one game of a list, as problems of the whole."""

from collections.abc import Generator
from contextlib import contextmanager

from domain.game.decide import NotPossible
from domain.kernel.ruleset import OptionError
from service.core.http.problems import ProblemError, problem_at, within
from service.play.api.titles import invalid_option


@contextmanager
def errors_within(field: str) -> Generator[None]:
    """Translate the errors of a part of a body to problems. `field` is the place of the part in the body."""
    try:
        yield
    except ProblemError as problem:
        raise within(field, problem) from None
    except NotPossible as error:
        raise within(field, problem_at(error.code, error.field, error.reason)) from None
    except OptionError as error:
        raise within(field, invalid_option(error)) from None
