"""Rule 4d: after its movement a seat carries out the special of its action card."""

from collections.abc import Mapping

from domain.giganten.commands import DeclineSpecial, PushTrainsBack, ShiftPrice, StoreFreeOil
from domain.giganten.events import FreeOilStored, PriceShifted, SpecialDeclined, TrainPosition, TrainsPushedBack
from domain.giganten.options import COMPANIES, Company
from domain.giganten.state import State, card_of, price_after, recorded_steps, steps_within
from domain.giganten.tables import Card
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat


def is_special(command: Command) -> bool:
    """Return whether a command carries out or declines a special."""
    return isinstance(command, ShiftPrice | StoreFreeOil | PushTrainsBack | DeclineSpecial)


def _card(state: State, seat: Seat) -> Card:
    card = state.players[seat].card
    assert card is not None
    return card_of(state, card)


def forced(state: State, seat: Seat) -> list[Event]:
    """Decline free oil if the supply is empty (4d.3). Push trains back if specials may not be declined (4d.1)."""
    card = _card(state, seat)
    if card.oil and not state.supply_open:
        return [SpecialDeclined(seat)]
    if card.back and not state.options.specials_optional:
        return [_push_back(state, seat)]
    return []


def _shifts(state: State, card: Card) -> Mapping[tuple[Company, int], tuple[int, int]]:
    """Return the lowest and the highest number of steps for each price and direction (4d.2).

    A special that may not be declined has to move a price, if a price can move.
    """
    rooms: dict[tuple[Company, int], int] = {
        (company, direction): abs(steps_within(state, company, direction * card.price))
        for company in COMPANIES
        for direction in (1, -1)
    }
    least = state.options.special_minimum if not state.options.specials_optional and any(rooms.values()) else 0
    if state.options.price_special == "exact":
        return {shift: (card.price, card.price) for shift, room in rooms.items() if room >= least}
    return {shift: (least, room) for shift, room in rooms.items() if room >= least}


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return the uses of the special, and declining it."""
    card = _card(state, seat)
    choices: list[Choice] = []
    if card.price:
        choices += [
            Choice(ShiftPrice(company, direction, low), Range("steps", low, high))
            for (company, direction), (low, high) in _shifts(state, card).items()
        ]
    elif card.oil:
        choices += [Choice(StoreFreeOil(company)) for company in COMPANIES]
    elif card.back:
        choices.append(Choice(PushTrainsBack()))
    if state.options.specials_optional:
        choices.append(Choice(DeclineSpecial()))
    return choices


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of specials that the command breaks, or None."""
    card = _card(state, seat)
    match command:
        case DeclineSpecial():
            return None if state.options.specials_optional else Refusal("4d.1", "specials may not be declined here")
        case ShiftPrice(company, direction, steps) if card.price:
            return _forbid_shift(state, card, company, direction, steps)
        case StoreFreeOil() if card.oil:
            return None
        case PushTrainsBack() if card.back:
            return None
        case _ if is_special(command):
            return Refusal("4d.5", "your card {card} does not have this special", {"card": card.id})
        case _:
            return Refusal("4d.1", "your movement is over: carry out the special of your card, or decline it")


def _forbid_shift(state: State, card: Card, company: Company, direction: int, steps: int) -> Refusal | None:
    if direction not in {1, -1}:
        return Refusal("4d.2", "the direction is 1 (up) or -1 (down)")
    span = _shifts(state, card).get((company, direction))
    if span is None:
        return Refusal("4d.2", "this price stands at the end of its table: your special has to move a price")
    low, high = span
    if not low <= steps <= high:
        return Refusal(
            "4d.2", "this price moves by {low} to {high} steps in this direction", {"low": low, "high": high}
        )
    return None


def resolve(state: State, seat: Seat, command: Command) -> list[Event]:
    """Carry out the special, or decline it."""
    match command:
        case ShiftPrice(company, direction, steps):
            signed = direction * steps
            price = price_after(state, company, signed)
            return [PriceShifted(seat, company, signed, price, recorded_steps(state, company, signed))]
        case StoreFreeOil(company):
            return [FreeOilStored(seat, company)]
        case PushTrainsBack():
            return [_push_back(state, seat)]
        case DeclineSpecial():
            return [SpecialDeclined(seat)]
        case _:
            raise unhandled(command)


def _push_back(state: State, seat: Seat) -> TrainsPushedBack:
    """Push the train of each opponent back by the full number, not below the first space (4d.4)."""
    spaces = _card(state, seat).back
    trains = tuple(
        TrainPosition(other, max(1, player.train - spaces))
        for other, player in enumerate(state.players)
        if other != seat
    )
    return TrainsPushedBack(seat, spaces, trains)
