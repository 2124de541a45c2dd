"""The events and commands of Minos in words."""

from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from service.terminal.display.words import Json, Names, Sentence, words
from service.terminal.titles.minos.board import dice_in_words

_GAINS = {"scales": "talent", "arrow": "ring", "gull": "movement point", "building": "building right"}


def _used(event: Mapping[str, Any], names: Names) -> str:
    many = "" if event["gain"] == 1 else "s"
    return f"{names.seat(event['seat'])} used {_dice(event)}: {event['gain']} {_GAINS[event['symbol']]}{many}"


def _dice(part: Mapping[str, Any]) -> str:
    symbol = escape(words(part["symbol"]))
    own = "" if part["dice"] == 0 else f"{part['dice']} {symbol}"
    joker = (" and a joker" if own else f"a joker as {symbol}") if part["joker"] else ""
    return f"{own}{joker}{' and a star' if part['star'] else ''}"


def _built(event: Mapping[str, Any], names: Names) -> str:
    soldier = ", a soldier comes with it" if event["soldier"] else ""
    return (
        f"{names.seat(event['seat'])} built a {escape(words(event['building']))} in {names.thing(event['field'])} "
        f"for {event['cost']} talents; income {event['income']}{soldier}"
    )


def _taken(event: Mapping[str, Any], names: Names) -> str:
    lost = event["taken_from"]
    whom = f" from {names.seat(lost)}" if lost is not None else ", which was abandoned"
    return f"{names.seat(event['seat'])} took {names.thing(event['field'])}{whom}; income {event['income']}"


def _rolled(event: Mapping[str, Any], names: Names) -> str:
    again = f" {dice_in_words(event['rolled'])} again" if "rolled" in event else ""
    worth = f", worth {event['value']}" if "value" in event else ""
    return f"{names.seat(event['seat'])} rolled{again}: {dice_in_words(event['dice'])}{worth}"


EVENTS: Mapping[str, Sentence] = {
    "minos.fields_covered": "out of the game: {fields:~}",
    "minos.first_player_drawn": "{seat:@} begins",
    "minos.round_started": "[bold]round {round}[/] begins",
    "minos.turn_started": "it is the turn of {seat:@}",
    "minos.turn_ended": "the turn of {seat:@} is over",
    "minos.dice_rolled": _rolled,
    "minos.dice_rolled_again": _rolled,
    "minos.dice_kept": "{seat:@} keeps the dice",
    "minos.dice_used": _used,
    "minos.rings_bought": "{seat:@} bought {rings} ring{rings:s} for {cost} talents",
    "minos.ship_moved": "{seat:@} sailed from {origin:~} to {to:~}",
    "minos.soldier_moved": "{seat:@} marched from {origin:~} to {to:~}",
    "minos.soldier_carried": "{seat:@} carried a soldier from {origin:~} to {to:~} for {points} points",
    "minos.building_built": _built,
    "minos.piece_recruited": "{seat:@} recruited a {piece:~} in {field:~} for {cost} talents",
    "minos.conflict_opened": "[bold]{seat:@} attacks {defender:@} at {place:~}[/]",
    "minos.conflict_dice_rolled": _rolled,
    "minos.conflict_dice_rerolled": _rolled,
    "minos.conflict_dice_stood": "{seat:@} stands at {value}",
    "minos.duel_fought": "{attacker} against {defender}: {winner:@} wins, {loser:@} loses a piece",
    "minos.attack_won": "{seat:@} won the attack at {place:~}",
    "minos.entry_barred": "{seat:@} won at {place:~}, but other ships lie there: the ship stays where it was",
    "minos.attack_repelled": "the attack of {seat:@} at {place:~} is repelled",
    "minos.settlement_abandoned": "{seat:@} left {field:~}; income {income}",
    "minos.settlement_taken": _taken,
    "minos.free_soldier_placed": "a free soldier of {seat:@} comes to {field:~}",
    "minos.free_soldier_declined": "{seat:@} does without the free soldier in {field:~}",
    "minos.player_eliminated": "{seat:@} is out; {rings} rings leave the game",
    "minos.play_ended": "play is over ({reason:~})",
}

COMMANDS: Mapping[str, Sentence] = {
    "minos.roll_again": lambda command, _: f"roll again: {dice_in_words(command['dice'])}",
    "minos.keep_dice": "keep the dice and act",
    "minos.use_dice": lambda command, _: f"use {_dice(command)}",
    "minos.buy_rings": "buy {rings} ring{rings:s}",
    "minos.move_ship": "sail from {origin:~} to {to:~}",
    "minos.attack_ship": "attack the ship of {defender:@} at {to:~} from {origin:~}",
    "minos.move_soldier": "march from {origin:~} to {to:~}",
    "minos.carry_soldier": "carry a soldier from {origin:~} to {to:~}",
    "minos.build": "build a {building:~} in {field:~}",
    "minos.recruit": "recruit a {piece:~} in {field:~}",
    "minos.place_soldier": "place the free soldier",
    "minos.decline_soldier": "do without the free soldier",
    "minos.reroll_in_conflict": lambda command, _: f"give up a ring and roll again: {dice_in_words(command['dice'])}",
    "minos.stand_in_conflict": "leave the dice as they are",
    "minos.end_turn": "end the turn",
}


def names_of_things(tables: Json) -> dict[str, str]:
    """Return the names of fields, harbours, sea spaces and dots."""
    fields: list[Json] = tables.get("fields", {}).get("fields", [])
    found = {str(field["id"]): str(field["name"]) for field in fields}
    found |= {f"harbour-{field}": f"harbour of {name}" for field, name in found.items()}
    found |= {str(space["id"]): str(space["name"]) for space in tables.get("seas", {}).get("spaces", [])}
    for link in tables.get("paths", {}).get("links", []):
        one, other = link["between"]
        for number in range(1, link["dots"] + 1):
            way = f"dot {number} from {found.get(one, one)} to {found.get(other, other)}"
            found[f"dot-{one}-{other}-{number}"] = way
    return found
