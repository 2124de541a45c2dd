"""The problem document of a command against the rules."""

from domain.game.game import Game
from domain.kernel.values import IllegalCommand, Seat
from service.api.games.replies import choices_of, rule_url
from service.http.problems import ProblemError


def refused(game: Game, seat: Seat, illegal: IllegalCommand) -> ProblemError:
    """Return the problem with the number of the rule, and the legal commands."""
    name = game.opened.ruleset
    refusal = illegal.refusal
    return ProblemError(
        "refused",
        refusal.reason,
        rule=f"{name}/{refusal.rule}",
        rule_url=rule_url(name, refusal.rule),
        legal=choices_of(game, seat),
    )
