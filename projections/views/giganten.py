"""What a viewer sees of a table of Giganten: an allow-list, built up field by field."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.giganten import flow
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
from domain.giganten.options import COMPANIES, Company, Square
from domain.giganten.scoring import train_order
from domain.giganten.state import (
    Auctions,
    Choosing,
    Dealing,
    Drilling,
    Movement,
    Over,
    Phase,
    Prices,
    SettingUp,
    State,
    Storage,
    Transport,
    card_of,
    is_red,
)
from domain.kernel.bag import Bag
from domain.kernel.values import Place, Seat
from projections.history import FULL, Sight

_PHASES: dict[type, tuple[str, PhaseName]] = {
    SettingUp: ("0", "set_up"),
    Prices: ("1", "prices"),
    Choosing: ("2", "cards"),
    Dealing: ("3", "licences"),
    Movement: ("4", "movement"),
    Drilling: ("5", "drilling"),
    Transport: ("6", "transport"),
    Auctions: ("7", "auctions"),
    Storage: ("8", "storage"),
    Over: ("10", "over"),
}


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of the view."""


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


class GigantenView(Part, frozen=True, tag_field="type", tag="giganten.view"):
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
    licence_deck: Annotated[LicenceDeckView, Meta(description="The licences that nobody holds.")]
    movement: Annotated[MovementView | None, Meta(description="The movement phase; null outside of it.")]
    transport: Annotated[TransportView | None, Meta(description="The transport phase; null outside of it.")]
    auction: Annotated[AuctionView | None, Meta(description="The auction that goes on; null outside of one.")]
    places: Annotated[tuple[Place, ...], Meta(description="The final ranking, best first; empty before the end.")]


def view(game: Game, sight: Sight) -> GigantenView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    number, name = _PHASES[type(state.phase)]
    phase = state.phase
    return GigantenView(
        game=game.id,
        version=game.version,
        data_set=state.data_set,
        viewer="public" if sight is None else sight if isinstance(sight, str) else f"seat:{sight}",
        round=state.round,
        phase=number,
        phase_name=name,
        first_player=state.first_player,
        awaiting=tuple(sorted(flow.FLOW.awaiting(state))),
        prices=dict(zip(COMPANIES, state.prices, strict=True)),
        black_train=state.black_train,
        black_train_end=state.black_end,
        supply=max(0, state.supply),
        players=tuple(_player(state, seat, sight) for seat in range(len(state.players))),
        sites=tuple(_site(state, square, sight) for square in state.board.sites),
        open_cards=tuple(_card(state, card) for card in phase.open) if isinstance(phase, Choosing | Over) else (),
        red_deck=_deck(state.red, state.red_discards),
        beige_deck=_deck(state.beige, state.beige_discards),
        licence_deck=LicenceDeckView(state.licences.total, LicencesView(*state.licence_discards.counts)),
        movement=_movement(phase),
        transport=TransportView(phase.todo[0], phase.sites) if isinstance(phase, Transport) and phase.todo else None,
        auction=_auction(phase),
        places=game.places,
    )


def _player(state: State, seat: Seat, sight: Sight) -> PlayerView:
    player = state.players[seat]
    own = sight in (seat, FULL)
    return PlayerView(
        seat=seat,
        money=player.money if own or state.options.money_public else None,
        licence_cards=player.licence_cards,
        licences=LicencesView(player.ones, player.twos) if own else None,
        truck=player.truck,
        train=player.train,
        derricks=tuple(DerrickView(derrick.site, derrick.markers) for derrick in player.derricks),
        derricks_left=state.data.pieces.derricks - len(player.derricks),
        depots=dict(zip(COMPANIES, player.depots, strict=True)),
        card=None if player.card is None else _card(state, player.card),
        train_rank=1 + train_order(state).index(seat) if isinstance(state.phase, Over) else None,
    )


def _site(state: State, square: Square, sight: Sight) -> SiteView:
    kind = state.board.sites[square].kind
    if square in state.tiles:
        return SiteView(square, kind, "tile", None, _known_value(state, square, sight))
    for seat, player in enumerate(state.players):
        if player.derrick_at(square):
            return SiteView(square, kind, "derrick", seat, None)
    return SiteView(square, kind, "empty", None, None)


def _known_value(state: State, square: Square, sight: Sight) -> int | None:
    """What the viewer has seen under a tile; the state's own knowledge of it is not for the public."""
    if sight == FULL:
        return state.tiles[square]
    if sight is None or isinstance(sight, str):
        return None
    phase = state.phase
    looking = isinstance(phase, Movement) and phase.todo[:1] == (sight,) and square in phase.inspected
    return state.players[sight].known.get(square) if state.options.peek_memory or looking else None


def _card(state: State, card: str) -> CardView:
    printed = card_of(state, card)
    return CardView(
        id=card,
        red=is_red(state, card),
        licences=printed.licences,
        points=printed.points,
        black_steps=printed.black_steps,
        price=printed.price,
        oil=printed.oil,
        back=printed.back,
    )


def _deck(deck: Bag[str], discards: Bag[str]) -> DeckView:
    return DeckView(deck.total, dict(discards.contents()))


def _movement(phase: Phase) -> MovementView | None:
    if not isinstance(phase, Movement) or not phase.todo:
        return None
    return MovementView(phase.todo[0], phase.points, phase.step, phase.inspected)


def _auction(phase: Phase) -> AuctionView | None:
    if not isinstance(phase, Auctions) or phase.company >= len(COMPANIES):
        return None
    return AuctionView(
        company=COMPANIES[phase.company],
        attempt=phase.attempt,
        step="opening" if phase.step == "bidding" and phase.bid is None else phase.step,
        bid=phase.bid,
        leader=phase.leader,
        live=phase.live,
        bluffers=phase.bluffers,
        forfeit=phase.forfeit,
    )
