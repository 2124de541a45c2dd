"""Sentences as data: a text with placeholders for each type of event, chosen by the fields of the event.

A placeholder has the name of a field of the event. The kind of the field determines how its value is written.
"""

import string
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from projections.sentences.messages import Catalogue, Message

ABSENT, EMPTY, OTHER = "(absent)", "(empty)", "(other)"
"""Cases of `When`: the event has no such field, the field is an empty list, and every other value."""


class Context(msgspec.Struct, frozen=True):
    """What a sentence uses apart from the event: the language, the kinds of fields, and names of things and players."""

    catalogue: Catalogue
    kinds: "Mapping[str, Kind]"
    things: Mapping[str, str]
    """The names of the pieces and places of the title, by id."""
    seat: Callable[[int], str]
    """Returns the name of the player of a seat."""
    person: Callable[[int], str | None]
    """Returns the player of a seat who is no bot; None if there is none."""
    player: Callable[[str], str | None]
    """Returns the name of a player by id; None if it is unknown."""
    resigned: Callable[[int], str | None]
    """Returns the name of the player who has left the seat to a bot; None if there is none."""
    is_adjudicated: bool
    own: int | None = None
    """The seat of the reader; None: another one, or nobody."""
    spoken: Mapping[str, str] = {}
    """The texts to the reader, by the texts about the seat `seat`."""


class Kind(msgspec.Struct, frozen=True):
    """How the value of a field is written. The base class writes it as it is."""

    def render(self, value: Any, context: Context) -> str:  # noqa: ARG002 - the other kinds need it
        """Return the value in words."""
        return str(value)

    def messages(self) -> Iterator[Message]:
        """Yield the messages that the kind uses."""
        return iter(())


class Use(msgspec.Struct, frozen=True):
    """What a placeholder stands for: the field of this name in this kind, or all fields if the name is empty."""

    field: str
    kind: Kind


class Template(msgspec.Struct, frozen=True):
    """A text, with the placeholders that differ from the field of their name."""

    text: str
    uses: Mapping[str, Use] = {}


class When(msgspec.Struct, frozen=True):
    """The choice of a sentence by the value of a field."""

    by: str
    cases: "Mapping[Any, Sentence]"

    def case(self, fields: Mapping[str, Any]) -> "Sentence":
        """Return the sentence for these fields. Raises KeyError if no case fits."""
        value = fields.get(self.by, ABSENT)
        if isinstance(value, list | dict):
            value = OTHER if value else EMPTY
        return self.cases[value if value in self.cases else OTHER]


Sentence: TypeAlias = str | Template | When


def texts_of(sentence: Sentence) -> Iterator[Template]:
    """Yield all texts that a sentence can have."""
    if isinstance(sentence, When):
        for case in sentence.cases.values():
            yield from texts_of(case)
    else:
        yield Template(sentence) if isinstance(sentence, str) else sentence


def rendered(sentence: Sentence, fields: Mapping[str, Any], context: Context) -> str:
    """Return a sentence about these fields. Raises KeyError if a field is missing."""
    while isinstance(sentence, When):
        sentence = sentence.case(fields)
    template = Template(sentence) if isinstance(sentence, str) else sentence
    is_own = context.own is not None and fields.get("seat") == context.own
    said = context.spoken.get(template.text, template.text) if is_own else template.text
    text = context.catalogue.text(Message(said))
    text = text.format_map({name: _argument(name, template, fields, context) for name in placeholders(said)})
    # a name such as "Jet Oil Inc." can end a sentence
    return text[:-1] if text.endswith("..") else text


def _argument(name: str, template: Template, fields: Mapping[str, Any], context: Context) -> str:
    use = template.uses.get(name) or Use(name, context.kinds[name])
    return use.kind.render(fields[use.field] if use.field else fields, context)


@lru_cache(maxsize=4096)
def placeholders(text: str) -> tuple[str, ...]:
    """Return the names of the placeholders of a text in their order."""
    return tuple(name for _, name, _, _ in string.Formatter().parse(text) if name)
