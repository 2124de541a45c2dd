"""Rule 2: action cards are revealed, the black train advances, players choose."""

from domain.giganten.commands import TakeActionCard
from domain.giganten.events import (
    ActionCardLeft,
    ActionCardTaken,
    BeigeCardRevealed,
    BlackTrainAdvanced,
    DeckReshuffled,
    RedCardRevealed,
)
from domain.giganten.state import Choosing, State, card_of
from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat

QUESTION = "2c.1"


def active(phase: Choosing) -> Seat | None:
    """Who chooses next."""
    return phase.todo[0] if phase.todo else None


def is_over(state: State, phase: Choosing) -> bool:
    """Whether everybody has a card and the one left over is gone."""
    del state
    return not phase.todo and not phase.open


def advance(state: State, phase: Choosing, chance: Chance) -> list[Event]:
    """Rules 2a.1, 2b.1 and 2c.3: reveal a red card and as many beige ones as players; discard what is left."""
    if phase.revealed == 0:
        return _reveal_red(state, chance)
    if phase.revealed <= len(state.players):
        return _reveal_beige(state, chance)
    if not phase.todo:
        return [ActionCardLeft(phase.open[0])]
    return []


def _reveal_red(state: State, chance: Chance) -> list[Event]:
    """Rules 2a.1 to 2a.3: the red card moves the black train, not beyond the end of its track."""
    reshuffled: list[Event] = []
    deck = state.red
    if not deck.total:
        deck = state.red_discards
        reshuffled = [DeckReshuffled("red", deck.total)]
    card, draw = deck.draw(chance)
    to = min(state.black_train + card_of(state, card).black_steps, state.black_end)
    return [*reshuffled, RedCardRevealed(card, (draw,)), BlackTrainAdvanced(to - state.black_train, to)]


def _reveal_beige(state: State, chance: Chance) -> list[Event]:
    """Rules 2b.1 and 2b.2: one beige card; the deck is reshuffled only now that a card is needed."""
    if not state.beige.total:
        return [DeckReshuffled("beige", state.beige_discards.total)]
    card, draw = state.beige.draw(chance)
    return [BeigeCardRevealed(card, (draw,))]


def candidates(state: State, phase: Choosing, seat: Seat) -> list[Choice]:
    """Each open card once."""
    del state, seat
    return [Choice(TakeActionCard(card)) for card in dict.fromkeys(phase.open)]


def forbid(state: State, phase: Choosing, seat: Seat, command: Command) -> Refusal | None:
    """Rule 2c.2: only a card that lies open is taken."""
    del state, seat
    if not isinstance(command, TakeActionCard):
        return Refusal("2c.1", f"you have to take one of the open cards: {', '.join(phase.open)}")
    if command.card not in phase.open:
        return Refusal("2c.2", f"{command.card} does not lie open; open are {', '.join(phase.open)}")
    return None


def resolve(state: State, phase: Choosing, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Rule 2c.1: the card is the player's."""
    del state, phase, chance
    assert isinstance(command, TakeActionCard)
    return [ActionCardTaken(seat, command.card)]
