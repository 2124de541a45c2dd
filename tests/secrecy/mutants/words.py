"""Leaks in the words of questions and choices."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.game import legal_commands
from tests.secrecy.mutants.scenes import ASKED, TOKENS, TOKENS_WATCHED, hidden_of, mutant, wrap


def _naming_a_choice(original: Any) -> Any:
    """Return open decisions whose questions in words name the last choice."""

    def decisions(game: Any, viewer: Any, phrases: Any) -> Any:
        found = original(game, viewer, phrases)
        if phrases is None:
            return found
        return tuple(
            replace(reply, text=f"{reply.text} {phrases.choices(legal_commands(game, reply.seat))[-1]}")
            for reply in found
        )

    return decisions


@mutant(TOKENS)
def questions_that_name_a_choice(patch: pytest.MonkeyPatch) -> None:
    """The question to another seat names one of its tokens."""
    wrap(patch, "service.api.play.routes.decisions", _naming_a_choice)


@mutant(TOKENS_WATCHED)
def questions_in_streams_that_name_a_choice(patch: pytest.MonkeyPatch) -> None:
    """The question to another seat names one of its tokens, in streams only."""
    wrap(patch, "service.api.play.awaiting.decisions", _naming_a_choice)


@mutant(ASKED)
def choices_in_words_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The words of a choice say what others hold."""

    def changed(original: Any) -> Any:
        def choices(game: Any, seat: int, phrases: Any) -> Any:
            found = original(game, seat, phrases)
            return found if phrases is None else tuple(replace(each, text=hidden_of(game)) for each in found)

        return choices

    wrap(patch, "service.api.games.replies.choices_of", changed)
