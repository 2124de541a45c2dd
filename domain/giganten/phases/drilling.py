"""Rule 5: players pay for derricks and build them."""

from collections.abc import Mapping

from domain.giganten.commands import BuildDerrick, DeclineDrilling
from domain.giganten.events import DerrickBuilt, Drawn, DrillingDeclined
from domain.giganten.options import Square
from domain.giganten.state import Drilling, State, tile_value
from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat


def questions(_state: State, phase: Drilling) -> Mapping[Seat, str]:
    """Ask the players in turn order (5.1)."""
    return dict.fromkeys(phase.todo[:1], "5.1")


def advance(state: State, phase: Drilling, _chance: Chance) -> list[Event]:
    """Decline for a seat that can build on no site."""
    return [DrillingDeclined(seat) for seat in phase.todo[:1] if not buildable(state, seat)]


def cost_of(state: State, site: Square) -> int:
    """Return the price of a derrick on the tile of a site, in dollars (5.3)."""
    return state.data.tiles.kinds[state.board.sites[site].kind - 1].cost


def _tiles_beside(state: State, seat: Seat) -> list[Square]:
    truck = state.players[seat].truck
    return [] if truck is None else [site for site in state.board.sites_beside[truck] if site in state.tiles]


def buildable(state: State, seat: Seat) -> list[Square]:
    """Return the sites on which the seat may build now."""
    return [site for site in _tiles_beside(state, seat) if _forbid_site(state, seat, site) is None]


def candidates(state: State, _phase: Drilling, seat: Seat) -> list[Choice]:
    """Return each site on which the seat may build, and declining."""
    return [*(Choice(BuildDerrick(site)) for site in buildable(state, seat)), Choice(DeclineDrilling())]


def forbid(state: State, _phase: Drilling, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 5 that the command breaks, or None."""
    match command:
        case BuildDerrick(site):
            return _forbid_site(state, seat, site)
        case DeclineDrilling():
            return None
        case _:
            return Refusal("5.1", "build a derrick, or decline to")


def _forbid_site(state: State, seat: Seat, site: Square) -> Refusal | None:
    player = state.players[seat]
    if site not in _tiles_beside(state, seat):
        return Refusal("5.2", "there is no tile on {site} beside your truck", {"site": site})
    if len(player.derricks) >= state.data.pieces.derricks:
        return Refusal("5.4", "all your {derricks} derricks are standing", {"derricks": state.data.pieces.derricks})
    cost = cost_of(state, site)
    if player.money < cost:
        return Refusal(
            "5.3",
            "a derrick on {site} costs {cost} dollars, you have {money}",
            {"site": site, "cost": cost, "money": player.money},
        )
    if not state.supply_open:
        return Refusal("5.6", "no oil markers are left in the supply")
    return None


def resolve(state: State, _phase: Drilling, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Build a derrick, or decline (5.1)."""
    match command:
        case BuildDerrick(site):
            return [_build(state, seat, site, chance)]
        case DeclineDrilling():
            return [DrillingDeclined(seat)]
        case _:
            raise unhandled(command)


def _build(state: State, seat: Seat, site: Square, chance: Chance) -> DerrickBuilt:
    """Pay (5.3), turn the tile (5.5), and put its markers under the derrick as far as the supply goes (5.6)."""
    value, draws = tile_value(state, site, chance)
    markers = value if state.options.oil_supply == "unlimited" else min(value, state.supply)
    return DerrickBuilt(seat, site, cost_of(state, site), value, markers, Drawn(draws))
