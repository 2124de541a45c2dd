"""The names of the pieces, companies, cards, phases and option values of Giganten."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.sentences.messages import NUMBER, Message, counted
from projections.sentences.vocabulary import Names, named

_PIECES = {
    "truck": "truck",
    "train": "train",
    "black_train": "black train",
    "derrick": "derrick",
    "marker": "oil marker",
    "tile": "tile",
    "licence": "licence",
    "red_card": "red action card",
    "beige_card": "beige action card",
}
_CARD = "{colour} ({licences}, {points})"
_CARD_WITH_SPECIAL = "{colour} ({licences}, {points}, {special})"
_LABEL = "{colour}, {licences}, {points}"
_LABEL_WITH_MORE = "{card}, {more}"
_SHORT = "on a card"
"""The context of words that are shorter in the label of a card."""

PHASES = named(
    set_up="Set-up",
    prices="Prices",
    cards="Action cards",
    licences="Licences",
    movement="Movement",
    drilling="Drilling",
    transport="Extraction and transport",
    auctions="Auctions and sales",
    storage="Storage limit",
    over="The game is over",
)

PHASE_NUMBERS = {
    "2": PHASES["cards"],
    "3": PHASES["licences"],
    "4": PHASES["movement"],
    "5": PHASES["drilling"],
    "6": PHASES["transport"],
    "7": PHASES["auctions"],
    "8": PHASES["storage"],
}

VALUES: Mapping[str, Mapping[Any, Message]] = {
    "price_special": named(up_to="up to the printed number of steps", exact="exactly the printed number of steps"),
    "foreign_transport": named(
        free="free choice", front_most="the front-most of all trains", black_first="the black train first"
    ),
    "bluff_pick": named(random="at random", owner="the bluffer"),
    "bluffer_rejoins": named(capped="may bid again up to the value held", excluded="may not bid again"),
    "inflation": named(off="off", on="on, by the rules of 2006", on_2001="on, by the rules of 2001"),
    "oil_supply": named(strict60="sixty markers", unlimited="unlimited"),
    "truck_entry": named(first_turn="in the first movement", setup="during set-up"),
    "winner_tie": named(shared="shared victory", train_rank="the better train wins"),
    "opponent_train": named(front_most="the front-most opponent", any_ahead="any opponent level with it or ahead"),
    "own_transport": named(optional="may be discarded", mandatory="has to be shipped"),
    "licence_tie": named(value="the value of the licences", cards="the number of licences"),
}


def names(tables: Mapping[str, Any]) -> Names:
    """Return the names of the pieces, of the companies, and of the action cards by what is printed on them."""
    companies = {name: tables["companies"][name] for name in ("hudson", "jet", "standard")}
    cards = {
        card["id"]: _card(card, colour) for colour in ("red", "beige") for card in tables[f"{colour}_cards"]["cards"]
    }
    short = {
        card["id"]: _label(card, colour) for colour in ("red", "beige") for card in tables[f"{colour}_cards"]["cards"]
    }
    return Names({**named(**_PIECES), **cards}, companies, short)


def _card(card: Mapping[str, Any], colour: str) -> Message:
    parts: dict[str, Message | str | int] = {
        "colour": Message(_PIECES[f"{colour}_card"]),
        "licences": counted("{number} licence", "{number} licences", card["licences"]),
        "points": counted("{number} movement point", "{number} movement points", card["points"]),
    }
    special = _special(card)
    if special is None:
        return Message(_CARD, parts=parts)
    return Message(_CARD_WITH_SPECIAL, parts={**parts, "special": special})


def _special(card: Mapping[str, Any]) -> Message | None:
    """Return the special of a card, or None."""
    if card.get("price"):
        return counted("price change by {number} step", "price change by {number} steps", card["price"])
    if card.get("oil"):
        return counted("{number} free oil marker", "{number} free oil markers", card["oil"])
    if card.get("back"):
        return counted("trains back by {number} space", "trains back by {number} spaces", card["back"])
    return None


def _label(card: Mapping[str, Any], colour: str) -> Message:
    """Return everything that is printed on a card, in few words."""
    parts: dict[str, Message | str | int] = {
        "colour": Message(colour, context=_SHORT),
        "licences": _few("{number} licence", "{number} licences", card["licences"]),
        "points": _few("{number} point", "{number} points", card["points"]),
    }
    label = Message(_LABEL, parts=parts)
    for more in _labels_of_specials(card):
        label = Message(_LABEL_WITH_MORE, parts={"card": label, "more": more})
    return label


def _labels_of_specials(card: Mapping[str, Any]) -> Iterator[Message]:
    if card.get("black_steps"):
        yield Message("black train {number}", parts={"number": card["black_steps"]})
    if card.get("price"):
        yield Message("price by {number}", parts={"number": card["price"]})
    if card.get("oil"):
        yield Message("free oil {number}", parts={"number": card["oil"]})
    if card.get("back"):
        yield Message("trains back {number}", parts={"number": card["back"]})


def _few(one: str, many: str, number: int) -> Message:
    return Message(one, many, context=_SHORT, parts={NUMBER: number})
