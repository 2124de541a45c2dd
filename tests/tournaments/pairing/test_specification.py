"""The vectors of PAIRING.md, computed again."""

import json
from fractions import Fraction
from importlib import resources
from typing import Any

from msgspec.structs import replace

from domain.tournaments.pairing import Entrant, Pairing, PairingInput, after, pair, schedule

TEXT = (resources.files("domain.tournaments") / "PAIRING.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(TEXT.partition("```json\n")[2].partition("```")[0])


def shown(pairing: Pairing) -> dict[str, Any]:
    """Return a pairing as the vectors have it."""
    costs = {part.name: str(part.amount) for part in pairing.cost.parts}
    tables = [[*table.players] for table in pairing.tables]
    return {"tables": tables, "byes": [*pairing.byes], "cost": {**costs, "total": str(pairing.cost.total)}}


def first_round() -> PairingInput:
    """Return the input of the first round of the vectors."""
    values = {int(size): tuple(map(Fraction, row)) for size, row in VECTORS["seat_values"].items()}
    return PairingInput(
        entrants=tuple(Entrant(player, 1) for player in VECTORS["players"]),
        sizes=tuple(VECTORS["sizes"]),
        method="random",
        forbidden=tuple(map(frozenset, VECTORS["forbidden"])),
        seat_values=values,
        rounds_left=2,
    )


def test_the_rounds_of_the_specification_are_those_of_the_algorithm() -> None:
    seed, given = bytes.fromhex(VECTORS["seed"]), first_round()
    one = pair(given, seed)
    points: dict[str, int] = VECTORS["points"]
    standing = {player: 1 + sum(more > own for more in points.values()) for player, own in points.items()}
    entrants = tuple(
        replace(entrant, points=points[entrant.player], rank=standing[entrant.player])
        for entrant in after(given, one).entrants
    )
    two = pair(replace(after(given, one), method="swiss", entrants=entrants), seed)

    assert [shown(one), shown(two)] == VECTORS["rounds"]


def test_the_schedule_of_the_specification_is_that_of_the_algorithm() -> None:
    made = schedule(replace(first_round(), rounds_left=3), bytes.fromhex(VECTORS["seed"]))

    assert [shown(pairing) for pairing in made] == VECTORS["schedule"]
