"""The questions and choices of Minos in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.sentences.forms import OTHER, Context, Kind, Sentence, Template, Use, When
from projections.sentences.kinds import SeatName, Thing, joined
from projections.sentences.messages import Message, Span
from projections.sentences.titles.minos.events import combined
from projections.sentences.vocabulary import Choosing

_UP_TO = Message("up to {high}", context="numbers to choose from")


class FewDice(Kind, frozen=True):
    """How many dice show each symbol. A single die has no number."""

    def render(self, value: Any, context: Context) -> str:
        """Return the symbols with their numbers."""
        shown = [
            context.things[symbol]
            if number == 1
            else f"{_number(number, context)}\N{MULTIPLICATION SIGN} {context.things[symbol]}"
            for symbol, number in value.items()
            if number
        ]
        return joined(shown, context.catalogue)

    def messages(self) -> Iterator[Message]:
        """Yield the form of a span that starts at none."""
        yield _UP_TO


def _number(number: int | Span, context: Context) -> str:
    """Return a number, or the bounds of a span: one that starts at none has only an upper one."""
    if isinstance(number, Span) and not number.low:
        return context.catalogue.text(_UP_TO).format(high=number.high)
    return context.catalogue.number(number)


class Chosen(FewDice, frozen=True):
    """The dice that are used together: those of a symbol, a Joker and a Star."""

    def render(self, value: Any, context: Context) -> str:
        """Return the symbols with their numbers."""
        return super().render(combined(value), context)


_KINDS: Mapping[str, Kind] = {"dice": FewDice(), "defender": SeatName()}
_USED = {"combination": Use("", Chosen()), "symbol": Use("symbol", Thing())}

_COMMANDS: Mapping[str, Sentence] = {
    "minos.show_talents": "Show the talents",
    "minos.hide_talents": "Hide the talents",
    "minos.roll_again": "Roll {dice} again",
    "minos.keep_dice": "Keep the dice",
    "minos.use_dice": When(
        "dice",
        {
            0: Template("Use {combination} as {symbol}", _USED),
            OTHER: Template("Use {combination}", _USED),
        },
    ),
    "minos.buy_rings": "Buy {rings}",
    "minos.move_ship": "Sail from {origin} to {to}",
    "minos.attack_ship": "Attack {defender}: from {origin} to {to}",
    "minos.move_soldier": "March from {origin} to {to}",
    "minos.carry_soldier": "Carry a soldier from {origin} to {to}",
    "minos.build": "Build {building} in {field}",
    "minos.recruit": "Recruit {piece} in {field}",
    "minos.place_soldier": "Place the free soldier",
    "minos.decline_soldier": "Decline the free soldier",
    "minos.reroll_in_conflict": "Pay a ring and roll {dice} again",
    "minos.stand_in_conflict": "Leave the dice as they are",
    "minos.end_turn": "End the turn",
}

_QUESTIONS: Mapping[str, str] = {
    "2.8": "{seat} shows or hides the talents.",
    "3.1": "{seat} rolls again or keeps the dice.",
    "3.12": "{seat} takes an action or ends the turn.",
    "8.6": "{seat} may pay a ring to roll dice again.",
    "9.4": "{seat} may place a free soldier.",
}

CHOOSING = Choosing(_COMMANDS, _KINDS, _QUESTIONS)
