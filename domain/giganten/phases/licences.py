"""Rule 3: sales licences are dealt."""

from domain.giganten.events import DealtLicences, DeckReshuffled, Drawn, DrawsSealed, LicencesDealt, LicencesShort
from domain.giganten.evolve.parts import dealing_after
from domain.giganten.state import Dealing, State
from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Event


def is_over(state: State, phase: Dealing) -> bool:
    """Whether everybody has been dealt what the card says."""
    del state
    return not phase.todo


def advance(state: State, phase: Dealing, chance: Chance) -> list[Event]:
    """Rules 3.1, 3.3 and 3.4: deal what deck and discards hold, one player after the other."""
    if state.licences.total:
        return _deal(state, phase, chance)
    if state.licence_discards.total:
        return [DeckReshuffled("licences", state.licence_discards.total)]
    return [LicencesShort(phase.todo[0], phase.left)]


def _deal(state: State, phase: Dealing, chance: Chance) -> list[Event]:
    """Deal until everybody has their cards or the deck is empty; the draws of all stand together in one secret."""
    deck = state.licences
    draws: list[Draw] = []
    events: list[Event] = []
    while phase.todo and deck.total:
        cards = min(phase.left, deck.total)
        values: list[int] = []
        for _ in range(cards):
            value, draw = deck.draw(chance)
            deck = deck.without(value)
            values.append(value)
            draws.append(draw)
        events.append(LicencesDealt(phase.todo[0], cards, DealtLicences(tuple(values))))
        phase = dealing_after(state, phase, cards)
    return [*events, DrawsSealed(Drawn(tuple(draws)))]
