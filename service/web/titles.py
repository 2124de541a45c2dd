"""The titles, as pages name them."""

from functools import cache

from domain.kernel.values import Value
from domain.rulesets import RULESETS
from projections.sentences.words import words_of
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError
from service.core.http.request.parameters import suggestion


class Title(Value, frozen=True):
    """A title with its name in the language of the page."""

    name: str
    title: str
    fewest: int
    most: int


@cache
def titles_of(language: str) -> tuple[Title, ...]:
    """Return the titles."""
    return tuple(
        Title(name, words_of(ruleset, language).title, min(ruleset.seats), max(ruleset.seats))
        for name, ruleset in RULESETS.items()
    )


def check_title(name: str) -> None:
    """Raise a 404 problem if there is no such title."""
    if name not in RULESETS:
        raise ProblemError("not-found", f"there is no title {quoted(name)}{suggestion(name, RULESETS)}")
