"""Siberia in the terminal: areas with cubes and workers, exchanges with prices and salesmen, everybody's panel."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from service.terminal.board import Title, header, players_table
from service.terminal.screen import stacked
from service.terminal.words import COLOURS, Json, Names, Sentence, dollars, plain, things, words

_CUBES = {"gas": "cyan", "coal": "white", "oil": "magenta", "gold": "yellow", "diamonds": "bright_blue"}
_RESOURCES = tuple(_CUBES)
_COLUMNS = ("manager", "logistics", "salesman", "worker", "investor", *_RESOURCES)


def board(view: Json, _tables: Json, names: Names) -> RenderableType:
    """Draw the table."""
    return stacked(
        header(view, names),
        _areas(view, names),
        _exchanges(view),
        _stock(view),
        _players(view, names),
        _panels(view, names),
        *_hands(view, names),
        _now(view, names),
    )


def _resource(name: str, text: str | None = None) -> str:
    return f"[{_CUBES.get(name, 'white')}]{escape(text or plain(name))}[/]"


def _pawns(view: Json, kind: str, place: str) -> str:
    """Return the pawns of a kind at a place, one mark each."""
    return " ".join(
        f"[bold {COLOURS[player['seat']]}]{kind[0].upper()}{player['seat']}[/]"
        for player in view["players"]
        for at in player[kind]
        if at == place
    )


def _areas(view: Json, names: Names) -> Table:
    table = Table("area", "cubes", "workers", "borders on", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    start = view["start"]
    table.add_row(
        f"[bold]{names.thing(start)}[/]",
        "[dim]the start[/]",
        _pawns(view, "workers", start),
        _beside(view["start_beside"], names),
    )
    for area in view["areas"]:
        cubes = (
            "[dim]exhausted[/]" if area["exhausted"] else " ".join(_resource(cube, cube[:4]) for cube in area["cubes"])
        )
        workers = _pawns(view, "workers", area["area"])
        table.add_row(escape(plain(area["name"])), cubes, workers, _beside(area["beside"], names))
    return table


def _beside(places: list[str], names: Names) -> str:
    # four letters are enough to tell the areas apart, and leave a line for each of them
    return f"[dim]{' '.join(names.thing(place)[:4] for place in places)}[/]"


def _exchanges(view: Json) -> Table:
    table = Table("exchange", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for resource in _RESOURCES:
        table.add_column(_resource(resource), justify="right")
    table.add_column("salesmen")
    for exchange in view["exchanges"]:
        prices = [dollars(exchange["prices"][name]) if name in exchange["prices"] else "-" for name in _RESOURCES]
        table.add_row(escape(plain(exchange["name"])), *prices, _pawns(view, "salesmen", exchange["exchange"]))
    return table


def _stock(view: Json) -> str:
    reserves = "  ".join(f"{_resource(name)} {left}" for name, left in view["reserves"].items())
    tiles = ", ".join(escape(words(tile)) for tile in view["investments"])
    return (
        f"reserve: {reserves}   areas exhausted: {view['exhausted']} of {view['exhausted_end']}{_idle(view)}\n"
        f"investments: {tiles} ({view['investments_left']} more) tokens in the bag: {view['bag']}"
    )


def _idle(view: Json) -> str:
    """Return the count of rule 13.6 once there is something to count."""
    rounds, limit = view["idle_rounds"], view["idle_rounds_end"]
    return f"   rounds without a cube: {rounds} of {limit}" if rounds and limit else ""


def _players(view: Json, names: Names) -> Table:
    table = players_table("money", "pawns left", "research", "to place", "")
    for player in view["players"]:
        mark = "*" if player["seat"] == view["first_player"] else ""
        table.add_row(
            f"{names.seat(player['seat'])}{mark}",
            dollars(player["money"]) if player["money"] is not None else "hidden",
            str(player["reserve"]),
            things(player["research"], names) if player["research"] else "-",
            str(player["to_place"]),
            "passed" if player["passed"] else "",
        )
    return table


def _panels(view: Json, names: Names) -> Table:
    """Draw the columns of all panels: how many tokens lie in each, and a + for an investment tile."""
    table = Table("tokens", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for column in _COLUMNS:
        table.add_column(column[:4], justify="center")
    for player in view["players"]:
        cells: list[str] = []
        for column in _COLUMNS:
            found = player["columns"][column]
            cells.append((str(len(found["tokens"])) if found["tokens"] else ".") + ("+" if found["tile"] else ""))
        table.add_row(names.seat(player["seat"]), *cells)
    return table


def _hands(view: Json, names: Names) -> list[str]:
    lines: list[str] = []
    for player in view["players"]:
        hand = player["hand"]
        if hand is not None:
            placed = ", ".join(
                f"{names.thing(laid['token'])} in {names.thing(laid['spot'])}" for laid in hand["placed"]
            )
            drawn = things(hand["tokens"], names)
            lines.append(f"{names.seat(player['seat'])} holds {drawn}; has placed {placed or 'nothing'}")
    return lines


def _now(view: Json, names: Names) -> str | None:
    action = view["action"]
    if action is None:
        return None
    moves = f", {action['moves']} moves left" if action["step"] == "logistics" else ""
    return f"{names.seat(action['seat'])} acts ({escape(words(action['step']))}{moves})"


def _revealed(event: Mapping[str, Any], names: Names) -> str:
    told = "; ".join(
        f"{names.seat(placement['seat'])}: "
        + ", ".join(f"{names.thing(laid['token'])} in {names.thing(laid['spot'])}" for laid in placement["tokens"])
        for placement in event["placements"]
    )
    return f"all tokens are revealed: {told}"


def _exhausted(event: Mapping[str, Any], names: Names) -> str:
    home = ", ".join(f"{one['workers']} of {names.seat(one['seat'])}" for one in event["sent_home"])
    sent = f"; workers sent home: {home}" if home else ""
    return f"{names.thing(event['area'])} is exhausted, as number {event['number']}{sent}"


def _sides(event: Mapping[str, Any], names: Names) -> str:
    who = names.seat(event["seat"]) + " chose" if event["seat"] is not None else "chance or the options say"
    return f"{who} the sides {escape(event['sides'])} of the exchanges"


EVENTS: Mapping[str, Sentence] = {
    "siberia.first_player_drawn": "{seat:@} begins",
    "siberia.area_seeded": "{area:~} has {resources:~}",
    "siberia.sides_chosen": _sides,
    "siberia.investment_revealed": "an investment lies open: {tile:~}",
    "siberia.round_started": "[bold]round {round}[/] begins, {first_player:@} first",
    "siberia.phase_started": "phase {phase} begins",
    "siberia.tokens_drawn": "{seat:@} drew {count} token{count:s}",
    "siberia.drawing_ended": "all have drawn",
    "siberia.token_placed": "{seat:@} placed a token unseen, {left} left",
    "siberia.placing_changed": "{seat:@} placed a token or took one back, unseen",
    "siberia.placing_ended": "{seat:@} is done placing",
    "siberia.placements_revealed": _revealed,
    "siberia.turn_started": "it is the turn of {seat:@}",
    "siberia.round_passed": "{seat:@} passes for this round",
    "siberia.action_voided": "{seat:@} used {column:~} for nothing",
    "siberia.resource_placed": "{seat:@} found {resource:~} in {area:~}",
    "siberia.research_failed": "the research of {seat:@} with {token:~} found nothing",
    "siberia.joker_played": "{seat:@} played a manager as a joker into {column:~}",
    "siberia.logistics_started": "{seat:@} uses logistics: {moves} moves",
    "siberia.worker_moved": "{seat:@} moved a worker from {origin:~} to {to:~} for {moves} move{moves:s}",
    "siberia.logistics_ended": "{seat:@} ended logistics, {unused} move{unused:s} unused",
    "siberia.salesman_placed": "{seat:@} sent a salesman to {exchange:~} from {origin:~}",
    "siberia.worker_placed": "{seat:@} put a worker at the start, from {origin:~}",
    "siberia.investment_taken": "{seat:@} took the investment {tile:~}",
    "siberia.cubes_sold": "{seat:@} mined {areas:n} {resource:~} ({areas:~}) and sold at {exchange:~} for {proceeds:$}",
    "siberia.area_exhausted": _exhausted,
    "siberia.end_triggered": "the end is near: {reason:~}",
    "siberia.token_returned": "{seat:@} returned {token:~} from {column:~}",
    "siberia.play_ended": "play is over ({reason:~})",
}

COMMANDS: Mapping[str, Sentence] = {
    "siberia.choose_sides": "turn the exchange tiles to {sides}",
    "siberia.place_token": "place {token:~} in {spot:~}",
    "siberia.take_back": "take back {token:~} from {spot:~}",
    "siberia.end_placing": "be done: all tokens stay where they lie",
    "siberia.pass": "pass for this round",
    "siberia.void_action": "use {column:~} for nothing",
    "siberia.place_resource": "with {token:~}, place {resource:~} in {area:~}",
    "siberia.play_joker": "play a manager as a joker into {column:~}",
    "siberia.use_logistics": "use logistics",
    "siberia.move_worker": "move a worker from {origin:~} to {to:~}",
    "siberia.end_logistics": "end logistics",
    "siberia.place_salesman": "send a salesman to {exchange:~} from {origin:~}",
    "siberia.place_worker": "put a worker at the start, from {origin:~}",
    "siberia.take_investment": "take the investment {tile:~}",
    "siberia.sell_cubes": "mine {resource:~} in {areas:~} and sell at {exchange:~}",
    "siberia.return_token": "return {token:~} from {column:~}",
}


def names_of_things(tables: Json) -> dict[str, str]:
    """Return the names of areas, exchanges and tokens."""
    found: dict[str, str] = {}
    board_map, exchanges = tables.get("map", {}), tables.get("exchanges", {})
    found[str(board_map.get("start", ""))] = str(board_map.get("start_name", ""))
    named: list[Json] = [*board_map.get("areas", []), exchanges.get("always", {})]
    for tile in exchanges.get("tiles", []):
        named += [tile["a"], tile["b"]]
    found |= {str(one["id"]): str(one["name"]) for one in named if "id" in one and "name" in one}
    people = ("logistics", "salesman", "worker", "investor")
    return found | {f"{who}_{what}": f"{who}+{what}" for who in people for what in _RESOURCES}


SIBERIA = Title(
    board=board,
    events=EVENTS,
    commands=COMMANDS,
    quiet=frozenset({"siberia.drawing_ended", "siberia.phase_started", "siberia.turn_started"}),
    things=names_of_things,
)
