"""The structs of the view of Giganten."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.giganten.fields import (
    Attempt,
    CardId,
    Cards,
    CompanyName,
    Licences,
    Ones,
    PhaseName,
    Points,
    Round,
    SeatNumber,
    Site,
    Space,
    SquareName,
    Twos,
)
from domain.giganten.options import Company, Square
from domain.kernel.values import Place, Seat
from projections.views.clocks import TableView
from projections.views.common import Part


class CardView(Part, frozen=True):
    """An action card: licences, movement points, and its special (price change, free oil, trains back), 0 if none."""

    id: CardId
    red: Annotated[bool, Meta(description="Whether it is a red card, which moves the black train.")]
    licences: Annotated[int, Meta(description="How many licences it brings.")]
    points: Points
    black_steps: Annotated[int, Meta(description="Steps of the black train; red cards only.")]
    price: Annotated[int, Meta(description="Steps of the price special.")]
    oil: Annotated[int, Meta(description="Markers of the free oil special.")]
    back: Annotated[int, Meta(description="Spaces of the special that pushes trains back.")]


class DerrickView(Part, frozen=True):
    """A derrick and the oil markers under it."""

    site: Site
    markers: Annotated[int, Meta(description="Markers of oil under it.")]


class LicencesView(Part, frozen=True):
    """Licences by their value."""

    ones: Ones
    twos: Twos


class PlayerView(Part, frozen=True):
    """What a viewer may know of a player."""

    seat: SeatNumber
    money: Annotated[int | None, Meta(description="Dollars; null where the options hide others' money.")]
    licence_cards: Annotated[int, Meta(description="How many licences are in the hand.")]
    licences: Annotated[LicencesView | None, Meta(description="The hand; null unless it is yours.")]
    truck: Annotated[str | None, Meta(description="The square of the truck; null before it enters.")]
    train: Space
    derricks: Annotated[tuple[DerrickView, ...], Meta(description="The derricks on the map.")]
    derricks_left: Annotated[int, Meta(description="How many derricks are left to build.")]
    depots: Annotated[dict[Company, int], Meta(description="Oil markers stored at each company.")]
    card: Annotated[CardView | None, Meta(description="The action card of the round; null while there is none.")]
    train_rank: Annotated[
        int | None, Meta(description="The rank of the train (10.3), 1 is best; once the game is over.")
    ]


class SiteView(Part, frozen=True):
    """A site of the map: with its tile still on it, with a derrick, or empty."""

    square: SquareName
    kind: Annotated[int, Meta(description="How many derricks are printed on it: 1, 2 (red) or 3.")]
    status: Annotated[Literal["tile", "derrick", "empty"], Meta(description="What stands there.")]
    owner: Annotated[Seat | None, Meta(description="The seat whose derrick it is; null without a derrick.")]
    value: Annotated[int | None, Meta(description="The value of the tile, where you have inspected it.")]


class DeckView(Part, frozen=True):
    """A deck of action cards: how many are left, and the discards by id."""

    left: Cards
    discards: Annotated[dict[str, int], Meta(description="How many discards there are of each card, by id.")]


class LicenceDeckView(Part, frozen=True):
    """The licence deck: how many are left, and the discards by value."""

    left: Licences
    discards: Annotated[LicencesView, Meta(description="The discarded licences.")]


class MovementView(Part, frozen=True):
    """Whose truck and train move, and the movement points left."""

    seat: SeatNumber
    points: Annotated[int, Meta(description="Movement points left.")]
    step: Annotated[Literal["place", "move", "special", "discard"], Meta(description="What is to be done next.")]
    inspected: Annotated[tuple[Square, ...], Meta(description="The sites that were inspected in this turn.")]


class TransportView(Part, frozen=True):
    """Who ships, and the sites whose derricks have not yielded yet."""

    seat: SeatNumber
    sites: Annotated[tuple[Square, ...], Meta(description="Sites whose derricks have not yielded yet.")]


class AuctionView(Part, frozen=True):
    """The auction of a company: the highest bid, and who has not passed, the next to bid first."""

    company: CompanyName
    attempt: Attempt
    step: Annotated[
        Literal["opening", "bidding", "forfeiting", "paying", "selling"],
        Meta(
            description="What is asked now: `opening` is the first bid of an attempt (7a.2), `bidding` a higher one "
            "(7a.4), `forfeiting` the licences that a bluff costs, `paying` those of the bid, `selling` the markers."
        ),
    ]
    bid: Annotated[int | None, Meta(description="The highest bid: the total value of its licences; null before one.")]
    leader: Annotated[Seat | None, Meta(description="The seat that has bid it; null before a bid.")]
    live: Annotated[tuple[Seat, ...], Meta(description="The seats that have not passed, the next to bid first.")]
    bluffers: Annotated[tuple[Seat, ...], Meta(description="The seats that have bid more than they held.")]
    forfeit: Annotated[int, Meta(description="Licences that the bluffer has to give up.")]


class GigantenView(TableView, frozen=True, tag_field="type", tag="giganten.view"):
    """A table of Giganten as a viewer may see it at a version of the game."""

    game: Annotated[str, Meta(description="The id of the game, a UUID.")]
    version: Annotated[int, Meta(description="The version of the game that is shown.")]
    data_set: Annotated[str, Meta(description="The name of the printed tables: the map, tracks, prices and cards.")]
    viewer: Annotated[str, Meta(description="`public`, `seat:N` or `full`.")]
    round: Round
    phase: Annotated[str, Meta(description="The number of the phase in the rules.")]
    phase_name: Annotated[PhaseName, Meta(description="The name of the phase.")]
    first_player: Annotated[Seat, Meta(description="The seat that begins the round.")]
    awaiting: Annotated[tuple[Seat, ...], Meta(description="The seats that have to act.")]
    prices: Annotated[dict[Company, int], Meta(description="Prices of the companies, in dollars a marker of oil.")]
    black_train: Space
    black_train_end: Space
    supply: Annotated[int, Meta(description="Oil markers left.")]
    players: Annotated[tuple[PlayerView, ...], Meta(description="The players, by seat.")]
    sites: Annotated[tuple[SiteView, ...], Meta(description="The sites of the map.")]
    open_cards: Annotated[tuple[CardView, ...], Meta(description="The action cards that can be taken.")]
    red_deck: Annotated[DeckView, Meta(description="The red action cards.")]
    beige_deck: Annotated[DeckView, Meta(description="The beige action cards.")]
    licence_deck: Annotated[LicenceDeckView, Meta(description="The licences that no player holds.")]
    movement: Annotated[MovementView | None, Meta(description="The movement phase; null outside of it.")]
    transport: Annotated[TransportView | None, Meta(description="The transport phase; null outside of it.")]
    auction: Annotated[AuctionView | None, Meta(description="The current auction; null if there is none.")]
    places: Annotated[tuple[Place, ...], Meta(description="The final ranking, best first; empty before the end.")]
