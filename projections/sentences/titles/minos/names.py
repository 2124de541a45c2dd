"""The names of the pieces, places, phases and option values of Minos."""

from collections.abc import Mapping
from typing import Any

from projections.sentences.messages import Message
from projections.sentences.vocabulary import Names, named

_PIECES = {
    "ship": "ship",
    "soldier": "soldier",
    "ring": "ring",
    "talent": "talent",
    "port": "port",
    "house": "house",
    "warehouse": "warehouse",
    "walls": "walls",
    "scales": "Scales",
    "arrow": "Arrow",
    "gull": "Gull",
    "building": "Building",
    "joker": "Joker",
    "star": "Star",
}

PHASES = named(
    set_up="Set-up",
    between="Between two turns",
    declaring="Showing talents",
    rolling="Rolling dice",
    acting="Actions",
    placing="Placing a free soldier",
    conflict="Conflict",
    over="The game is over",
)

VALUES: Mapping[str, Mapping[Any, Message]] = {
    "star_on_scales": named(income="the income once more", talent="one talent"),
    "joker_scope": named(per_symbol="one for each symbol in a turn", per_combination="one in each combination"),
    "end_when": named(immediate="at once", turn="at the end of the turn", round="at the end of the round"),
    "money_public": named(own_choice="each player decides"),
    "closed_fields": named(by_players="by the number of players"),
    "after_defeat": named(turn_goes_on="the turn goes on", turn_ends="the turn ends"),
    "ring_purchase": named(turn="until the end of the turn", at_arrow="right after an Arrow"),
    "fish": named(open="open", sanctuary="closed while a ship is there"),
    "carried_between": named(fields="between any fields", settlements="between settlements and cities only"),
}


def names(tables: Mapping[str, Any]) -> Names:
    """Return the names of the pieces, and of fields, harbours, sea spaces and dots."""
    fields = {field["id"]: Message(field["name"]) for field in tables["fields"]["fields"]}
    harbours = {
        f"harbour-{field}": Message("Harbour of {field}", parts={"field": name}) for field, name in fields.items()
    }
    seas = {space["id"]: _sea(space, fields) for space in tables["seas"]["spaces"]}
    dots = {
        f"dot-{one}-{other}-{number}": Message(
            "Dot {number} from {one} to {other}", parts={"number": number, "one": fields[one], "other": fields[other]}
        )
        for link in tables["paths"]["links"]
        for one, other in [link["between"]]
        for number in range(1, link["dots"] + 1)
    }
    short = {name: Message("{one}\N{EN DASH}{other} {number}", parts=dot.parts) for name, dot in dots.items()}
    return Names(named(**_PIECES), {**fields, **harbours, **seas, **dots}, short)


def _sea(space: Mapping[str, Any], fields: Mapping[str, Message]) -> Message:
    """Return the name of a sea space. One with a harbour is named after its field."""
    harbour = space.get("harbour")
    if harbour is not None and space["name"] == f"Sea off {fields[harbour].text}":
        return Message("Sea off {field}", parts={"field": fields[harbour]})
    return Message(space["name"])
