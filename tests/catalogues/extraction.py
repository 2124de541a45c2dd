"""All messages of the catalogues, which the translations have to cover."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.ruleset import Ruleset
from projections.sentences import lobby
from projections.sentences.clocks import CLOCKS
from projections.sentences.fields import SHARED_FIELDS
from projections.sentences.messages import Message, messages_in
from projections.sentences.titles import vocabulary_of
from projections.sentences.vocabulary import Vocabulary
from projections.sentences.words import SHARED_VALUES, SWITCH, analysis_messages, ends_of, names_of
from tests.catalogues.refusals import refusals_of


def common_messages() -> Iterator[Message]:
    """Yield the messages of the catalogue that all titles share."""
    yield from (lobby.BOT_NAME, lobby.SEAT_NAME, lobby.TWICE, lobby.A_PLAYER, lobby.AN_ORGANISER)
    yield from (lobby.DECIDES, lobby.DECIDE)
    yield from Vocabulary(lobby.SENTENCES, lobby.KINDS, spoken=lobby.SPOKEN).messages()
    yield from SWITCH.values()
    yield from refusals_of("kernel")
    yield from SHARED_FIELDS.values()
    for clock in CLOCKS.values():
        yield from clock.messages()
    for values in SHARED_VALUES.values():
        yield from values.values()


def messages_of_title(ruleset: Ruleset[Any]) -> Iterator[Message]:
    """Yield the messages of the catalogue of a title."""
    vocabulary, names = vocabulary_of(ruleset.name), names_of(ruleset)
    yield from vocabulary.messages()
    yield from vocabulary.phases.values()
    for option in ruleset.options:
        yield Message(option.meaning)
        yield from vocabulary.values.get(option.name, {}).values()
    yield from (Message(rule.title) for rule in ruleset.rules.values())
    yield from (Message(part.title) for part in ruleset.score.parts)
    yield Message(ruleset.score.unit)
    yield from ends_of(ruleset).values()
    for group in analysis_messages(ruleset):
        yield from group.values()
    yield from refusals_of(ruleset.name)
    for thing in (*names.pieces.values(), *names.places.values(), *names.short.values()):
        if isinstance(thing, Message):
            yield from messages_in(thing)
