"""Notes on the commands of Giganten: cost, gain, and what a player forfeits."""

import heapq
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from service.terminal.display.board import Scene
from service.terminal.display.words import Json, counted, dollars, plain


def effect(command: Json, scene: Scene) -> str | None:
    """Return the cost and the gain of a command; None if there is nothing to note."""
    found = _EFFECTS.get(command["type"])
    return found(command, scene) if found else None


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    found = _FORFEITS.get(command["type"])
    return found(command, scene) if found else None


def drive_costs(view: Json, tables: Json, start: str) -> Mapping[str, int]:
    """Return the points of the cheapest way to each square (rules 4a.4 to 4a.7): derricks block, all else is passed."""
    terrain: Json = tables["terrain"]
    ground = (terrain["plain"], terrain["hill"], terrain["mountain"])
    blocked = frozenset(site["square"] for site in view["sites"] if site["status"] == "derrick")
    return _costs(tuple(tables["map"]["rows"]), ground, blocked, start)


@lru_cache(maxsize=8)
def _costs(
    rows: tuple[str, ...], ground: tuple[int, int, int], blocked: frozenset[str], start: str
) -> Mapping[str, int]:
    cells = [[dict(zip("phm", ground, strict=True))[cell[0]] for cell in row.split()] for row in rows]
    costs: dict[str, int] = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, square = heapq.heappop(heap)
        row, column = ord(square[0]) - ord("A"), int(square[1:]) - 1
        for y, x in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
            if not (0 <= y < len(cells) and 0 <= x < len(cells[0])):
                continue
            following = f"{chr(ord('A') + y)}{x + 1}"
            total = cost + cells[y][x]
            if following not in blocked and total < costs.get(following, 1 << 30):
                costs[following] = total
                heapq.heappush(heap, (total, following))
    return costs


def _drive(command: Json, scene: Scene) -> str | None:
    truck = scene.me["truck"]
    cost = drive_costs(scene.view, scene.tables, truck).get(command["to"]) if truck else None
    return counted(cost, "point") if cost else None


def _advance(command: Json, scene: Scene) -> str:
    # the first cost is that of space 2
    costs: list[int] = scene.tables["tracks"]["costs"]
    at = scene.me["train"] - 1
    each = costs[at : at + command["spaces"]]
    return f"{counted(sum(each), 'point')}, to space {at + 1 + command['spaces']}"


def _site(command: Json, scene: Scene) -> Json:
    return next(site for site in scene.view["sites"] if site["square"] == command["site"])


def _build(command: Json, scene: Scene) -> str:
    site = _site(command, scene)
    kind = next(kind for kind in scene.tables["tiles"]["kinds"] if kind["derricks"] == site["kind"])
    held = site["value"] if site["value"] is not None else " or ".join(map(str, kind["values"]))
    return f"costs {dollars(kind['cost'])}, holds {held} markers"


def _ship(command: Json, scene: Scene) -> str:
    fee = dollars(scene.tables["fees"]["transport"])
    return "free" if command["carrier"] == "own" else f"costs {fee}"


def _sell(command: Json, scene: Scene) -> str:
    price = scene.view["prices"][scene.view["auction"]["company"]]
    return f"brings {dollars(price * command['markers'])}"


def _shift(command: Json, scene: Scene) -> str:
    ladder: list[int] = scene.tables["prices"]["ladder"]
    at = ladder.index(scene.view["prices"][command["company"]]) + command["direction"] * command["steps"]
    return f"to {dollars(ladder[max(0, min(len(ladder) - 1, at))])}"


def _push(_command: Json, scene: Scene) -> str:
    back = scene.me["card"]["back"]
    moves = [
        f"{scene.names.seats[player['seat']]} from {player['train']} to {max(1, player['train'] - back)}"
        for player in scene.view["players"]
        if player["seat"] != scene.seat
    ]
    return ", ".join(moves)


def _held(scene: Scene) -> int:
    hand = scene.me["licences"]
    return hand["ones"] + 2 * hand["twos"]


def _bid(command: Json, scene: Scene) -> str:
    held = _held(scene)
    return f"your licences are worth {held}" + ("; a bluff" if command["value"] > held else "")


def _pay(command: Json, _scene: Scene) -> str:
    return f"worth {command['ones'] + 2 * command['twos']}"


def _store(command: Json, scene: Scene) -> str:
    return f"its price is {dollars(scene.view['prices'][command['company']])}"


def _end(_command: Json, scene: Scene) -> str | None:
    movement: Json | None = scene.view["movement"]
    points = int(movement["points"]) if movement else 0
    return f"{counted(points, 'point')} lost" if points else None


_EFFECTS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "giganten.drive_truck": _drive,
    "giganten.advance_train": _advance,
    "giganten.build_derrick": _build,
    "giganten.ship_oil": _ship,
    "giganten.sell_oil": _sell,
    "giganten.shift_price": _shift,
    "giganten.push_trains_back": _push,
    "giganten.bid": _bid,
    "giganten.pay_licences": _pay,
    "giganten.forfeit_licences": _pay,
    "giganten.store_free_oil": _store,
    "giganten.end_movement": _end,
    "giganten.discard_oil": lambda _command, _scene: "the marker goes back to the supply",
    "giganten.place_truck": lambda _command, _scene: "free",
    "giganten.inspect_site": lambda _command, _scene: "free",
}


def _ending(command: Json, scene: Scene) -> str | None:
    lost = _end(command, scene)
    return f"{lost}: points are not kept for later (4.3)" if lost else None


def _declining(_command: Json, scene: Scene) -> str:
    card: dict[str, Any] = scene.me["card"] or {}
    special = " and ".join(name for name in ("price", "oil", "back") if card.get(name))
    return f"the special of your card ({special or 'as printed'}) is lost (4d.1)"


def _discarding(command: Json, scene: Scene) -> str | None:
    """Return a note only if the marker could have been shipped."""
    ways = [
        choice["command"]["carrier"]
        for choice in scene.choices
        if choice["command"]["type"] == "giganten.ship_oil" and choice["command"]["site"] == command["site"]
    ]
    if not ways:
        return None
    way = "free, by your own train" if "own" in ways else f"by the {plain(ways[0])} train"
    return f"the marker is lost; it could be shipped {way} (6.2)"


def _bluffing(command: Json, scene: Scene) -> str | None:
    held = _held(scene)
    if command["value"] <= held:
        return None
    return f"your licences are worth {held}: if you win, half of your cards are lost for nothing (7a.8)"


def _selling(command: Json, _scene: Scene) -> str | None:
    return "the licences that you paid are not returned (7b.1)" if command["markers"] == 0 else None


_FORFEITS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "giganten.end_movement": _ending,
    "giganten.decline_special": _declining,
    "giganten.discard_oil": _discarding,
    "giganten.bid": _bluffing,
    "giganten.sell_oil": _selling,
}
