"""The board of Minos: fields with owner, buildings and pieces, ships at sea, players, the dice."""

from typing import Any, cast

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from service.terminal.display.board import WIDTH, heading, one_line, side_by_side
from service.terminal.display.screen import stacked
from service.terminal.display.words import COLOURS, Json, Names, counted

BUILDINGS = {"port": "P", "house": "H", "warehouse": "W", "walls": "#"}
_COLUMNS = 3
_ON_THE_WAY = 2 * WIDTH - 30
"""Letters of pieces on the way that are shown; `map` shows all of them."""


def board(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Return the board."""
    idle = f"idle rounds left {view['idle_rounds_left']}" if view.get("idle_rounds_left") is not None else ""
    stock = ", ".join(f"{left} {escape(names.piece(kind))}" for kind, left in view["stock"].items())
    return stacked(
        heading(view, names, *([idle] if idle else [])),
        one_line(f"[dim]stock:[/] {stock} [dim](P H W #)[/], {counted(view['rings_left'], 'ring')}"),
        _fields(view, names),
        _elsewhere(view, names),
        *_players(view, names),
        _turn(view, names),
        _conflict(view, names),
    )


def pieces(view: Json, kind: str, space: str) -> str:
    """Return the pieces of a kind in a space: S0 a soldier of seat 0, 3S0 three of them; s0 a ship."""
    mark = "S" if kind == "soldiers" else "s"
    found: list[str] = []
    for player in view["players"]:
        number = sum(at == space for at in player[kind])
        if number:
            many = f"{number}" if number > 1 else ""
            found.append(f"[bold {COLOURS[player['seat']]}]{many}{mark}{player['seat']}[/]")
    return " ".join(found)


def _fields(view: Json, names: Names) -> Table:
    """Return the fields in columns that fit on a screen."""
    grid = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
    for _ in range(_COLUMNS):
        grid.add_column(width=WIDTH // _COLUMNS, no_wrap=True, overflow="ellipsis")
    cells = [_field(view, field, names) for field in view["fields"]]
    height = (len(cells) + _COLUMNS - 1) // _COLUMNS
    for row in range(height):
        grid.add_row(*(cells[at] if at < len(cells) else "" for at in range(row, height * _COLUMNS, height)))
    return grid


def _field(view: Json, field: Json, names: Names) -> str:
    name = escape(names.place(field["field"], field["name"])[:12])
    if field["covered"]:
        there = pieces(view, "soldiers", field["field"])
        return f"[dim]{name:<12} covered[/] {there}"
    if field["owner"] is not None:
        name = f"[bold {COLOURS[field['owner']]}]{name:<12} {field['owner']}[/]"
    else:
        name = f"{name:<12} {'x' if field['left_by'] is not None else ' '}"
    built = "".join(BUILDINGS.get(building, "?") for building in field["buildings"])
    there = f"{pieces(view, 'soldiers', field['field'])}{pieces(view, 'ships', field['harbour'])}"
    return f"{name} {built:<4} {there}"


def _elsewhere(view: Json, names: Names) -> RenderableType | None:
    """Return the pieces that stand neither on a field nor in a harbour."""
    home = {space for field in view["fields"] for space in (field["field"], field["harbour"])}
    spaces = {
        at: None for player in view["players"] for at in (*player["ships"], *player["soldiers"]) if at not in home
    }
    parts: list[str] = []
    length = 0
    for space in spaces:
        length += len(names.thing(space)) + 8
        if length > _ON_THE_WAY:
            parts.append(f"and {len(spaces) - len(parts)} more: type map")
            break
        parts.append(f"{names.thing(space)} {pieces(view, 'soldiers', space)}{pieces(view, 'ships', space)}")
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
