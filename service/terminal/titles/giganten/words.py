"""The events and commands of Giganten in words."""

import re
from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from service.terminal.display.words import Json, Names, Sentence, dollars, plain

_SPECIALS = {"price": "moves a price by {}", "oil": "{} free oil", "back": "trains back {}"}


def card_in_words(card: Any) -> str:
    """Return what is printed on a card, as its id tells: `beige-5-8` has 5 licences and 8 movement points."""
    found = re.fullmatch(r"(?:red-\d-|beige-)(\d+)-(\d+)(?:-(price|oil|back)(?:-(\d+))?)?", str(card))
    if not found:
        return escape(plain(card))
    colour = str(card).partition("-")[0]
    special = f", {_SPECIALS[found[3]].format(found[4] or 1)}" if found[3] else ""
    return f"{colour} card with {found[1]} licences and {found[2]} points{special}"


def _shipped(event: Mapping[str, Any], names: Names) -> str:
    paid = [f"{dollars(event['to_bank'])} to the bank"] if event["to_bank"] else []
    paid += [f"{dollars(one['amount'])} to {names.seat(one['seat'])}" for one in event["payments"]]
    cost = f" for {', '.join(paid)}" if paid else ""
    return (
        f"{names.seat(event['seat'])} shipped a marker from {escape(event['site'])} to "
        f"{names.thing(event['company'])} by {_carrier(event, names)}{cost}"
    )


def _carrier(shipment: Mapping[str, Any], names: Names) -> str:
    """Return the owner of the carrying train in an event or a command."""
    opponent = shipment.get("opponent")
    if opponent is None:
        return f"the {names.thing(shipment['carrier'])} train"
    return f"the train of {names.seat(opponent)}"


def _moved(event: Mapping[str, Any]) -> str:
    """Return the actual change of a price, if the event records it."""
    steps = event.get("actual_steps")
    return "" if steps is None else f" moves by {steps:+} and" if steps else " stays and"


def _rolled(event: Mapping[str, Any], names: Names) -> str:
    return (
        f"{names.thing(event['company'])}: the die shows {event['colour']} {event['steps']}, "
        f"the price{_moved(event)} is now {dollars(event['price'])}"
    )


def _shifted(event: Mapping[str, Any], names: Names) -> str:
    steps = event.get("actual_steps")
    chosen = f" ({event['steps']:+} were chosen)" if steps not in {None, event["steps"]} else ""
    return (
        f"{names.seat(event['seat'])} moved the price of {names.thing(event['company'])} by "
        f"{event['steps'] if steps is None else steps:+}{chosen} to {dollars(event['price'])}"
    )


def _ship(command: Mapping[str, Any], names: Names) -> str:
    return f"ship from {escape(command['site'])} to {names.thing(command['company'])} by {_carrier(command, names)}"


def _pushed(event: Mapping[str, Any], names: Names) -> str:
    trains = ", ".join(f"{names.seat(train['seat'])} to {train['space']}" for train in event["trains"])
    return f"{names.seat(event['seat'])} pushed trains back by {event['spaces']}: {trains}"


EVENTS: Mapping[str, Sentence] = {
    "giganten.first_player_drawn": "{seat:@} begins",
    "giganten.round_started": "[bold]round {round}[/] begins, {first_player:@} first",
    "giganten.phase_started": "phase {phase} begins",
    "giganten.price_rolled": _rolled,
    "giganten.red_card_revealed": lambda event, _: f"open: {card_in_words(event['card'])}",
    "giganten.black_train_advanced": "the black train went on {spaces} to space {to}",
    "giganten.beige_card_revealed": lambda event, _: f"open: {card_in_words(event['card'])}",
    "giganten.deck_reshuffled": "{cards} discards became the new deck of {deck}",
    "giganten.action_card_taken": lambda event, names: (
        f"{names.seat(event['seat'])} took the {card_in_words(event['card'])}"
    ),
    "giganten.action_card_left": lambda event, _: f"nobody took the {card_in_words(event['card'])}",
    "giganten.licences_dealt": "{seat:@} was dealt {cards} licence{cards:s}",
    "giganten.licences_short": "the licences ran out: {seat:@} goes without {cards}",
    "giganten.truck_placed": "the truck of {seat:@} enters on {square}",
    "giganten.truck_driven": "{seat:@} drove to {way:last} for {points} point{points:s}",
    "giganten.site_inspected": "{seat:@} looked under the tile on {site}",
    "giganten.draws_sealed": "how that was drawn is sealed until the end",
    "giganten.train_advanced": "{seat:@} advanced the train by {spaces} to space {to} for {points} point{points:s}",
    "giganten.movement_ended": "{seat:@} ended the movement, {points_lost} point{points_lost:s} lost",
    "giganten.price_shifted": _shifted,
    "giganten.free_oil_stored": "{seat:@} stored a free marker at {company:~}",
    "giganten.trains_pushed_back": _pushed,
    "giganten.special_declined": "{seat:@} does without the special",
    "giganten.action_card_discarded": "{seat:@} laid the card aside",
    "giganten.derrick_built": "{seat:@} built on {site} for {cost:$}: {value} markers of oil",
    "giganten.drilling_declined": "{seat:@} builds nothing",
    "giganten.oil_shipped": _shipped,
    "giganten.oil_discarded": "{seat:@} gave up a marker from {site} ({reason:~})",
    "giganten.derrick_exhausted": "the derrick of {seat:@} on {site} is exhausted",
    "giganten.auction_opened": "the right to sell to {company:~} is up, attempt {attempt}",
    "giganten.bid_placed": "{seat:@} bids {value} for {company:~}",
    "giganten.bid_passed": "{seat:@} passes",
    "giganten.auction_won": "{seat:@} wins {company:~} with {bid}",
    "giganten.bluff_called": "{seat:@} cannot pay {bid} for {company:~}: a bluff that costs {cards} licence{cards:s}",
    "giganten.licences_forfeited": "{seat:@} loses {ones} of value 1 and {twos} of value 2",
    "giganten.licences_paid": "{seat:@} pays {ones} of value 1 and {twos} of value 2",
    "giganten.auction_failed": "nobody sells to {company:~}",
    "giganten.oil_sold": "{seat:@} sold {markers} marker{markers:s} to {company:~} at {price:$} for {proceeds:$}",
    "giganten.price_inflated": "the price of {company:~} moved by {steps:+} to {price:$}",
    "giganten.excess_returned": "{seat:@} gave {markers} marker{markers:s} at {company:~} back for {refund:$}",
}

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


def things(tables: Json) -> dict[str, str]:
    """Return the names of the companies."""
    return dict(tables.get("companies", {}))
