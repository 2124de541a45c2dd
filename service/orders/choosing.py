"""What an order does in a position: which command it sends, and whether it has ended. Pure functions.

An order depends on nothing but what its seat may know: its own view, the legal commands that it is offered, and the
public records. Otherwise an order would be an oracle about what is hidden.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import DecisionTakenBack, SeatLeft, SeatResigned
from domain.game.events.clocks import SeatTakenOver
from domain.game.events.rulings import PlayerReplaced, SeatGivenUp
from domain.game.fold import fold
from domain.game.game import Game, is_by_bot, legal_commands
from domain.kernel.codec import type_name
from domain.kernel.values import Choice, Command, Seat, Value
from domain.ledger.records import Record
from projections.views import VIEWS
from service.core.store.recorder import StoredEntry
from service.orders.terms import Condition, End, EventCondition, Number, Order, Terms, Wanted
from service.play.loaded import Loaded, TakenBack

TAKEN_BACK = type_name(DecisionTakenBack)

LEFT = frozenset(map(type_name, (SeatLeft, SeatResigned, SeatTakenOver, SeatGivenUp, PlayerReplaced)))
"""The events after which another one plays a seat. Its orders do not revive when the player has it again."""

_MISSING: Any = object()

_ENCODER = msgspec.json.Encoder(order="deterministic")

_DIGITS = 9
"""The most digits of an index in a JSON pointer."""


def chosen(game: Game, seat: Seat, terms: Terms) -> Command | None:
    """Return the command by which an order answers the open question of a seat; None: it does not answer it."""
    if seat not in game.questions or is_by_bot(game, seat) or game.paused_until is not None:
        return None
    if terms.questions and game.questions[seat] not in terms.questions:
        return None
    if terms.when:
        view = view_of(game, seat)
        if not all(holds(condition, view) for condition in terms.when):
            return None
    choices = legal_commands(game, seat)
    for wanted in terms.commands:
        if (command := matching(choices, wanted)) is not None:
            return command
    if terms.only_choice and len(choices) == 1 and choices[0].range is None:
        return choices[0].command
    return None


def matching(choices: Sequence[Choice], wanted: Wanted) -> Command | None:
    """Return the first legal command that is wanted."""
    for choice in choices:
        fields = msgspec.to_builtins(choice.command)
        if fields["type"] != wanted.type:
            continue
        bounds = choice.range
        if any(
            name not in fields or not _is_same(fields[name], value)
            for name, value in wanted.fields.items()
            if bounds is None or name != bounds.field
        ):
            continue
        if bounds is None:
            number = wanted.number
            if number is None or _within(number, fields.get(number.field)):
                return choice.command
            continue
        value = wanted.fields.get(bounds.field, _MISSING)
        if value is _MISSING:
            value = _picked(wanted.number or Number(bounds.field), bounds.field, bounds.min, bounds.max)
        if isinstance(value, int) and bounds.min <= value <= bounds.max:
            return msgspec.structs.replace(choice.command, **{bounds.field: value})
    return None


def _within(number: Number, value: object) -> bool:
    return (
        isinstance(value, int)
        and (number.at_most is None or value <= number.at_most)
        and (number.at_least is None or value >= number.at_least)
    )


def _picked(number: Number, field: str, lowest: int, highest: int) -> int | None:
    """Return the number of a range that an order takes; None: none."""
    if number.field != field:
        return lowest
    low = lowest if number.at_least is None else max(lowest, number.at_least)
    high = highest if number.at_most is None else min(highest, number.at_most)
    if low > high:
        return None
    return low if number.pick == "lowest" else high


def view_of(game: Game, seat: Seat) -> Any:
    """Return the view of a seat as the API sends it, decoded."""
    return msgspec.to_builtins(VIEWS[game.opened.ruleset](game, seat))


def round_of(game: Game) -> int | None:
    """Return the round of a started game; None: its title has none."""
    found = getattr(VIEWS[game.opened.ruleset](game, None), "round", None)
    return found if isinstance(found, int) else None


def holds(condition: Condition, view: Any) -> bool:
    """Return whether a condition holds in a view."""
    found = value_at(view, condition.path)
    if found is _MISSING:
        return False
    if condition.test == "equal":
        return _is_same(found, condition.value)
    if condition.test == "different":
        return not _is_same(found, condition.value)
    if not _is_number(found) or not _is_number(condition.value):
        return False
    return found < condition.value if condition.test == "below" else found > condition.value


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are the same JSON: a list of a stored order is a tuple in a view, and true is no 1."""
    return _ENCODER.encode(one) == _ENCODER.encode(other)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def value_at(view: Any, pointer: str) -> Any:
    """Return the value that a JSON pointer names, or a value that equals nothing."""
    found: Any = view
    for token in pointer.split("/")[1:]:
        found = _member(found, token.replace("~1", "/").replace("~0", "~"))
    return found


