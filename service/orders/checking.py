"""Whether an order can ever act: it names rules, commands, fields, events and places of the view that exist."""

import re
import typing
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.game.events.rulings import RULING_EVENTS
from domain.game.game import Game
from domain.kernel.codec import as_json, type_name
from domain.kernel.values import Command, Seat
from service.orders.choosing import view_of
from service.orders.terms import Condition, EventCondition, Terms, Wanted

_OF_NO_SEAT = frozenset(type_name(event) for event in RULING_EVENTS if "seat" not in event.__struct_fields__)
"""The rulings that are about no seat."""

_POINTER = re.compile(r"(/([^~/]|~[01])*)+")


class BadOrderError(Exception):
    """A field of an order names something that the game does not have."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


def check_terms(game: Game, seat: Seat, terms: Terms) -> None:
    """Raise BadOrderError for an order that could never act as it says. The game must have started."""
    if not terms.commands and not terms.only_choice:
        raise BadOrderError("commands", "name a command, or set `only_choice`")
    for place, number in enumerate(terms.questions):
        if number not in game.ruleset.rules:
            reason = f"{game.opened.ruleset} has no rule {as_json(number)}: take `rule` of a decision"
            raise BadOrderError(f"questions/{place}", reason)
    kinds = {command.__struct_config__.tag: command for command in game.ruleset.commands}
    for place, wanted in enumerate(terms.commands):
        _check_command(f"commands/{place}", kinds, wanted)
    view = view_of(game, seat)
    for name, conditions in (("when", terms.when), ("until", terms.until)):
        for place, condition in enumerate(conditions):
            _check_condition(f"{name}/{place}", view, condition)
    events = {type_name(event) for event in game.ruleset.events} | LOBBY_CODEC.types.keys()
    for place, condition in enumerate(terms.until_events):
        _check_event(f"until_events/{place}", events, game, condition)


def _check_command(field: str, kinds: Mapping[Any, type[Command]], wanted: Wanted) -> None:
    kind = kinds.get(wanted.type)
    if kind is None:
        reason = f"there is no command {as_json(wanted.type)} here; there are {', '.join(sorted(map(str, kinds)))}"
        raise BadOrderError(f"{field}/type", reason)
    types = typing.get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__
    for name, value in wanted.fields.items():
        if name not in names:
            raise BadOrderError(f"{field}/fields", _no_field(wanted.type, name, names))
        try:
            msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            raise BadOrderError(f"{field}/fields", f"{name}: {error}") from None
    number = wanted.number
    if number is None:
        return
    if number.field not in names:
        raise BadOrderError(f"{field}/number/field", _no_field(wanted.type, number.field, names))
    if number.at_most is not None and number.at_least is not None and number.at_least > number.at_most:
        raise BadOrderError(f"{field}/number/at_least", "it is above `at_most`, so that no number fits")


def _no_field(command: str, name: str, names: tuple[str, ...]) -> str:
    has = f"the fields {', '.join(names)}" if names else "no fields"
    return f"{command} has no field {as_json(name)}; it has {has}"


def _check_condition(field: str, view: Any, condition: Condition) -> None:
    if _POINTER.fullmatch(condition.path) is None:
        raise BadOrderError(f"{field}/path", "name a value of your view by a JSON pointer, such as `/players/0/money`")
    first = condition.path.split("/")[1].replace("~1", "/").replace("~0", "~")
    if first not in view:
        raise BadOrderError(f"{field}/path", f"your view has no {as_json(first)}; it has {', '.join(sorted(view))}")
    is_number = isinstance(condition.value, int) and not isinstance(condition.value, bool)
    if condition.test in {"below", "above"} and not is_number:
        raise BadOrderError(f"{field}/value", f"`{condition.test}` compares with a whole number")


def _check_event(field: str, events: set[str], game: Game, condition: EventCondition) -> None:
    if condition.type not in events:
        reason = f"there is no event {as_json(condition.type)} here; there are {', '.join(sorted(events))}"
        raise BadOrderError(f"{field}/type", reason)
    if condition.by is not None and condition.by >= game.opened.seats:
        raise BadOrderError(f"{field}/by", f"the game has the seats 0 to {game.opened.seats - 1}")
    if condition.by is not None and condition.type in _OF_NO_SEAT:
        raise BadOrderError(f"{field}/by", f"{condition.type} is decided by no seat and about none: omit `by`")
