"""Notes on the commands of Siberia: cost, gain, and what a player forfeits."""

from collections import deque
from collections.abc import Callable, Mapping

from service.terminal.display.board import Scene
from service.terminal.display.words import Json, counted, dollars


def effect(command: Json, scene: Scene) -> str | None:
    """Return the cost and the gain of a command; None if there is nothing to note."""
    found = _EFFECTS.get(command["type"])
    return found(command, scene) if found else None


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    found = _FORFEITS.get(command["type"])
    return found(command, scene) if found else None


def _sell(command: Json, scene: Scene) -> str:
    exchange = next(one for one in scene.view["exchanges"] if one["exchange"] == command["exchange"])
    price, number = exchange["prices"][command["resource"]], len(command["areas"])
    return f"brings {dollars(price * number)}"


def move_costs(view: Json, start: str) -> dict[str, int]:
    """Return the moves to each place: an exhausted area costs none (6.2, 6.3)."""
    borders: dict[str, list[str]] = {area["area"]: area["beside"] for area in view["areas"]}
    borders[view["start"]] = view["start_beside"]
    free = {area["area"] for area in view["areas"] if area["exhausted"]}
    costs, queue = {start: 0}, deque([start])
    while queue:
        place = queue.popleft()
        for following in borders[place]:
            cost = costs[place] + (following not in free)
            if cost < costs.get(following, 1 << 30):
                costs[following] = cost
                (queue.append if following not in free else queue.appendleft)(following)
    return costs


def _move(command: Json, scene: Scene) -> str | None:
    cost = move_costs(scene.view, command["origin"]).get(command["to"])
    return counted(cost, "move") if cost is not None else None


def _salesman(command: Json, scene: Scene) -> str:
    exchange = next(one for one in scene.view["exchanges"] if one["exchange"] == command["exchange"])
    prices = [f"{scene.names.piece(name)} {dollars(price)}" for name, price in exchange["prices"].items()]
    return f"buys {', '.join(prices)}"


def _cube(command: Json, scene: Scene) -> str:
    area = next(area for area in scene.view["areas"] if area["area"] == command["area"])
    there = ", ".join(map(scene.names.piece, area["cubes"])) or "nothing yet"
    return f"{scene.view['reserves'][command['resource']]} in reserve; there: {there}"


def _tokens_in(column: str, scene: Scene) -> int:
    return len(scene.me["columns"][column]["tokens"])


def _place(command: Json, scene: Scene) -> str | None:
    if command["spot"] == "research":
        return "finds a cube"
    column = scene.me["columns"][command["spot"]]
    return "fills the column" if len(column["tokens"]) + column["tile"] == 1 else None


def _cities(command: Json, scene: Scene) -> str:
    tiles = zip(scene.tables["exchanges"]["tiles"], command["sides"].lower(), strict=True)
    return ", ".join(scene.names.place(tile[side]["id"], tile[side]["name"]) for tile, side in tiles)


_EFFECTS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "siberia.choose_sides": _cities,
    "siberia.sell_cubes": _sell,
    "siberia.move_worker": _move,
    "siberia.place_salesman": _salesman,
    "siberia.place_resource": _cube,
    "siberia.place_token": _place,
    "siberia.use_logistics": lambda _command, scene: counted(scene.tables["numbers"]["moves"], "move"),
    "siberia.take_investment": lambda _command, _scene: "fills a space for the rest of the game",
    "siberia.void_action": lambda command, scene: (
        f"{counted(_tokens_in(command['column'], scene), 'token')} back to the bag"
    ),
    "siberia.pass": lambda _command, _scene: "no more turns in this round",
    "siberia.end_logistics": lambda _command, scene: f"{counted(scene.view['action']['moves'], 'move')} unused",
}


def _voiding(command: Json, scene: Scene) -> str:
    number = counted(_tokens_in(command["column"], scene), "token")
    return f"{number} of {scene.names.piece(command['column'])} go back to the bag and nothing is done with them (3.6)"


def _passing(_command: Json, scene: Scene) -> str | None:
    """Return a note only if an action could still have an effect."""
    empty = {"siberia.pass", "siberia.void_action"}
    actions = {choice["command"]["type"] for choice in scene.choices} - empty
    return "you take no more actions in this round, though you could (3.5)" if actions else None


def _stopping(_command: Json, scene: Scene) -> str:
    return f"{counted(scene.view['action']['moves'], 'move')} left unused (6.6)"


_FORFEITS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "siberia.void_action": _voiding,
    "siberia.pass": _passing,
    "siberia.end_logistics": _stopping,
}
