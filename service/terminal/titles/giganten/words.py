"""The commands of Giganten in words."""

import re
from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from service.terminal.display.words import Names, Sentence, plain

_SPECIALS = {"price": "moves a price by {}", "oil": "{} free oil", "back": "trains back {}"}


def card_in_words(card: Any) -> str:
    """Return what is printed on a card, as its id tells: `beige-5-8` has 5 licences and 8 movement points."""
    found = re.fullmatch(r"(?:red-\d-|beige-)(\d+)-(\d+)(?:-(price|oil|back)(?:-(\d+))?)?", str(card))
    if not found:
        return escape(plain(card))
    colour = str(card).partition("-")[0]
    special = f", {_SPECIALS[found[3]].format(found[4] or 1)}" if found[3] else ""
    return f"{colour} card with {found[1]} licences and {found[2]} points{special}"


def _carrier(shipment: Mapping[str, Any], names: Names) -> str:
    """Return the owner of the carrying train in an event or a command."""
    opponent = shipment.get("opponent")
    if opponent is None:
        return f"the {names.thing(shipment['carrier'])} train"
    return f"the train of {names.seat(opponent)}"


def _ship(command: Mapping[str, Any], names: Names) -> str:
    return f"ship from {escape(command['site'])} to {names.thing(command['company'])} by {_carrier(command, names)}"


COMMANDS: Mapping[str, Sentence] = {
    "giganten.place_truck": "enter with the truck on {square}",
    "giganten.take_action_card": lambda command, _: f"take the {card_in_words(command['card'])}",
    "giganten.drive_truck": "drive the truck to {to}",
    "giganten.inspect_site": "look under the tile on {site}",
    "giganten.advance_train": "advance the train by {spaces}",
    "giganten.end_movement": "end the movement",
    "giganten.shift_price": "move the price of {company:~} by {steps}, direction {direction:+}",
    "giganten.store_free_oil": "store the free marker at {company:~}",
    "giganten.push_trains_back": "push all other trains back",
    "giganten.decline_special": "do without the special",
    "giganten.build_derrick": "build a derrick on {site}",
    "giganten.decline_drilling": "build nothing",
    "giganten.ship_oil": _ship,
    "giganten.discard_oil": "give up the marker from {site}",
    "giganten.bid": "bid {value}",
    "giganten.pass_bid": "pass",
    "giganten.pay_licences": "pay {ones} of value 1 and {twos} of value 2",
    "giganten.forfeit_licences": "give up {ones} of value 1 and {twos} of value 2",
    "giganten.sell_oil": "sell {markers} marker{markers:s}",
}
