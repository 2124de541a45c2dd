"""Rules 1 to 3: prices, action cards and licences."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.giganten.events.secrets import DealtLicences
from domain.giganten.fields import (
    ActualSteps,
    CardId,
    Cards,
    CompanyName,
    DieNumber,
    Draws,
    Licences,
    Player,
    Price,
    Space,
    Spaces,
)
from domain.kernel.values import Event, Seat

Deck: TypeAlias = Literal["red", "beige", "licences"]


class PriceRolled(Event, frozen=True, tag="giganten.price_rolled", omit_defaults=True):
    """The die was rolled for a company (1.1): its face, the price after it, and how far the price has moved."""

    company: CompanyName
    colour: Annotated[Literal["red", "blue"], Meta(description="The colour of the face that was rolled.")]
    steps: DieNumber
    price: Price
    draws: Draws
    actual_steps: ActualSteps = None


class RedCardRevealed(Event, frozen=True, tag="giganten.red_card_revealed"):
    """The red card of the round (2a.1)."""

    card: CardId
    draws: Draws


class BlackTrainAdvanced(Event, frozen=True, tag="giganten.black_train_advanced"):
    """The black train went on to this space, its last one at the most (2a.1, 2a.2)."""

    spaces: Spaces
    to: Space


class BeigeCardRevealed(Event, frozen=True, tag="giganten.beige_card_revealed"):
    """One of the beige cards of the round (2b.1)."""

    card: CardId
    draws: Draws


class DeckReshuffled(Event, frozen=True, tag="giganten.deck_reshuffled"):
    """The discards of a deck became its new face-down deck (2a.3, 2b.2, 3.3)."""

    deck: Annotated[Deck, Meta(description="Which deck.")]
    cards: Cards


class ActionCardTaken(Event, frozen=True, tag="giganten.action_card_taken"):
    """A player chose an open card (2c.1)."""

    seat: Player
    card: CardId


class ActionCardLeft(Event, frozen=True, tag="giganten.action_card_left"):
    """The card that no player took was discarded (2c.3)."""

    card: CardId


class LicencesDealt(Event, frozen=True, tag="giganten.licences_dealt"):
    """A player was dealt licences (3.1); their values are the player's secret (3.2)."""

    seat: Player
    cards: Licences
    secret: DealtLicences

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The player who holds them."""
        return (self.seat,)


class LicencesShort(Event, frozen=True, tag="giganten.licences_short"):
    """Deck and discards are empty: the rest of a player's deal is forfeited (3.4)."""

    seat: Player
    cards: Licences
