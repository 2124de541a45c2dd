"""Rule 2: action cards are revealed, the black train advances, and players choose cards."""

from collections.abc import Mapping

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


def questions(state: State, phase: Choosing) -> Mapping[Seat, str]:
    """Ask the players in turn order once all cards are open (2c.1)."""
    return dict.fromkeys(phase.todo[:1], "2c.1") if phase.revealed > len(state.players) else {}


def advance(state: State, phase: Choosing, chance: Chance) -> list[Event]:
    """Reveal a red card and a beige one for each player (2a.1, 2b.1). Discard the card that is left over (2c.3)."""
    if phase.revealed == 0:
        return _reveal_red(state, chance)
    if phase.revealed <= len(state.players):
        return _reveal_beige(state, chance)
    if phase.open and not phase.todo:
        return [ActionCardLeft(phase.open[0])]
    return []


def _reveal_red(state: State, chance: Chance) -> list[Event]:
    """Reveal a red card. It moves the black train, not beyond the end of its track (2a.1 to 2a.3)."""
    if not state.red.total:
        return [DeckReshuffled("red", state.red_discards.total)]
    card, draw = state.red.draw(chance)
    to = min(state.black_train + card_of(state, card).black_steps, state.black_end)
    return [RedCardRevealed(card, (draw,)), BlackTrainAdvanced(to - state.black_train, to)]


def _reveal_beige(state: State, chance: Chance) -> list[Event]:
    """Reveal a beige card (2b.1). The deck is reshuffled when a card is needed (2b.2)."""
    if not state.beige.total:
        return [DeckReshuffled("beige", state.beige_discards.total)]
    card, draw = state.beige.draw(chance)
    return [BeigeCardRevealed(card, (draw,))]


def candidates(_state: State, phase: Choosing, _seat: Seat) -> list[Choice]:
    """Return each open card once."""
    return [Choice(TakeActionCard(card)) for card in dict.fromkeys(phase.open)]


def forbid(_state: State, phase: Choosing, _seat: Seat, command: Command) -> Refusal | None:
    """Refuse anything but taking an open card (2c.1, 2c.2)."""
    if not isinstance(command, TakeActionCard):
        return Refusal("2c.1", "you have to take one of the open cards: {cards}", {"cards": phase.open})
    if command.card not in phase.open:
        return Refusal(
            "2c.2", "{card} does not lie open; open are {cards}", {"card": command.card, "cards": phase.open}
        )
    return None


def resolve(_state: State, _phase: Choosing, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Take the card (2c.1)."""
    assert isinstance(command, TakeActionCard)
    return [ActionCardTaken(seat, command.card)]
