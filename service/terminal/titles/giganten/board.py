"""The board of Giganten: the map as a grid, prices and players next to it, the current action below."""

from collections.abc import Mapping

from rich.console import RenderableType
from rich.markup import escape

from service.terminal.display.board import WIDTH, heading, one_line, side_by_side
from service.terminal.display.screen import stacked
from service.terminal.display.standing import Signs, Standing
from service.terminal.display.words import Json, Names, counted, dollars, plain
from service.terminal.titles.giganten.squares import cells_of, derricks_of

_TERRAIN = {"p": (".", "green"), "h": ("^", "yellow"), "m": ("M", "white")}
_MAP_WIDTH = 44
SIGNS: Signs = {"truck": "T{seat}", "derrick": "D{seat}:{text}", "tile": "tile {text}"}


def board(view: Json, tables: Json, names: Names) -> RenderableType:
    """Return the board."""
    more = (f"black train {view['black_train']} of {view['black_train_end']}", f"oil left {view['supply']}")
    parts = [
        heading(view, names, *more),
        side_by_side((_map(Standing(view), tables), _MAP_WIDTH), (_side(view, names), WIDTH - _MAP_WIDTH)),
    ]
    now = _now(view, names)
    return stacked(*parts, one_line(now) if now else None)


def _map(standing: Standing, tables: Json) -> list[RenderableType]:
    """Return a line for each row of squares, in which each square has two columns."""
    cells = cells_of(tables)
    rows = dict.fromkeys(square[0] for square in cells)
    length = len(cells) // len(rows)
    lines = ["[dim]  " + "".join(map(_label, range(1, length + 1))) + "[/]"]
    lines += (
        f"{row} " + "".join(_square(f"{row}{at}", cells, standing) for at in range(1, length + 1)) for row in rows
    )
    return [one_line(line) for line in lines]


def _square(square: str, cells: Mapping[str, str], standing: Standing) -> str:
    """Return the uppermost piece on a square, or else its terrain, as markup of two columns."""
    stacks = standing.at(f"site:{square}", f"square:{square}")
    if not stacks:
        terrain, style = _TERRAIN.get(cells[square][0], ("?", "dim"))
        return f"[{style}]{terrain} [/]"
    known = "" if stacks[-1].text == "?" else " green"
    tile = f"[bold{known}]{derricks_of(cells[square])}{{text}}[/]"
    return stacks[-1].sign({"truck": "T{seat}", "derrick": "D{seat}", "tile": tile})


def _label(column: int) -> str:
    # two digits in a row of columns of two letters could not be distinguished
    return f"{column:<2}" if column < 10 or column % 2 == 0 else "  "  # noqa: PLR2004 - the first of two digits


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
