"""The commands of Minos in words."""

from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from service.terminal.display.words import Sentence, words
from service.terminal.titles.minos.board import dice_in_words


def _dice(part: Mapping[str, Any]) -> str:
    symbol = escape(words(part["symbol"]))
    own = "" if part["dice"] == 0 else f"{part['dice']} {symbol}"
    joker = (" and a joker" if own else f"a joker as {symbol}") if part["joker"] else ""
    return f"{own}{joker}{' and a star' if part['star'] else ''}"


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
