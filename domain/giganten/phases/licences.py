"""Rule 3: sales licences are dealt."""

from domain.giganten.events import DealtLicences, DeckReshuffled, LicencesDealt, LicencesShort
from domain.giganten.state import Dealing, State
from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Event, Seat


def is_over(state: State, phase: Dealing) -> bool:
    """Whether everybody has been dealt what the card says."""
    del state
    return not phase.todo


def advance(state: State, phase: Dealing, chance: Chance) -> list[Event]:
    """Rules 3.1, 3.3 and 3.4: deal to one player what deck and discards hold, all at once where they can."""
    seat = phase.todo[0]
    if phase.left == 0 or (not state.licences.total and not state.licence_discards.total):
        return [LicencesShort(seat, phase.left)]
    if not state.licences.total:
        return [DeckReshuffled("licences", state.licence_discards.total)]
    return [_deal(state, seat, min(phase.left, state.licences.total), chance)]


def _deal(state: State, seat: Seat, cards: int, chance: Chance) -> LicencesDealt:
    deck = state.licences
    values: list[int] = []
    draws: list[Draw] = []
    for _ in range(cards):
        value, draw = deck.draw(chance)
        deck = deck.without(value)
        values.append(value)
        draws.append(draw)
    return LicencesDealt(seat, cards, DealtLicences(tuple(values), tuple(draws)))
