"""The words of a title: its sentences, questions and choices, and the names of its things, phases and fields."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from projections.sentences.forms import Kind, Sentence, texts_of
from projections.sentences.kinds import messages_of
from projections.sentences.messages import Message


class Names(msgspec.Struct, frozen=True):
    """The names of pieces and of places, by id."""

    pieces: Mapping[str, Message | str] = {}
    places: Mapping[str, Message | str] = {}
    short: Mapping[str, Message | str] = {}
    """Shorter names of some of these things, for choices."""


class Choosing(msgspec.Struct, frozen=True):
    """Decisions in words: the question, and its choices."""

    commands: Mapping[str, Sentence] = {}
    """The text of each type of command: a label without a full stop."""
    kinds: Mapping[str, Kind] = {}
    """How a field of each name is written."""
    questions: Mapping[str, str] = {}
    """The text of a question by the number of the rule that asks it, with the placeholder `seat`."""

    def messages(self) -> Iterator[Message]:
        """Yield the messages of the texts."""
        for sentence in self.commands.values():
            for template in texts_of(sentence):
                yield from messages_of(template)
        for kind in self.kinds.values():
            yield from kind.messages()
        yield from map(Message, self.questions.values())


def no_names(_tables: Mapping[str, Any]) -> Names:
    """Return no names: things are named by their ids."""
    return Names()


class Described(msgspec.Struct, frozen=True):
    """A readable name, and one sentence about it."""

    name: str
    meaning: str

    def messages(self) -> Iterator[Message]:
        """Yield both as messages."""
        yield Message(self.name)
        yield Message(self.meaning)


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of a title. Rule titles, score parts and meanings of options are in its ruleset."""

    sentences: Mapping[str, Sentence] = {}
    """The sentence of each event type."""
    kinds: Mapping[str, Kind] = {}
    """How a field of each name is written."""
    names: Callable[[Mapping[str, Any]], Names] = no_names
    """Returns the names of things from the printed tables of a data set."""
    phases: Mapping[str, Message] = {}
    """The names of the phases in views."""
    values: Mapping[str, Mapping[Any, Message]] = {}
    """The names of values by option. A number needs none."""
    choosing: Choosing = Choosing()
    """The questions and choices of players."""
    holdings: Mapping[str, Message] = {}
    """The names of what a seat has, as in `Ruleset.holdings`."""
    fields: Mapping[str, Message] = {}
    """The names of the fields of views that only this title has."""
    options: Mapping[str, Message] = {}
    """The names of the options. What an option means is in the ruleset."""
    profiles: Mapping[str, Described] = {}
    data_sets: Mapping[str, Described] = {}
    spoken: Mapping[str, str] = {}
    """The texts to the player of `seat`, by the texts of sentences and questions about this player."""

    def messages(self) -> Iterator[Message]:
        """Yield the messages of the sentences, choices and fields."""
        for sentence in self.sentences.values():
            for template in texts_of(sentence):
                yield from messages_of(template)
        for kind in self.kinds.values():
            yield from kind.messages()
        yield from self.choosing.messages()
        yield from self.holdings.values()
        yield from self.fields.values()
        yield from self.options.values()
        for described in (*self.profiles.values(), *self.data_sets.values()):
            yield from described.messages()
        yield from map(Message, self.spoken.values())


def named(**texts: str) -> Mapping[str, Message]:
    """Return messages by id."""
    return {name: Message(text) for name, text in texts.items()}
