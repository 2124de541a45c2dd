"""Notes on the commands of Minos: cost, gain, and what a player forfeits."""

from collections.abc import Callable, Mapping
from typing import Any

from service.terminal.display.board import Scene
from service.terminal.display.words import Json, counted
from service.terminal.titles.minos.board import dice_in_words


def effect(command: Json, scene: Scene) -> str | None:
    """Return the cost and the gain of a command; None if there is nothing to note."""
    found = _EFFECTS.get(command["type"])
    return found(command, scene) if found else None


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    warnings = [_scales(command, scene), _leaving(command, scene)]
    found = _FORFEITS.get(command["type"])
    warnings.append(found(command, scene) if found else None)
    return " Also: ".join(filter(None, warnings)) or None


def _field(name: str, scene: Scene) -> Json | None:
    """Return the field of a space, which is the field itself or its harbour."""
    return next((one for one in scene.view["fields"] if name in {one["field"], one["harbour"]}), None)


def _use(command: Json, scene: Scene) -> str:
    number = command["dice"] + command["joker"]
    star = int(command["star"])
    if command["symbol"] == "scales":
        return f"brings {counted(_income(command, scene), 'talent')}"
    if command["symbol"] == "gull":
        each = scene.tables["dice"]["gull_points"]
        return f"brings {counted(number * each + star, 'movement point')}"
    if command["symbol"] == "arrow":
        return f"brings {counted(min(number + star, scene.view['rings_left']), 'ring')}"
    return f"brings {counted(number + star, 'building right')}"


def _income(command: Json, scene: Scene) -> int:
    """Return the talents that Scales bring (6.4); what a Star adds is an option (3.10)."""
    income = scene.me["income"]
    star = 1 if scene.options.get("star_on_scales") == "talent" else income
    return (command["dice"] + command["joker"]) * income + command["star"] * star


def _build(command: Json, scene: Scene) -> str:
    field = _field(command["field"], scene)
    number = len(field["buildings"]) if field else 0
    costs: Json = scene.tables["buildings"]
    rights = costs["walls_rights"] if command["building"] == "walls" else costs["rights"][number]
    kind = next(kind for kind in costs["kinds"] if kind["kind"] == command["building"])
    doubled = field is not None and "walls" in field["buildings"]
    gain = field["value"] if field and command["building"] == "walls" else kind["income"] * (2 if doubled else 1)
    return f"costs {counted(rights, 'right')} and {costs['talents'][number]} talents, income +{gain}"


def _recruit(_command: Json, scene: Scene) -> str:
    return f"costs {scene.tables['stock']['recruit_price']} talents"


def _rings(command: Json, scene: Scene) -> str:
    return f"costs {counted(command['rings'] * scene.tables['stock']['ring_price'], 'talent')}"


def _move(command: Json, scene: Scene) -> str:
    field = _field(command["to"], scene)
    spaces = {command["to"]} if field is None else {field["field"], field["harbour"]}
    enemies: list[str] = [
        scene.names.seats[player["seat"]]
        for player in scene.view["players"]
        if player["seat"] != scene.seat and spaces & {*player["ships"], *player["soldiers"]}
    ]
    if enemies:
        return f"1 point; attacks {' and '.join(enemies)}"
    if field is not None and field["buildings"] and field["owner"] is None:
        return f"1 point; takes the abandoned settlement, income +{field['value']}"
    return "1 point"


_EFFECTS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "minos.use_dice": _use,
    "minos.build": _build,
    "minos.recruit": _recruit,
    "minos.buy_rings": _rings,
    "minos.move_ship": _move,
    "minos.move_soldier": _move,
    "minos.place_soldier": lambda _command, _scene: "free, from your reserve",
}


def _scales(command: Json, scene: Scene) -> str | None:
    """Warn before the first action that closes the income (3.4)."""
    if command.get("symbol") == "scales" or command["type"] in _ROLLING:
        return None
    incomes = [
        _income(choice["command"], scene)
        for choice in scene.choices
        if choice["command"]["type"] == "minos.use_dice"
        and choice["command"]["symbol"] == "scales"
        and choice["command"]["dice"] > 0
    ]
    if not incomes or not max(incomes):
        return None
    return f"Scales come first: your Scales, worth up to {counted(max(incomes), 'talent')}, are lost (3.4)."


_ROLLING = frozenset({"minos.roll_again", "minos.keep_dice", "minos.reroll_in_conflict", "minos.stand_in_conflict"})


def _leaving(command: Json, scene: Scene) -> str | None:
    """Warn when the last piece leaves an own settlement (9.3)."""
    if command["type"] not in {"minos.move_ship", "minos.move_soldier", "minos.carry_soldier"}:
        return None
    field = _field(command["origin"], scene)
    if field is None or field["owner"] != scene.seat or _field(command["to"], scene) is field:
        return None
    present = [at for at in (*scene.me["ships"], *scene.me["soldiers"]) if at in {field["field"], field["harbour"]}]
    leaving = 2 if command["type"] == "minos.carry_soldier" else 1
    if len(present) > leaving:
        return None
    name = scene.names.thing(field["field"])
    return f"your last piece leaves {name}: the settlement is abandoned, income -{field['value']} (9.3)."


def _ending(_command: Json, scene: Scene) -> str | None:
    turn: dict[str, Any] = scene.view["turn"]
    lost = [
        counted(turn[what], name)
        for what, name in (("points", "movement point"), ("rights", "building right"))
        if turn[what]
    ]
    usable = {choice["command"]["symbol"] for choice in scene.choices if choice["command"]["type"] == "minos.use_dice"}
    if usable:
        lost.append(f"dice not used ({dice_in_words(turn['dice'], scene.names)})")
    return f"lost at the end of the turn: {', '.join(lost)} (3.12)." if lost else None


_FORFEITS: Mapping[str, Callable[[Json, Scene], str | None]] = {
    "minos.end_turn": _ending,
    "minos.decline_soldier": lambda _command, _scene: "the free soldier is not offered again (9.4).",
}
