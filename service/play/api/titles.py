"""Titles, profiles, options and bots that a request names."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import OptionError, Ruleset
from domain.rulesets import RULESETS
from domain.tournaments import rules as tournaments
from projections.boards import has_board
from service.bots import NAMES
from service.core.http.json_text import quoted
from service.core.http.problems import FieldError, ProblemError, problem_at
from service.core.http.request.parameters import bad_parameter, suggestion


def ruleset_named(name: str) -> Ruleset[Any]:
    """Return the title of a path. Raises a 404 problem for an unknown one."""
    if name not in RULESETS:
        raise ProblemError("not-found", _unknown(name))
    return RULESETS[name]


def rules_named(name: str) -> Mapping[str, Rule]:
    """Return the rules of a title, or of tournaments, by number. Raises a 404 problem for another name."""
    return tournaments.rules() if name == tournaments.BOOK else ruleset_named(name).rules


def rule_url(book: str, number: str) -> str:
    """Return the path of the text of a rule of a title, or of tournaments."""
    return f"/v1/rulesets/{book}/rules/{number}"


def board_url(title: str, data_set: str) -> str | None:
    """Return the path of the picture of a board; None for a title without one."""
    return f"/v1/rulesets/{title}/board.svg?data_set={data_set}" if has_board(title) else None


def ruleset_in(name: str) -> Ruleset[Any]:
    """Return the title that `ruleset` of a body names. Raises a 422 problem for an unknown one."""
    if name not in RULESETS:
        raise problem_at("unknown-ruleset", "ruleset", _unknown(name))
    return RULESETS[name]


def _unknown(name: str) -> str:
    return f"there is no title {quoted(name)}; there are {', '.join(RULESETS)}"


def title_asked(name: str | None) -> str | None:
    """Return the title of a list filter. Raises a 400 problem for an unknown title."""
    if name is not None and name not in RULESETS:
        known = f"there are {', '.join(RULESETS)}"
        raise bad_parameter("ruleset", f"there is no title {quoted(name)}{suggestion(name, RULESETS)}; {known}")
    return name


def profile_asked(name: str | None, title: str | None) -> str | None:
    """Return the profile of a list filter. Raises a 400 problem for an unknown profile.

    `title` limits the list to a title; None: to no title, so that the profiles of all titles are known.
    """
    titles = RULESETS if title is None else (title,)
    known = list(dict.fromkeys(profile for each in titles for profile in RULESETS[each].profiles))
    if name is not None and name not in known:
        of = "" if title is None else f"{title} has "
        reason = f"{of}no profile {quoted(name)}{suggestion(name, known)}; there are {', '.join(known)}"
        raise bad_parameter("profile", reason if of else f"there is {reason}")
    return name


def bot_named(ruleset: str, bot: str, field: str) -> str:
    """Return the name of a bot of a title, which `field` of the body has. Raises a 422 problem for an unknown bot."""
    if bot not in NAMES[ruleset]:
        reason = f"there is no bot {quoted(bot)}; there are {', '.join(NAMES[ruleset])}"
        raise problem_at("unknown-bot", field, reason)
    return bot


def invalid_option(error: OptionError) -> ProblemError:
    """Return the 422 problem of an option that cannot be played, with a pointer to it in the body."""
    return ProblemError("invalid-option", str(error), errors=(FieldError(f"/{error.field}", error.reason),))
