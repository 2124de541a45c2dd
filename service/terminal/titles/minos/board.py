"""The board of Minos: fields with owner, buildings and pieces, ships at sea, players, the dice."""

from typing import Any, cast

from rich.console import RenderableType
from rich.markup import escape

from service.terminal.display.board import WIDTH, heading, one_line, side_by_side
from service.terminal.display.screen import stacked
from service.terminal.display.standing import Signs, Standing, cell, columns
from service.terminal.display.words import COLOURS, Json, Names, counted

BUILDINGS: Signs = {"port": "P", "house": "H", "warehouse": "W", "walls": "#"}
PIECES: Signs = {"soldier": "S{seat}", "ship": "s{seat}"}
_COLUMNS = 3
_NAME = 13
"""Letters of the longest name of a field in English."""
_ON_THE_WAY = 2 * WIDTH - 30
"""Letters of pieces on the way that are shown; `map` shows all of them."""


def board(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Return the board."""
    standing = Standing(view)
    idle = f"idle rounds left {view['idle_rounds_left']}" if view.get("idle_rounds_left") is not None else ""
    stock = ", ".join(f"{left} {escape(names.piece(kind))}" for kind, left in view["stock"].items())
    return stacked(
        heading(view, names, *([idle] if idle else [])),
        one_line(f"[dim]stock:[/] {stock} [dim](P H W #)[/], {counted(view['rings_left'], 'ring')}"),
        _fields(view, standing, names),
        _elsewhere(view, standing, names),
        *_players(view, names),
        _turn(view, names),
        _conflict(view, names),
    )


def _fields(view: Json, standing: Standing, names: Names) -> RenderableType:
    """Return the fields in columns that fit on a screen."""
    width = WIDTH // _COLUMNS
    cells = [_field(field, standing, names, width - 1) for field in view["fields"]]
    return side_by_side(*((part, width) for part in columns(cells, _COLUMNS)))


def _field(field: Json, standing: Standing, names: Names, width: int) -> str:
    """Return a field with its owner, its buildings, and the pieces on it and in its harbour."""
    place = f"place:{field['field']}"
    name, there = names.place(field["field"], field["name"]), standing.signs(PIECES, place, f"place:{field['harbour']}")
    if place in standing.closed:
        return cell(name, f"[dim]covered[/] {there}", width, pad=_NAME, style="dim")
    stacks = standing.at(place)
    built = "".join(BUILDINGS.get(stack.kind, "") for stack in stacks)
    owner = next((stack.seat for stack in stacks if stack.seat is not None and stack.kind == f"seat{stack.seat}"), None)
    if owner is not None:
        return cell(name, f"{owner} {built:<4} {there}", width, pad=_NAME, style=f"bold {COLOURS[owner]}")
    mark = "x" if any(stack.kind == "badge" for stack in stacks) else " "
    return cell(name, f"{mark} {built:<4} {there}", width, pad=_NAME)


def _elsewhere(view: Json, standing: Standing, names: Names) -> RenderableType | None:
    """Return the pieces that stand neither on a field nor in a harbour."""
    home = {f"place:{space}" for field in view["fields"] for space in (field["field"], field["harbour"])}
    places = [place for place in standing if place.startswith("place:") and place not in home]
    parts: list[str] = []
    length = 0
    for place in places:
        name = names.thing(place.removeprefix("place:"))
        length += len(name) + 8
        if length > _ON_THE_WAY:
            parts.append(f"and {len(places) - len(parts)} more: type map")
            break
        parts.append(f"{name} {standing.signs(PIECES, place)}")
    return "[dim]on the way:[/] " + "; ".join(parts) if parts else None


def _players(view: Json, names: Names) -> list[RenderableType]:
    """Return two players per line; a game of two has one player per line with more detail."""
    if len(view["players"]) <= 2:  # noqa: PLR2004 - so many lines are taken anyway
        return [one_line(_player(player, view, names)) for player in view["players"]]
    short = [one_line(_short(player, view, names)) for player in view["players"]]
    return [side_by_side((short[::2], WIDTH // 2), (short[1::2], WIDTH // 2))]


def _player(player: Json, view: Json, names: Names) -> str:
    mark = "*" if player["seat"] == view["first_player"] else ""
    money = _talents(player) or "talents hidden"
    if player["eliminated"]:
        return f"{names.seat(player['seat'])}{mark} is eliminated"
    reserve = f"{counted(player['ships_left'], 'ship')} {counted(player['soldiers_left'], 'soldier')}"
    return (
        f"{names.seat(player['seat'])}{mark}: {money}, income {player['income']}, rings {player['rings']}, "
        f"reserve {reserve}"
    )


def _talents(player: Json) -> str | None:
    """Return the talents of a player, and whether the player shows them to all; None: they are hidden."""
    if player["money"] is None:
        return None
    shown = " shown" if player.get("talents_shown") else ""
    return f"{counted(player['money'], 'talent')}{shown}"


def _short(player: Json, view: Json, names: Names) -> str:
    name = names.short_seat(player["seat"], 12) + ("*" if player["seat"] == view["first_player"] else "")
    if player["eliminated"]:
        return f"{name} eliminated"
    money = _talents(player) or "? talents"
    reserve = f"{player['ships_left']}s {player['soldiers_left']}S"
    return f"{name} {money} +{player['income']} {player['rings']}r {reserve}"


def dice_in_words(dice: Any, names: Names) -> str:
    """Return dice in words, such as `2 Gull, 1 Star`."""
    if not isinstance(dice, dict):
        return "no dice"
    shown = cast("dict[str, Any]", dice)
    return (
        ", ".join(f"{number} {escape(names.piece(symbol))}" for symbol, number in shown.items() if number) or "no dice"
    )


def _turn(view: Json, names: Names) -> RenderableType | None:
    turn = view["turn"]
    if turn is None or view["conflict"] is not None:
        return None
    state = f", {counted(turn['rolls_left'], 'roll')} left" if turn["rolls_left"] else ""
    points = f", {counted(turn['points'], 'movement point')}" if turn["points"] else ""
    rights = f", {counted(turn['rights'], 'building right')}" if turn["rights"] else ""
    return one_line(
        f"turn of {names.seat(turn['seat'])}: [bold]{dice_in_words(turn['dice'], names)}[/]{state}{points}{rights}"
    )


def _conflict(view: Json, names: Names) -> RenderableType | None:
    fight = view["conflict"]
    if fight is None:
        return None
    dice = f": {dice_in_words(fight['dice'], names)}, worth {fight['value']}" if fight["dice"] else ""
    attack = f"; to beat: {fight['attack']}" if fight["attack"] is not None else ""
    fighters = f"{names.short_seat(fight['attacker'], 16)} attacks {names.short_seat(fight['defender'], 16)}"
    return one_line(f"{fighters} at {names.thing(fight['place'])}{dice}{attack}")
