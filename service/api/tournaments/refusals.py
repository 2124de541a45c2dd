"""The problems of acts that a tournament refuses."""

from collections.abc import Generator
from contextlib import contextmanager

from domain.kernel.ruleset import OptionError
from domain.tournaments.refusals import RULES, Refused
from service.api.rulesets.lookup import invalid_option
from service.http.problems import ProblemError, problem_at, within


def refused_act(error: Refused) -> ProblemError:
    """Return the problem of a refusal, with the rule that forbids the act."""
    number, problem = RULES[error.code], problem_at(error.code, error.field, error.reason)
    problem.members |= {"rule": f"tournaments/{number}", "rule_url": f"/rules/tournaments#{number}"}
    return problem


@contextmanager
def terms_in(field: str) -> Generator[None]:
    """Let the problems of terms point into the field of the body that has the terms."""
    try:
        yield
    except Refused as error:
        raise within(field, refused_act(error)) from None
    except OptionError as error:
        raise within(field, invalid_option(error)) from None
    except ProblemError as error:
        raise within(field, error) from None
