"""The texts of shared pages, from the template `sharing.html`, as plain text."""

from typing import Any, cast

from markupsafe import Markup

from service.news.feeds.texts import title_named
from service.web.pages import environment
from service.web.summary import Summary


def game_title(game: Summary, language: str) -> str:
    """Return the title and the players of a game."""
    return _plain("game_title", language, game, title_named(game.ruleset, language))


def game_status(game: Summary, language: str) -> str:
    """Return what can be seen of a game: free seats, that it runs, or the final scores."""
    return _plain("game_status", language, game)


def leaderboard_title(name: str, language: str) -> str:
    """Return the title of a leaderboard."""
    return _plain("leaderboard", language, title_named(name, language))


def leaderboard_text(name: str, language: str) -> str:
    """Return what a leaderboard shows."""
    return _plain("leaderboard_text", language, title_named(name, language))


def results_title(language: str) -> str:
    """Return the title of the list of results."""
    return _plain("results", language)


def results_text(language: str) -> str:
    """Return what the list of results shows."""
    return _plain("results_text", language)


def tournament_text(name: str, language: str) -> str:
    """Return what the page of a tournament of a title shows."""
    return _plain("tournament_text", language, title_named(name, language))


def _plain(macro: str, language: str, *arguments: object) -> str:
    module = cast("Any", environment(language).get_template("sharing.html").module)
    made = getattr(module, macro)(*arguments)
    return Markup(made).unescape().strip()  # noqa: S704 - a macro returns text that Jinja has escaped
