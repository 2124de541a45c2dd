"""The problems of games that cannot be read, and of commands that are refused."""

from collections.abc import Mapping
from typing import Any

from litestar import Request

from domain.game.decide import NotPossible
from domain.kernel.ruleset import OptionError
from service.core.feature import Translation
from service.core.http.problems import ProblemError, problem_at
from service.core.http.request.parameters import bad_parameter
from service.play.api.titles import invalid_option
from service.play.cache import DamagedGameError, DataSetMissingError, UnfoldedGameError, UnknownGameError
from service.play.requests import DecisionClosedError, VersionChangedError
from service.play.steady_clock import TimeInDoubtError


def _not_possible(request: Request[Any, Any, Any], error: NotPossible) -> ProblemError:
    """Translate a refusal of a game. The field is one of the body, or the seat in the path."""
    if error.field is not None and error.field in request.path_params:
        return bad_parameter(error.field, error.reason, error.code)
    return problem_at(error.code, error.field, error.reason)


PROBLEM_OF: Mapping[type[Exception], Translation] = {
    UnknownGameError: lambda _, __: ProblemError("not-found", "there is no such game"),
    DataSetMissingError: lambda _, error: ProblemError("data-set-missing", str(error)),
    UnfoldedGameError: lambda _, __: ProblemError(
        "unavailable", "a later release of the service has written this game: try again", {"Retry-After": "5"}
    ),
    DamagedGameError: lambda _, __: ProblemError("damaged", "the stored events of this game are damaged"),
    NotPossible: _not_possible,
    OptionError: lambda _, error: invalid_option(error),
    DecisionClosedError: lambda _, error: ProblemError("decision-closed", str(error), decision=error.current),
    VersionChangedError: lambda _, error: ProblemError(
        "version-changed", f"the game is at version {error}: read it again, then decide"
    ),
    TimeInDoubtError: lambda _, error: ProblemError(
        "unavailable", f"games with clocks wait until the time is known: {error}", {"Retry-After": "5"}
    ),
}
"""The problem of each exception."""
