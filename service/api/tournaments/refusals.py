"""The problems of acts that a tournament refuses."""

from domain.tournaments.refusals import RULES, Refused
from service.api.rulesets.lookup import TOURNAMENTS, rule_url
from service.http.problems import ProblemError, problem_at


def refused_act(error: Refused) -> ProblemError:
    """Return the problem of a refusal, with the rule that forbids the act."""
    number, problem = RULES[error.code], problem_at(error.code, error.field, error.reason)
    problem.members |= {"rule": f"{TOURNAMENTS}/{number}", "rule_url": rule_url(TOURNAMENTS, number)}
    return problem
