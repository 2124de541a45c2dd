"""The problems of acts that a tournament refuses."""

from domain.tournaments.refusals import RULES, Refused
from service.http.problems import ProblemError, problem_at


def refused_act(error: Refused) -> ProblemError:
    """Return the problem of a refusal, with the rule that forbids the act."""
    number, problem = RULES[error.code], problem_at(error.code, error.field, error.reason)
    problem.members |= {"rule": f"tournaments/{number}", "rule_url": f"/rules/tournaments#{number}"}
    return problem
