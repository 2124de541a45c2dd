"""Rule 4d: the special that is printed on a player's card, after the movement."""

from collections.abc import Mapping

from domain.giganten.commands import DeclineSpecial, PushTrainsBack, ShiftPrice, StoreFreeOil
from domain.giganten.events import FreeOilStored, PriceShifted, SpecialDeclined, TrainPosition, TrainsPushedBack
from domain.giganten.options import COMPANIES, Company
from domain.giganten.state import State, card_of, price_after, recorded_steps, steps_within
from domain.giganten.tables import Card
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat


def is_special(command: Command) -> bool:
    """Whether a command is about a special."""
    return isinstance(command, ShiftPrice | StoreFreeOil | PushTrainsBack | DeclineSpecial)


def _card(state: State, seat: Seat) -> Card:
    card = state.players[seat].card
    assert card is not None
    return card_of(state, card)


def forced(state: State, seat: Seat) -> list[Event]:
    """What needs no asking: free oil with an empty supply (4d.3); pushing trains where nothing may be declined."""
    card = _card(state, seat)
    if card.oil and not state.supply_open:
        return [SpecialDeclined(seat)]
    if card.back and not state.options.specials_optional:
        return [_push_back(state, seat)]
    return []


def _shifts(state: State, card: Card) -> Mapping[tuple[Company, int], tuple[int, int]]:
    """Rule 4d.2: the fewest and the most steps of each price in each direction in which it may be moved.

    A special that may not be declined moves a price, if there is one that can move.
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
    """What the special offers, and declining it."""
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
    """Return the rule of 4d that the command breaks, if any."""
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
            return Refusal("4d.5", f"your card {card.id} does not have this special")
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
        return Refusal("4d.2", f"this price moves by {low} to {high} steps in this direction")
    return None


def resolve(state: State, seat: Seat, command: Command) -> list[Event]:
    """Carry out the special."""
    match command:
        case ShiftPrice(company, direction, steps):
            signed = direction * steps
            price = price_after(state, company, signed)
            return [PriceShifted(seat, company, signed, price, recorded_steps(state, company, signed))]
        case StoreFreeOil(company):
            return [FreeOilStored(seat, company)]
        case PushTrainsBack():
            return [_push_back(state, seat)]
        case _:
            return [SpecialDeclined(seat)]


def _push_back(state: State, seat: Seat) -> TrainsPushedBack:
    """Rule 4d.4: every opponent's train, by the full number, not below the first space."""
    spaces = _card(state, seat).back
    trains = tuple(
        TrainPosition(other, max(1, player.train - spaces))
        for other, player in enumerate(state.players)
        if other != seat
    )
    return TrainsPushedBack(seat, spaces, trains)