def _member(value: Any, name: str) -> Any:
    """Return a member of an object or list; _MISSING if there is none."""
    is_index = name.isascii() and name.isdecimal() and len(name) <= _DIGITS
    is_object = isinstance(value, dict)
    key: Any = name if is_object else int(name) if is_index else None
    try:
        return value[key]
    except (KeyError, IndexError, TypeError):
        return _MISSING


def end_of(loaded: Loaded, order: Order) -> End | None:
    """Return why an order has ended by the last version of a game; None: it stands.

    Each version since the last look counts: what has held for a moment has ended the order.
    """
    game, terms = loaded.game, order.terms
    occupant = game.occupants[order.seat]
    if occupant is None or occupant.player != order.player:
        return End("seat", game.version)
    if not order.is_valid:
        return End("token", game.version)
    found = _ended_by_records(loaded, order) or (_ended_by_views(loaded, order) if terms.until else None)
    if found is not None:
        return found
    if terms.times is not None and len(acts_of(loaded, order.id)) >= terms.times:
        return End("times", game.version)
    if game.is_over:
        return End("over", game.version)
    if terms.lasts == "round" and round_of(game) != order.round:
        return End("round", game.version)
    return None


def _ended_by_records(loaded: Loaded, order: Order) -> End | None:
    """Return whether an event has ended an order.

    The player has lost the seat, has taken back a decision by the order, or has named the event.
    """
    for entry in loaded.entries[order.checked :]:
        record = entry.record
        if record.type in LEFT and seat_named(record.data) == order.seat:
            return End("seat", record.version)
        if record.type == TAKEN_BACK and _is_by(loaded, record.data, order.id):
            return End("taken-back", record.version)
        for place, condition in enumerate(order.terms.until_events):
            if record.type == condition.type and _is_of(loaded, record, order, condition):
                return End("event", record.version, place)
    return None


def _is_of(loaded: Loaded, record: Record, order: Order, condition: EventCondition) -> bool:
    """Return whether an event counts: what a decision of the named seat led to, or of any other one.

    An event of a clock or a ruling follows from no decision. It counts if it is about the named seat; without one
    each counts.
    """
    seat = loaded.entries[record.cause - 1].record.seat
    if seat is None:
        return condition.by is None or seat_named(record.data) == condition.by
    return seat != order.seat if condition.by is None else seat == condition.by


def seat_named(data: bytes | msgspec.Raw) -> Seat | None:
    """Return the seat that the data of a record name; None: none."""
    return msgspec.json.decode(data, type=_AboutSeat).seat


class _AboutSeat(Value, frozen=True):
    seat: Seat | None = None


def _is_by(loaded: Loaded, data: bytes | msgspec.Raw, order: str) -> bool:
    """Return whether a decision that was taken back was made by an order."""
    to = msgspec.json.decode(data, type=TakenBack).to
    origin = loaded.entries[to].origin
    return origin is not None and origin.order == order


def _ended_by_views(loaded: Loaded, order: Order) -> End | None:
    """Return which condition held after a batch since the last look, or holds now."""

    def ended(game: Game) -> End | None:
        view = view_of(game, order.seat)
        for place, condition in enumerate(order.terms.until):
            if holds(condition, view):
                return End("condition", game.version, place)
        return None

    for game in positions(loaded, order.checked):
        if (found := ended(game)) is not None:
            return found
    return None


def positions(loaded: Loaded, after: int) -> Sequence[Game]:
    """Return the game after each batch that followed a version; at its last version, if none did."""
    if after >= loaded.game.version:
        return (loaded.game,)
    game, found, entries = loaded.at(after), list[Game](), loaded.entries
    first = after
    while first < len(entries):
        end = loaded.batch_end(entries[first].record.cause)
        folded = fold(entries[first:end], game)
        assert folded is not None
        game, first = folded, end
        found.append(game)
    return found


def acts_of(loaded: Loaded, order: str) -> list[StoredEntry]:
    """Return the decision events that the service has made by an order, in order."""
    return [entry for entry in loaded.entries if entry.origin is not None and entry.origin.order == order]


def is_reopened(loaded: Loaded, seat: Seat) -> bool:
    """Return whether the open question of a seat is one that it has taken back: then its player decides."""
    version = len(loaded.entries)
    while version:
        record = loaded.entries[version - 1].record
        if record.type == TAKEN_BACK:
            if record.seat == seat:
                return True
            # what another seat has taken back has not happened
            version = msgspec.json.decode(record.data, type=TakenBack).to
            continue
        if record.seat == seat and record.type not in LOBBY_CODEC.types:
            return False
        version -= 1
    return False


def first_answer(loaded: Loaded, seat: Seat, orders: Sequence[Order]) -> tuple[Order, Command] | None:
    """Return the first of the orders of a seat that answers its open question, and its command; None: none does.

    The oldest order comes first.
    """
    if is_reopened(loaded, seat):
        return None
    for order in orders:
        if (command := chosen(loaded.game, seat, order.terms)) is not None:
            return order, command
    return None
