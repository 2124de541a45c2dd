"""What stands on the boards, read from views independently of the projection of the pieces."""

from typing import Any

from domain.kernel.values import Seat


def standing(title: str, view: dict[str, Any]) -> dict[tuple[str, Seat | None, str], int]:
    """Return how many pieces of each kind and seat stand at each place, read from a view independently."""
    found: dict[tuple[str, Seat | None, str], int] = {}

    def add(kind: str, seat: Seat | None, at: str, count: int = 1) -> None:
        if count:
            found[kind, seat, at] = found.get((kind, seat, at), 0) + count

    _READERS[title](view, add)
    return found


def _giganten(view: dict[str, Any], add: Any) -> None:
    add("train", None, f"track:black:{min(view['black_train'], view['black_train_end'])}")
    for company, price in view["prices"].items():
        add("price", None, f"price:{company}:{price}")
    for site in view["sites"]:
        if site["status"] == "tile":
            add("tile", None, f"site:{site['square']}")
    for player in view["players"]:
        seat = player["seat"]
        add("train", seat, f"track:{seat}:{player['train']}")
        if player["truck"]:
            add("truck", seat, f"square:{player['truck']}")
        for derrick in player["derricks"]:
            add("derrick", seat, f"site:{derrick['site']}")
        for company, oil in player["depots"].items():
            add("barrel", seat, f"depot:{seat}:{company}", oil)


def _siberia(view: dict[str, Any], add: Any) -> None:
    for area in view["areas"]:
        for cube in area["cubes"]:
            add(cube, None, f"place:{area['area']}")
        add("exhausted", None, f"place:{area['area']}", int(area["exhausted"]))
    for resource, left in view["reserves"].items():
        add("figure", None, f"cubes:{resource}", left)
    for tile in view["investments"]:
        add("open", None, f"tile:{tile}")
    for player in view["players"]:
        seat = player["seat"]
        add("pawn", seat, f"reserve:{seat}", player["reserve"])
        for place in player["workers"]:
            add("worker", seat, f"place:{place}")
        for exchange in player["salesmen"]:
            add("salesman", seat, f"exchange:{exchange}")
        for column, content in player["columns"].items():
            add("token", None, f"column:{seat}:{column}", len(content["tokens"]))
            add("tile", None, f"column:{seat}:{column}", int(content["tile"]))
        add("token", None, f"research:{seat}", len(player["research"]))


def _minos(view: dict[str, Any], add: Any) -> None:
    for field in view["fields"]:
        at = f"place:{field['field']}"
        add("covered", None, at, int(field["covered"]))
        for building in field["buildings"]:
            add(building, field["owner"], at)
        if field["owner"] is not None:
            add(f"seat{field['owner']}", field["owner"], at)
        elif field["buildings"] and field["left_by"] is not None:
            add("badge", None, at)
    for player in view["players"]:
        seat = player["seat"]
        add(f"seat{seat}", seat, f"income:{player['income'] % 50}")
        add("badge", None, f"rings:{seat}", player["rings"])
        for place in player["ships"]:
            add("ship", seat, f"place:{place}")
        for place in player["soldiers"]:
            add("soldier", seat, f"place:{place}")
    _minos_supply(view, add)


def _minos_supply(view: dict[str, Any], add: Any) -> None:
    add("badge", None, "rings", view["rings_left"])
    for building, left in view["stock"].items():
        add("badge", None, f"building:{building}", left)
    turn: dict[str, Any] = view["turn"] or {"dice": {}, "jokered": (), "starred": ()}
    fight: dict[str, Any] = view["conflict"] or {"dice": None}
    for symbol, dice in (fight["dice"] or turn["dice"]).items():
        add("badge", None, f"die:{symbol}", dice)
    for kind, symbols in (("joker", turn["jokered"]), ("star", turn["starred"])):
        for symbol in symbols:
            add(kind, None, f"die:{symbol}")


_READERS = {"giganten": _giganten, "siberia": _siberia, "minos": _minos}
