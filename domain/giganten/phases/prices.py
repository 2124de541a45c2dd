"""Rule 1: a roll changes the oil price of each company."""

from domain.giganten.events import PriceRolled
from domain.giganten.options import COMPANIES, Company
from domain.giganten.state import Prices, State, price_after, recorded_steps
from domain.kernel.chance import Chance
from domain.kernel.values import Event


def advance(state: State, phase: Prices, chance: Chance) -> list[Event]:
    """Roll once for each company, in their order (1.1)."""
    return [_roll(state, company, chance) for company in COMPANIES[phase.rolled :]]


def _roll(state: State, company: Company, chance: Chance) -> PriceRolled:
    """Roll for a company (1.1)."""
    return rolled(state, company, chance.draw(faces(state)))


def faces(state: State) -> int:
    """Return the number of faces of the die."""
    return len(state.data.die.red) + len(state.data.die.blue)


def rolled(state: State, company: Company, face: int) -> PriceRolled:
    """Return what a face does. The band of the price decides whether it rises or falls (1.2 to 1.6)."""
    die = state.data.die
    red = face < len(die.red)
    steps = die.red[face] if red else die.blue[face - len(die.red)]
    price = state.prices[COMPANIES.index(company)]
    table = state.data.prices
    rises = price < table.white_from or (price < table.blue_from and not red)
    moved = steps if rises else -steps
    return PriceRolled(
        company=company,
        colour="red" if red else "blue",
        steps=steps,
        price=price_after(state, company, moved),
        draws=((faces(state), face),),
        actual_steps=recorded_steps(state, company, moved),
    )
