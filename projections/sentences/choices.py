"""Open decisions in words: the question to a seat, and each of its choices as a label of a few words.

A question is made of the number of its rule and the seat alone, and a choice of its command alone, so neither says more
than the decision itself.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from domain.kernel.values import Choice, Command, Range, Seat
from domain.rulesets import RULESETS
from domain.tournaments import rules as tournaments
from projections.sentences import lobby
from projections.sentences.forms import Context, rendered
from projections.sentences.generic import generic
from projections.sentences.messages import Message, Span, catalogue
from projections.sentences.seating import Seats
from projections.sentences.texts import UNEXPECTED, Wording, context_of, things
from projections.sentences.titles import vocabulary_of


class Phrases:
    """The questions and choices of one game in words, with the players of its seats."""

    def __init__(self, seats: Seats, wording: Wording) -> None:
        self._seats = seats
        self._wording = wording
        self._choosing = vocabulary_of(wording.ruleset).choosing

    @cached_property
    def _context(self) -> Context:
        wording = self._wording
        names = things(wording.language, wording.ruleset, wording.data_set, short=True)
        context = context_of(self._seats, wording)
        return msgspec.structs.replace(context, things=names, kinds={**context.kinds, **self._choosing.kinds})

    def question(self, seat: Seat, rule: str) -> str:
        """Return the question to a seat under the rule of this number."""
        text = self._choosing.questions.get(rule)
        return self._asked(seat, rule, lobby.DECIDES if text is None else Message(text))

    def to_you(self, seat: Seat, rule: str) -> str | None:
        """Return the question as it is put to the reader, an imperative; None if another player is asked."""
        if seat != self._context.own:
            return None
        text = self._choosing.questions.get(rule)
        said = None if text is None else self._context.spoken.get(text, text)
        return self._asked(seat, rule, lobby.DECIDE if said is None else Message(said))

    def _asked(self, seat: Seat, rule: str, question: Message) -> str:
        context = self._context
        text = context.catalogue.text(question)
        # messages are no keys: a set of them cannot be asked
        is_general = question in (lobby.DECIDES, lobby.DECIDE)
        title = rule_title(self._wording.ruleset, rule, self._wording.language) if is_general else ""
        return text.format(seat=context.seat(seat), rule=title)

    def choices(self, choices: Sequence[Choice]) -> list[str]:
        """Return the choices in words. A number that may vary is written with its bounds."""
        return [self._choice(choice.command, choice.range) for choice in choices]

    def _choice(self, command: Command, limits: Range | None) -> str:
        fields: dict[str, Any] = msgspec.to_builtins(command)
        kind = str(fields.pop("type"))
        if limits is not None:
            fields[limits.field] = Span(limits.min, limits.max)
        sentence = self._choosing.commands.get(kind)
        if sentence is not None:
            try:
                return rendered(sentence, fields, self._context)
            except UNEXPECTED:
                # a data set can name things that the vocabulary does not expect
                pass
        return generic(kind, self._plain(fields), self._context.seat).removesuffix(".")

    def _plain(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        number = self._context.catalogue.number
        return {name: number(value) if isinstance(value, Span) else value for name, value in fields.items()}


def rule_title(book: str, number: str, language: str) -> str:
    """Return the title of a rule of a title, or of tournaments, in a language."""
    rules = tournaments.rules() if book == tournaments.BOOK else RULESETS[book].rules
    return catalogue(language, book).text(Message(rules[number].title))
