"""The view of Giganten: what a viewer may see of a table, built field by field."""

from domain.game.game import Game
from domain.giganten import flow
from domain.giganten.fields import PhaseName
from domain.giganten.options import COMPANIES, Square
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
from domain.kernel.values import Seat
from domain.kernel.viewers import viewer_name
from projections.history import FULL, AnyViewer
from projections.views.clocks import clocks_view, paused_view
from projections.views.giganten.parts import (
    AuctionView,
    CardView,
    DeckView,
    DerrickView,
    GigantenView,
    LicenceDeckView,
    LicencesView,
    MovementView,
    PlayerView,
    SiteView,
    TransportView,
)

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


def view(game: Game, viewer: AnyViewer) -> GigantenView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    number, name = _PHASES[type(state.phase)]
    phase = state.phase
    return GigantenView(
        game=game.id,
        version=game.version,
        data_set=state.data_set,
        viewer=viewer_name(viewer),
        round=state.round,
        phase=number,
        phase_name=name,
        first_player=state.first_player,
        awaiting=tuple(sorted(flow.FLOW.awaiting(state))),
        prices=dict(zip(COMPANIES, state.prices, strict=True)),
        black_train=state.black_train,
        black_train_end=state.black_end,
        supply=max(0, state.supply),
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.players))),
        sites=tuple(_site(state, square, viewer) for square in state.board.sites),
        open_cards=tuple(_card(state, card) for card in phase.open) if isinstance(phase, Choosing | Over) else (),
        red_deck=_deck(state.red, state.red_discards),
        beige_deck=_deck(state.beige, state.beige_discards),
        licence_deck=LicenceDeckView(state.licences.total, LicencesView(*state.licence_discards.counts)),
        movement=_movement(phase),
        transport=TransportView(phase.todo[0], phase.sites) if isinstance(phase, Transport) and phase.todo else None,
        auction=_auction(phase),
        places=game.places,
        clocks=clocks_view(game),
        paused_until=paused_view(game),
    )


def _player(state: State, seat: Seat, viewer: AnyViewer) -> PlayerView:
    player = state.players[seat]
    own = viewer in (seat, FULL)
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


def _site(state: State, square: Square, viewer: AnyViewer) -> SiteView:
    kind = state.board.sites[square].kind
    if square in state.tiles:
        return SiteView(square, kind, "tile", None, _known_value(state, square, viewer))
    for seat, player in enumerate(state.players):
        if player.derrick_at(square):
            return SiteView(square, kind, "derrick", seat, None)
    return SiteView(square, kind, "empty", None, None)


def _known_value(state: State, square: Square, viewer: AnyViewer) -> int | None:
    """What the viewer has seen under a tile; the state's own knowledge of it is not for the public."""
    if viewer == FULL:
        return state.tiles[square]
    if viewer is None or isinstance(viewer, str):
        return None
    phase = state.phase
    may_inspect = isinstance(phase, Movement) and phase.todo[:1] == (viewer,) and square in phase.inspected
    return state.players[viewer].known.get(square) if state.options.peek_memory or may_inspect else None


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
