"""Rule 3: players are dealt sales licences."""

from domain.giganten.events import DealtLicences, DeckReshuffled, Drawn, DrawsSealed, LicencesDealt, LicencesShort
from domain.giganten.evolve.turns import dealing_after
from domain.giganten.state import Dealing, State
from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Event


def advance(state: State, phase: Dealing, chance: Chance) -> list[Event]:
    """Deal what the deck and the discards hold, one player after the other (3.1, 3.3, 3.4)."""
    if not phase.todo:
        return []
    if state.licences.total:
        return _deal(state, phase, chance)
    if state.licence_discards.total:
        return [DeckReshuffled("licences", state.licence_discards.total)]
    return [LicencesShort(phase.todo[0], phase.left)]


def _deal(state: State, phase: Dealing, chance: Chance) -> list[Event]:
    """Deal until all players have their cards or the deck is empty. One secret event holds the draws of all."""
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
