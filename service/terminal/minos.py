"""Minos in the terminal: fields with buildings and soldiers, ships at sea and in harbours, dice, everybody's income."""

from collections.abc import Mapping
from typing import Any, cast

from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from service.terminal.board import Title, header, players_table
from service.terminal.screen import stacked
from service.terminal.words import COLOURS, Json, Names, Sentence, plain, words

_BUILDINGS = {"port": "P", "house": "H", "warehouse": "W", "walls": "#"}
_LEGEND = "[dim]P port  H house  W warehouse  # walls  S0 soldier, s0 ship in harbour of seat 0[/]"


def board(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Draw the table."""
    return stacked(
        header(view, names),
        _fields(view),
        _elsewhere(view, names),
        _LEGEND,
        _stock(view),
        _players(view, names),
        _turn(view, names),
        _conflict(view, names),
    )


def _pieces(view: Json, kind: str, space: str) -> list[str]:
    mark = "S" if kind == "soldiers" else "s"
    return [
        f"[bold {COLOURS[player['seat']]}]{mark}{player['seat']}[/]"
        for player in view["players"]
        for at in player[kind]
        if at == space
    ]


def _fields(view: Json) -> Table:
    """Draw two fields a line: 28 of them have to fit on a screen."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for _ in range(2):
        for column in ("field", "built", "inc", "pieces"):
            table.add_column(column, overflow="fold", max_width=15 if column == "pieces" else None)
    cells = [_field(view, field) for field in view["fields"]]
    half = (len(cells) + 1) // 2
    for number in range(half):
        right = cells[number + half] if number + half < len(cells) else ("", "", "", "")
        table.add_row(*cells[number], *right)
    return table


def _field(view: Json, field: Json) -> tuple[str, str, str, str]:
    name = escape(plain(field["name"]))
    if field["covered"]:
        return f"[dim]{name}[/]", "[dim]covered[/]", "", ""
    if field["owner"] is not None:
        name = f"[bold {COLOURS[field['owner']]}]{name} ({field['owner']})[/]"
    elif field["left_by"] is not None:
        name = f"{name} (left)"
    built = "".join(_BUILDINGS.get(building, "?") for building in field["buildings"])
    pieces = _pieces(view, "soldiers", field["field"]) + _pieces(view, "ships", field["harbour"])
    return name, built, str(field["value"] or ""), " ".join(pieces)


def _elsewhere(view: Json, names: Names) -> str | None:
    """Return the pieces that stand neither on a field nor in a harbour."""
    home = {space for field in view["fields"] for space in (field["field"], field["harbour"])}
    spaces = {
        at: None for player in view["players"] for at in (*player["ships"], *player["soldiers"]) if at not in home
    }
    told = [
        f"{names.thing(space)} {' '.join(_pieces(view, 'soldiers', space) + _pieces(view, 'ships', space))}"
        for space in spaces
    ]
    return "on the way: " + "; ".join(told) if told else None


def _stock(view: Json) -> str:
    stock = ", ".join(f"{left} {escape(words(kind))}" for kind, left in view["stock"].items())
    return f"left for all: {stock}, {view['rings_left']} rings; idle rounds left: {view['idle_rounds_left']}"


def _players(view: Json, names: Names) -> Table:
    table = players_table("talents", "income", "rings", "ships", "soldiers", "")
    for player in view["players"]:
        mark = "*" if player["seat"] == view["first_player"] else ""
        table.add_row(
            f"{names.seat(player['seat'])}{mark}",
            str(player["money"]) if player["money"] is not None else "hidden",
            str(player["income"]),
            str(player["rings"]),
            f"{len(player['ships'])}, {player['ships_left']} left",
            f"{len(player['soldiers'])}, {player['soldiers_left']} left",
            "out" if player["eliminated"] else "",
        )
    return table


def dice_in_words(dice: Any) -> str:
    """Return what dice show, such as `2 gull, 1 star`."""
    if not isinstance(dice, dict):
        return "no dice"
    shown = cast("Mapping[str, Any]", dice)
    return ", ".join(f"{number} {escape(words(symbol))}" for symbol, number in shown.items() if number) or "no dice"


def _turn(view: Json, names: Names) -> str | None:
    turn = view["turn"]
    if turn is None:
        return None
    return (
        f"turn of {names.seat(turn['seat'])}: dice [bold]{dice_in_words(turn['dice'])}[/], "
        f"{turn['rolls_left']} rolls left, {turn['points']} movement points, {turn['rights']} building rights"
    )


def _conflict(view: Json, names: Names) -> str | None:
    fight = view["conflict"]
    if fight is None:
        return None
    dice = f"; dice {dice_in_words(fight['dice'])} worth {fight['value']}" if fight["dice"] else ""
    attack = f"; the attack stands at {fight['attack']}" if fight["attack"] is not None else ""
    return (
        f"[bold]conflict[/] at {names.thing(fight['place'])}: {names.seat(fight['attacker'])} attacks "
        f"{names.seat(fight['defender'])} ({escape(words(fight['step']))}){dice}{attack}"
    )


_GAINS = {"scales": "talent", "arrow": "ring", "gull": "movement point", "building": "building right"}


def _used(event: Mapping[str, Any], names: Names) -> str:
    many = "" if event["gain"] == 1 else "s"
    return f"{names.seat(event['seat'])} used {_dice(event)}: {event['gain']} {_GAINS[event['symbol']]}{many}"


def _dice(part: Mapping[str, Any]) -> str:
    extra = "".join(f" and a {name}" for name in ("joker", "star") if part[name])
    return f"{part['dice']} {escape(words(part['symbol']))}{extra}"


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


MINOS = Title(
    board=board,
    events=EVENTS,
    commands=COMMANDS,
    quiet=frozenset({"minos.turn_ended", "minos.dice_kept"}),
    things=names_of_things,
)
