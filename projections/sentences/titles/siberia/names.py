"""The names of the tokens, places, phases and option values of Siberia."""

from collections.abc import Mapping
from typing import Any

from projections.sentences.messages import Message
from projections.sentences.vocabulary import Names, named

_PEOPLE = {
    "manager": "Manager",
    "logistics": "Logistics",
    "salesman": "Salesman",
    "worker": "Worker",
    "investor": "Investor",
}
_RESOURCES = {"gas": "Gas", "coal": "Coal", "oil": "Oil", "gold": "Gold", "diamonds": "Diamonds"}
_OTHERS = {"research": "Research", "reserve": "the reserve", "pawn": "pawn", "investment": "investment tile"}

PHASES = named(
    set_up="Set-up",
    placing="Drawing and placing",
    actions="Actions",
    research="Research",
    logistics="Logistics",
    returning="End of the round",
    over="The game is over",
)

PHASE_NUMBERS = {"3": PHASES["actions"], "11": PHASES["returning"]}

VALUES: Mapping[str, Mapping[Any, Message]] = {
    "exchange_sides": named(chosen="the first player chooses", random="at random", list="as listed"),
    "end_when": named(round="the round", turn="the turn"),
    "worker_from_salesman": named(reserve_empty="only when the reserve is empty", always="always"),
    "exchange_slots": named(none="for all"),
    "winner_tie": named(shared="shared victory", later_in_order="the later one in the order of the last round"),
    "standstill": named(none="no number of rounds"),
}


def names(tables: Mapping[str, Any]) -> Names:
    """Return the names of tokens, columns and resources, and of areas, exchanges and the start."""
    tokens = {
        f"{person}_{resource}": Message(
            "{person}/{resource}", parts={"person": Message(_PEOPLE[person]), "resource": Message(_RESOURCES[resource])}
        )
        for person in _PEOPLE
        if person != "manager"
        for resource in _RESOURCES
    }
    board, exchanges = tables["map"], tables["exchanges"]
    tiles = [side for tile in exchanges["tiles"] for side in (tile["a"], tile["b"])]
    places = {each["id"]: Message(each["name"]) for each in (*board["areas"], exchanges["always"], *tiles)}
    start = {board["start"]: Message(board["start_name"])}
    return Names({**named(**_PEOPLE, **_RESOURCES, **_OTHERS), **tokens}, {**start, **places})
