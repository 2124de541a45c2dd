"""What a player of Minos forfeits by a command."""

from collections.abc import Mapping

from service.terminal.display.board import Forfeit, Scene
from service.terminal.display.words import Json, counted
from service.terminal.titles.minos.board import dice_in_words


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    warnings = [_scales(command, scene), _leaving(command, scene)]
    found = _FORFEITS.get(command["type"])
    warnings.append(found(command, scene) if found else None)
    return " Also: ".join(filter(None, warnings)) or None


def _field(name: str, scene: Scene) -> Json | None:
    """Return the field of a space, which is the field itself or its harbour."""
    return next((one for one in scene.view["fields"] if name in {one["field"], one["harbour"]}), None)


def _income(choice: Json) -> int:
    """Return the talents that a choice brings at most."""
    more = choice["range"]["max"] - choice["range"]["min"] if "range" in choice else 0
    return choice.get("effect", {}).get("money", 0) + more * choice.get("each", {}).get("money", 0)


def _scales(command: Json, scene: Scene) -> str | None:
    """Warn before the first action that closes the income (3.4)."""
    if command.get("symbol") == "scales" or command["type"] in _ROLLING:
        return None
    incomes = [
        _income(choice)
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
    if all(choice["command"]["type"] != "minos.use_dice" for choice in scene.choices):
        return None
    return f"dice not used are lost: {dice_in_words(scene.view['turn']['dice'], scene.names)} (3.12)."


_FORFEITS: Mapping[str, Forfeit] = {
    "minos.end_turn": _ending,
    "minos.decline_soldier": lambda _command, _scene: "the free soldier is not offered again (9.4).",
}
