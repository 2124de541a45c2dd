"""The kinds of fields that several titles have: seats, numbers, amounts, names and lists."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from projections.sentences.forms import Context, Kind, Sentence, Template, rendered, texts_of
from projections.sentences.messages import SEPARATOR, SPAN, Catalogue, Message, Span

_COMMA = Message(", ", context="between the items of a list")
_AND = Message(" and ", context="before the last item of a list")
_LIST = (_COMMA, _AND)


class Number(Kind, frozen=True):
    """A whole number, such as 15,000."""

    def render(self, value: Any, context: Context) -> str:
        """Return the number."""
        return context.catalogue.number(value)

    def messages(self) -> Iterator[Message]:
        """Yield the separator, and the form of a span."""
        yield SEPARATOR
        yield SPAN


class Signed(Number, frozen=True):
    """A whole number with its sign, such as +2."""

    def render(self, value: Any, context: Context) -> str:
        """Return the number."""
        return f"{'-' if value < 0 else '+'}{context.catalogue.number(abs(value))}"


class Counted(Number, frozen=True):
    """A number with its noun, such as `1 licence`."""

    one: str
    many: str

    def render(self, value: Any, context: Context) -> str:
        """Return the number with its noun. The value may be a number, a span of numbers or a list."""
        number = value if isinstance(value, int | Span) else len(value)
        text = context.catalogue.text(Message(self.one, self.many), number.high if isinstance(number, Span) else number)
        return text.format(number=context.catalogue.number(number))

    def messages(self) -> Iterator[Message]:
        """Yield the noun."""
        yield Message(self.one, self.many)


class Amount(Number, frozen=True):
    """An amount of money, such as $15,000."""

    text: str

    def render(self, value: Any, context: Context) -> str:
        """Return the amount with its unit."""
        return context.catalogue.text(Message(self.text)).format(amount=context.catalogue.number(value))

    def messages(self) -> Iterator[Message]:
        """Yield the text with the unit."""
        yield Message(self.text)


class SeatName(Kind, frozen=True):
    """The name of the player of a seat."""

    def render(self, value: Any, context: Context) -> str:
        """Return the name."""
        return context.seat(value)


class Worded(Kind, frozen=True):
    """One of several values, each with a text."""

    texts: Mapping[Any, Message]

    def render(self, value: Any, context: Context) -> str:
        """Return the text of the value."""
        return context.catalogue.render(self.texts[value])

    def messages(self) -> Iterator[Message]:
        """Yield the texts."""
        yield from self.texts.values()


class Thing(Kind, frozen=True):
    """The name of a piece or place of the title."""

    def render(self, value: Any, context: Context) -> str:
        """Return the name, or the id if the thing has none."""
        return context.things.get(value) or str(value)


class Listed(Kind, frozen=True):
    """A list of values of one kind."""

    kind: Kind

    def render(self, value: Any, context: Context) -> str:
        """Return the values, such as `a, b and c`."""
        return joined([self.kind.render(each, context) for each in value], context.catalogue)

    def messages(self) -> Iterator[Message]:
        """Yield the separators and the messages of the values."""
        yield from _LIST
        yield from self.kind.messages()


class Clauses(Listed, frozen=True):
    """A list whose items are lists themselves, so that commas do not separate them."""

    def render(self, value: Any, context: Context) -> str:
        """Return the values, separated by semicolons."""
        return "; ".join(self.kind.render(each, context) for each in value)


class Last(Listed, frozen=True):
    """The last value of a list."""

    def render(self, value: Any, context: Context) -> str:
        """Return the last value."""
        return self.kind.render(value[-1], context)


class Fields(Kind, frozen=True):
    """The fields of a part of an event, as a clause."""

    clause: Sentence

    def render(self, value: Any, context: Context) -> str:
        """Return the clause about the fields."""
        return rendered(self.clause, value, context)

    def messages(self) -> Iterator[Message]:
        """Yield the clauses."""
        for template in texts_of(self.clause):
            yield from messages_of(template)


class Moment(Kind, frozen=True):
    """A time in UTC, from its form in RFC 3339."""

    text: str = "%Y-%m-%d, %H:%M UTC"

    def render(self, value: Any, context: Context) -> str:
        """Return date and time."""
        return datetime.fromisoformat(value).strftime(context.catalogue.text(Message(self.text)))

    def messages(self) -> Iterator[Message]:
        """Yield the pattern."""
        yield Message(self.text)


class Duration(Kind, frozen=True):
    """A number of seconds, in days, hours, minutes and seconds."""

    def render(self, value: Any, context: Context) -> str:
        """Return the duration, such as `1 day and 2 hours`."""
        parts: list[str] = []
        for unit, seconds in _UNITS:
            number, value = divmod(value, seconds)
            if number or (seconds == 1 and not parts):
                parts.append(unit.render(number, context))
        return joined(parts, context.catalogue)

    def messages(self) -> Iterator[Message]:
        """Yield the units."""
        yield from _LIST
        for unit, _ in _UNITS:
            yield from unit.messages()


_UNITS = (
    (Counted("{number} day", "{number} days"), 86400),
    (Counted("{number} hour", "{number} hours"), 3600),
    (Counted("{number} minute", "{number} minutes"), 60),
    (Counted("{number} second", "{number} seconds"), 1),
)


def joined(parts: Sequence[str], catalogue: Catalogue) -> str:
    """Return a list in words, such as `a, b and c`."""
    if not parts[1:]:
        return "".join(parts)
    return catalogue.text(_COMMA).join(parts[:-1]) + catalogue.text(_AND) + parts[-1]


def messages_of(template: Template) -> Iterator[Message]:
    """Yield a text, and the messages of the placeholders with a kind of their own."""
    yield Message(template.text)
    for use in template.uses.values():
        yield from use.kind.messages()


def words(**texts: str) -> Worded:
    """Return the kind of a field with these values and their texts."""
    return Worded({value: Message(text) for value, text in texts.items()})
