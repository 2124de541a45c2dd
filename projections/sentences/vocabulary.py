"""The words of a title: its sentences, and the names of its pieces, places, phases and option values."""

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


def no_names(_tables: Mapping[str, Any]) -> Names:
    """Return no names: things are named by their ids."""
    return Names()


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

    def messages(self) -> Iterator[Message]:
        """Yield the messages of the sentences."""
        for sentence in self.sentences.values():
            for template in texts_of(sentence):
                yield from messages_of(template)
        for kind in self.kinds.values():
            yield from kind.messages()


def named(**texts: str) -> Mapping[str, Message]:
    """Return messages by id."""
    return {name: Message(text) for name, text in texts.items()}
