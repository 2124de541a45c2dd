"""The board of Giganten: the map as a grid, prices and players next to it, the current action below."""

from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.text import Text

from service.terminal.display.board import WIDTH, heading, one_line, side_by_side
from service.terminal.display.screen import stacked
from service.terminal.display.words import COLOURS, Json, Names, counted, dollars, plain

_TERRAIN = {"p": (".", "green"), "h": ("^", "yellow"), "m": ("M", "white")}
_MAP_WIDTH = 44


def board(view: Json, tables: Json, names: Names) -> RenderableType:
    """Return the board."""
    more = (f"black train {view['black_train']} of {view['black_train_end']}", f"oil left {view['supply']}")
    parts = [
        heading(view, names, *more),
        side_by_side((_map(view, tables), _MAP_WIDTH), (_side(view, names), WIDTH - _MAP_WIDTH)),
    ]
    now = _now(view, names)
    return stacked(*parts, one_line(now) if now else None)


def _map(view: Json, tables: Json) -> list[RenderableType]:
    rows: list[list[str]] = [row.split() for row in tables["map"]["rows"]]
    pieces = _pieces(view)
    lines: list[RenderableType] = [
        Text("  " + "".join(_label(column) for column in range(1, len(rows[0]) + 1)), style="dim")
    ]
    for number, row in enumerate(rows):
        letter = chr(ord("A") + number)
        line = Text(f"{letter} ")
        for column, cell in enumerate(row, start=1):
            shown, style = pieces.get(f"{letter}{column}") or _TERRAIN.get(cell[0], ("?", "dim"))
            line.append(f"{shown:<2}"[:2], style=style)
        lines.append(line)
    return lines


def _label(column: int) -> str:
    # two digits in a row of columns of two letters could not be distinguished
    return f"{column:<2}" if column < 10 or column % 2 == 0 else "  "  # noqa: PLR2004 - the first of two digits


def _pieces(view: Json) -> dict[str, tuple[str, str]]:
    """Return the pieces shown on each square, and their style."""
    shown: dict[str, tuple[str, str]] = {}
    for site in view["sites"]:
        if site["status"] == "tile":
            value = site["value"]
            known = "?" if value is None else str(value)
            shown[site["square"]] = (f"{site['kind']}{known}", "bold green" if value is not None else "bold")
    for player in view["players"]:
        seat: int = player["seat"]
        for derrick in player["derricks"]:
            shown[derrick["site"]] = (f"D{seat}", f"reverse {COLOURS[seat]}")
    for player in view["players"]:
        if player["truck"]:
            shown[player["truck"]] = (f"T{player['seat']}", f"bold {COLOURS[player['seat']]}")
    return shown


def _side(view: Json, names: Names) -> list[RenderableType]:
    prices = "  ".join(
        f"{escape(plain(name)[:4].title())} [bold]{price:,}[/]" for name, price in view["prices"].items()
    )
    lines: list[RenderableType] = [one_line(prices)]
    for player in view["players"]:
        lines += map(one_line, _player(player, view, names))
    return lines


def _player(player: Json, view: Json, names: Names) -> list[str]:
    mark = "*" if player["seat"] == view["first_player"] else " "
    money = dollars(player["money"]) if player["money"] is not None else "$?"
    hand = player["licences"]
    licences = f"{player['licence_cards']}" + (f"={hand['ones']}x1+{hand['twos']}x2" if hand is not None else "")
    oil = "/".join(str(player["depots"][company]) for company in view["prices"])
    card = f" card {short_card(player['card'])}" if player["card"] else ""
    derricks = " ".join(f"{one['site']}:{one['markers']}" for one in player["derricks"])
    return [
        f"{mark}{names.short_seat(player['seat'], 17)} {money} train {player['train']}",
        f"  lic {licences} oil {oil}{card}",
        f"  D {derricks or '-'}",
    ]


def short_card(card: Json) -> str:
    """Return a card in short: licences/points, and its special."""
    special = "".join(f" {name} {card[name]}" for name in ("price", "oil", "back") if card[name])
    return f"{card['licences']}/{card['points']}{special}"


def _now(view: Json, names: Names) -> str | None:
    movement, auction = view["movement"], view["auction"]
    if movement:
        return f"{names.seat(movement['seat'])} moves: [bold]{counted(movement['points'], 'point')}[/] left"
    if auction:
        bid = f"{auction['bid']} by {names.seat(auction['leader'])}" if auction["bid"] is not None else "none yet"
        live = ", ".join(names.seat(seat) for seat in auction["live"])
        return f"auction of {escape(plain(auction['company']))}: highest bid {bid}; still in: {live}"
    if view["open_cards"]:
        cards = " · ".join(_in_colour(card) for card in view["open_cards"])
        return f"open cards (licences/points): {cards}"
    return None


def _in_colour(card: Json) -> str:
    return f"[{'red' if card['red'] else 'yellow'}]{short_card(card)}[/]"


def legend(tables: Json, view: Json | None) -> list[str]:
    """Return the legend of the map, the costs and the decks."""
    terrain: Json = tables["terrain"]
    lines = [
        f"[bold]Map[/]: . plain {terrain['plain']} point, ^ hill {terrain['hill']}, M mountain {terrain['mountain']}",
        "T0 truck of seat 0, D0 derrick of seat 0; the markers left stand beside its owner, such as D11:4",
        "3? tile for three derricks, 35 the same, known to hold 5 markers",
    ]
    for kind in tables["tiles"]["kinds"]:
        values = ", ".join(map(str, kind["values"]))
        lines.append(f"tile {kind['derricks']}?: a derrick costs {dollars(kind['cost'])}; it holds {values} markers")
    costs = [f"{space}:{cost}" for space, cost in enumerate(tables["tracks"]["costs"], start=2)]
    lines.append(f"points to enter each space of a train's track: {' '.join(costs)}")
    ladder: list[Any] = tables["prices"]["ladder"]
    lines.append(f"prices go from {dollars(ladder[0])} to {dollars(ladder[-1])} in steps")
    if view is not None:
        lines.append(
            f"cards left: {view['red_deck']['left']} red, {view['beige_deck']['left']} beige, "
            f"{view['licence_deck']['left']} licences"
        )
    return lines
