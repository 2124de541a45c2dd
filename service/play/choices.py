"""The legal commands of a seat, as clients of the API and bots of users get them."""

from typing import Any

import msgspec

from domain.game.game import Game, legal_commands
from domain.kernel.values import Seat
from projections.sentences.choices import Phrases
from service.core.http.choices import ChoiceReply


def choices_of(game: Game, seat: Seat, phrases: Phrases | None = None) -> tuple[ChoiceReply, ...]:
    """Return the legal commands of a seat, each with what the rules fix about it, in words if there are phrases."""
    choices: Any = legal_commands(game, seat)
    notes = game.ruleset.notes(game.state, seat, choices)
    texts = [msgspec.UNSET] * len(choices) if phrases is None else phrases.choices(choices)
    return tuple(
        ChoiceReply(choice.command, choice.range, note.cost, note.effect, note.each, note.held, note.anchors, text)
        for choice, note, text in zip(choices, notes, texts, strict=True)
    )
