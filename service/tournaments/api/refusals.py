"""The problems of acts that a rule forbids, and of tournaments that cannot be read."""

from collections.abc import Mapping
from typing import Any

from litestar import Request

from domain.tournaments.refusals import InvalidTermsError, Refused, RoleLackingError
from domain.tournaments.rules import BOOK
from projections.languages import ENGLISH
from projections.sentences.choices import rule_title
from projections.sentences.refusals import role_names, told
from service.core.feature import Translation
from service.core.http.problems import ProblemError, problem_at
from service.core.http.request.languages import CONTENT_LANGUAGE, language_accepted
from service.play.api.titles import rule_url
from service.tournaments.tournaments import DamagedTournamentError, UnfoldedTournamentError, UnknownTournamentError

REFUSALS = ("not-yours", "refused", "invalid-value")
"""The codes of the problems of an act."""


def refused_act(request: Request[Any, Any, Any], error: Refused) -> ProblemError:
    """Return the problem of a refusal: the number of the rule and its path; reason and title in the request's language.

    Without `Accept-Language`, they are English.
    """
    language = language_accepted(request)
    names = role_names(BOOK, language or ENGLISH)
    problem = problem_at(_code_of(error), error.field, told(error.text, error.parts, BOOK, language or ENGLISH, names))
    problem.headers |= {} if language is None else {CONTENT_LANGUAGE: language}
    problem.members |= {
        "rule": f"{BOOK}/{error.rule}",
        "rule_title": rule_title(BOOK, error.rule, language or ENGLISH),
        "rule_url": rule_url(BOOK, error.rule),
    }
    return problem


def _code_of(error: Refused) -> str:
    if isinstance(error, InvalidTermsError):
        return "invalid-value"
    return "not-yours" if isinstance(error, RoleLackingError) else "refused"


PROBLEM_OF: Mapping[type[Exception], Translation] = {
    UnfoldedTournamentError: lambda _, __: ProblemError(
        "unavailable", "a later release of the service has written this tournament: try again", {"Retry-After": "5"}
    ),
    DamagedTournamentError: lambda _, __: ProblemError("damaged", "the stored events of this tournament are damaged"),
    UnknownTournamentError: lambda _, __: ProblemError("not-found", "there is no such tournament"),
    Refused: refused_act,
}
"""The problem of each exception."""
