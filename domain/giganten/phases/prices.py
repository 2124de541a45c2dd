"""Rule 1: the oil price of each company is rolled."""

from domain.giganten.events import PriceRolled
from domain.giganten.options import COMPANIES, Company
from domain.giganten.state import Prices, State, price_after, recorded_steps
from domain.kernel.chance import Chance
from domain.kernel.values import Event


def is_over(state: State, phase: Prices) -> bool:
    """Whether every company has been rolled for."""
    del state
    return phase.rolled == len(COMPANIES)


def advance(state: State, phase: Prices, chance: Chance) -> list[Event]:
    """Rule 1.1: roll once for each company, in their order."""
    return [_roll(state, company, chance) for company in COMPANIES[phase.rolled :]]


def _roll(state: State, company: Company, chance: Chance) -> PriceRolled:
    """Rules 1.2 to 1.6: the band before the move decides whether the price rises or falls."""
    die = state.data.die
    faces = len(die.red) + len(die.blue)
    face = chance.draw(faces)
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
        draws=((faces, face),),
        actual_steps=recorded_steps(state, company, moved),
    )
