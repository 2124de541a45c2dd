"""Leaks in the words of questions and choices."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.game import legal_commands
from service.play.loaded import Loaded
from service.play.texts import phrases_at
from tests.planted import replacing
from tests.secrecy.mutants.scenes import ASKED, TOKENS, TOKENS_WATCHED, hidden_of, mutant


def _name_a_choice(original: Any, game: Any, viewer: Any, phrases: Any) -> Any:
    """Return open decisions whose questions in words name the last choice."""
    found = original(game, viewer, phrases)
    if phrases is None:
        return found
    return tuple(
        replace(reply, text=f"{reply.text} {phrases.choices(legal_commands(game, reply.seat))[-1]}") for reply in found
    )


@mutant(TOKENS)
def questions_that_name_a_choice(patch: pytest.MonkeyPatch) -> None:
    """The question to another seat names one of its tokens."""
    replacing("service.play.api.commands.routes.decisions")(_name_a_choice)(patch)


@mutant(TOKENS_WATCHED)
@replacing("service.play.api.stream.awaiting._opened")
def questions_in_streams_that_name_a_choice(original: Any, loaded: Loaded, texts: Any) -> bytes:
    """The question to another seat names one of its tokens, in streams only."""
    found, phrases = msgspec.json.decode(original(loaded, texts)), phrases_at(loaded, loaded.game.version, texts)
    if phrases is not None:
        for reply in found["decisions"]:
            reply["text"] += f" {phrases.choices(legal_commands(loaded.game, reply['seat']))[-1]}"
    return msgspec.json.encode(found)


@mutant(ASKED)
@replacing("service.play.api.commands.replies.choices_of")
def choices_in_words_of_the_whole_table(original: Any, game: Any, seat: int, phrases: Any) -> Any:
    """The words of a choice say what others hold."""
    found = original(game, seat, phrases)
    return found if phrases is None else tuple(replace(each, text=hidden_of(game)) for each in found)
