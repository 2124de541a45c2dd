"""The board of Siberia: areas with cubes and workers, exchanges, then the panels of all players."""

from rich.console import RenderableType
from rich.markup import escape

from service.terminal.display.board import WIDTH, heading, one_line, side_by_side
from service.terminal.display.screen import stacked
from service.terminal.display.standing import Signs, Standing, cell, columns
from service.terminal.display.words import Json, Names, counted, dollars, plain, words

CUBES = {"gas": "cyan", "coal": "white", "oil": "magenta", "gold": "yellow", "diamonds": "bright_blue"}
RESOURCES = tuple(CUBES)
PEOPLE = ("manager", "logistics", "salesman", "worker", "investor")
SIGNS: Signs = {"worker": "W{seat}", "salesman": "S{seat}", "exhausted": "[dim]exhausted[/]"}
_CELL = 24


def board(view: Json, tables: Json, names: Names) -> RenderableType:
    """Return the board. Before the sides of the exchange tiles are chosen, it shows both sides."""
    standing = Standing(view)
    # before the choice there is only the exchange without a tile
    is_open = len(view["exchanges"]) <= 1
    left, right = columns(_places(view, standing, names), 2)
    exchanges = _exchanges(view, standing, names)
    top = side_by_side((left, _CELL), (right, _CELL), (exchanges, WIDTH - 2 * _CELL))
    lower = _tiles(tables, names) if is_open else _panels(view, names)
    more = (f"exhausted {view['exhausted']} of {view['exhausted_end']}", *_idle(view))
    return stacked(heading(view, names, *more), top, *map(one_line, [*lower, *_below(view, names)]))


def _idle(view: Json) -> tuple[str, ...]:
    """Return the count of rule 13.6 if it is not 0."""
    rounds, limit = view["idle_rounds"], view["idle_rounds_end"]
    return (f"rounds without a cube: {rounds} of {limit}",) if rounds and limit else ()


def _short_resource(name: str, names: Names) -> str:
    """Return the first two letters of a resource in its colour."""
    return f"[{CUBES.get(name, 'white')}]{escape(_short(name, names))}[/]"


def _short(name: str, names: Names) -> str:
    return f"{names.piece(name)[:2].lower():<2}"


def _short_resources(names: Names) -> str:
    return " ".join(_short_resource(name, names) for name in RESOURCES)


def _places(view: Json, standing: Standing, names: Names) -> list[str]:
    """Return a line for the start and for each area: cubes, then workers."""
    signs = {**SIGNS, **{name: f"{_short_resource(name, names)} " for name in RESOURCES}}
    start = view["start"]
    lines = [f"[bold]{names.thing(start)}[/] {standing.signs(signs, f'place:{start}')}"]
    for area in view["areas"]:
        there = standing.signs(signs, f"place:{area['area']}")
        lines.append(cell(names.place(area["area"], area["name"]), there, _CELL - 1, pad=9))
    return lines


def _exchanges(view: Json, standing: Standing, names: Names) -> list[str]:
    lines = [f"[dim]$1,000s  [/]{_short_resources(names)}[dim] salesmen[/]"]
    for exchange in view["exchanges"]:
        prices = " ".join(_thousands(exchange["prices"].get(name, 0)) for name in RESOURCES)
        salesmen = standing.signs(SIGNS, f"exchange:{exchange['exchange']}")
        lines.append(f"{escape(names.place(exchange['exchange'], exchange['name'])[:9]):<9}{prices} {salesmen}")
    return lines


def _thousands(price: int) -> str:
    return f"{price // 1000:>2}" if price % 1000 == 0 and price else " -" if not price else f"{price / 1000:.1f}"


