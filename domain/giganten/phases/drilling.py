"""Rule 5: derricks are paid for and built."""

from domain.giganten.commands import BuildDerrick, DeclineDrilling
from domain.giganten.events import DerrickBuilt, Drawn, DrillingDeclined
from domain.giganten.options import Square
from domain.giganten.state import Drilling, State, tile_value
from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat

QUESTION = "5.1"


def active(phase: Drilling) -> Seat | None:
    """Who may build now."""
    return phase.todo[0] if phase.todo else None


def is_over(state: State, phase: Drilling) -> bool:
    """Whether everybody has had the chance to build."""
    del state
    return not phase.todo


def advance(state: State, phase: Drilling, chance: Chance) -> list[Event]:
    """Who can build nowhere is not asked."""
    del chance
    seat = phase.todo[0]
    return [] if buildable(state, seat) else [DrillingDeclined(seat)]


def cost_of(state: State, site: Square) -> int:
    """Rule 5.3: dollars for a derrick on the tile of this site."""
    return state.data.tiles.kinds[state.board.sites[site].kind - 1].cost


def _tiles_beside(state: State, seat: Seat) -> list[Square]:
    truck = state.players[seat].truck
    return [] if truck is None else [site for site in state.board.sites_beside[truck] if site in state.tiles]


def buildable(state: State, seat: Seat) -> list[Square]:
    """Return the sites on which the seat may build now."""
    return [site for site in _tiles_beside(state, seat) if _forbid_site(state, seat, site) is None]


def candidates(state: State, phase: Drilling, seat: Seat) -> list[Choice]:
    """Each site on which the seat may build, and declining."""
    del phase
    return [*(Choice(BuildDerrick(site)) for site in buildable(state, seat)), Choice(DeclineDrilling())]


def forbid(state: State, phase: Drilling, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 5 that the command breaks, if any."""
    del phase
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
        return Refusal("5.2", f"there is no tile on {site} beside your truck")
    if len(player.derricks) >= state.data.pieces.derricks:
        return Refusal("5.4", f"all your {state.data.pieces.derricks} derricks are standing")
    cost = cost_of(state, site)
    if player.money < cost:
        return Refusal("5.3", f"a derrick on {site} costs {cost} dollars, you have {player.money}")
    if not state.supply_open:
        return Refusal("5.6", "no oil markers are left in the supply")
    return None


def resolve(state: State, phase: Drilling, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Rules 5.3, 5.5 and 5.6: pay, turn the tile, put as many markers under the derrick as the supply has."""
    del phase
    if not isinstance(command, BuildDerrick):
        return [DrillingDeclined(seat)]
    value, draws = tile_value(state, command.site, chance)
    markers = value if state.options.oil_supply == "unlimited" else min(value, state.supply)
    cost = cost_of(state, command.site)
    return [DerrickBuilt(seat, command.site, cost, value, markers, Drawn(draws))]