def _tiles(tables: Json, names: Names) -> list[str]:
    """Return both sides of the exchange tiles, for the choice of the first player."""
    kinds = _short_resources(names)
    lines = [f"[bold]Exchange tiles[/] A {'':<10}{kinds}      B {'':<10}{kinds}"]
    for number, tile in enumerate(tables["exchanges"]["tiles"], start=1):
        sides = "      ".join(
            f"{letter.upper()} {escape(names.place(tile[letter]['id'], tile[letter]['name'])[:9]):<10}"
            + " ".join(_thousands(price) for price in tile[letter]["prices"])
            for letter in ("a", "b")
        )
        lines.append(f"tile {number}{'':<9}{sides}")
    return lines


def _panels(view: Json, names: Names) -> list[str]:
    """Return a line for each player: money, pawns in reserve, and tokens in each column."""
    columns = " ".join([*(escape(_short(column, names)) for column in PEOPLE), _short_resources(names)])
    lines = [f"[dim]{'player':<19} {'money':>8} pawns[/] {columns} [dim]research[/]"]
    for player in view["players"]:
        mark = "*" if player["seat"] == view["first_player"] else ""
        seat: int = player["seat"]
        name = names.short_seat(seat, 18) + mark
        pad = " " * max(0, 19 - min(18, len(names.seats[seat])) - len(mark))
        money = dollars(player["money"]) if player["money"] is not None else "hidden"
        # hidden placed tokens belong to the hand until all tokens are revealed
        hand: Json | None = player["hand"]
        placed = [str(laid["spot"]) for laid in hand["placed"]] if hand else []
        cells = " ".join(_column(player["columns"][column], placed.count(column)) for column in (*PEOPLE, *RESOURCES))
        searching = len(player["research"]) + placed.count("research")
        research = f"{searching} " if searching else ""
        line = f"{name}{pad} {money:>8} {player['reserve']:>5} {cells}"
        lines.append(f"{line} {research}{_state(player)}")
    return lines


def _state(player: Json) -> str:
    """Return what a player still has to do in the round, or that the player has passed."""
    if player["passed"]:
        return "passed"
    hand: Json | None = player["hand"]
    # while tokens may be taken back, `to_place` counts those that lie too (2.8)
    left = len(hand["tokens"]) if hand else player["to_place"]
    if left:
        return f"to place {left}"
    return "done placing?" if player["to_place"] else ""


def _column(column: Json, placed: int) -> str:
    number = len(column["tokens"]) + placed
    return (str(number) if number else ".") + ("+" if column["tile"] else " ")


def _below(view: Json, names: Names) -> list[str]:
    reserves = " ".join(f"{_short_resource(name, names)} {left}" for name, left in view["reserves"].items())
    tiles = " ".join(escape(names.piece(tile)[:4].lower()) for tile in view["investments"])
    lines = [f"reserve {reserves} · tiles {tiles} +{view['investments_left']} · bag {view['bag']}"]
    own = [player["hand"]["tokens"] for player in view["players"] if player["hand"] is not None]
    # a view with several hands shows a game that is over
    if len(own) == 1 and own[0]:
        lines.append(_hand(own[0], names))
    action = view["action"]
    if action is not None and action["step"] != "acting":
        moves = f", {counted(action['moves'], 'move')} left" if action["step"] == "logistics" else ""
        lines.append(f"{names.seat(action['seat'])}: {escape(words(action['step']))}{moves}")
    return lines


def _hand(tokens: list[str], names: Names) -> str:
    """Return the tokens in one line, with abbreviated names if needed."""
    kinds = {token: tokens.count(token) for token in tokens}
    line = ""
    for people, resources in ((99, 99), (99, 2), (4, 2)):
        parts: list[str] = []
        for kind, number in kinds.items():
            person, slash, thing = (names.things.get(kind) or plain(kind).replace("_", "/")).partition("/")
            parts.append(f"{f'{number} ' if number > 1 else ''}{person[:people]}{slash}{thing[:resources]}")
        line = f"hand: {', '.join(parts)}"
        if len(line) <= WIDTH:
            break
    return escape(line)
