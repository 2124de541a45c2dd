"""What a player of Giganten forfeits by a command."""

from collections.abc import Mapping
from typing import Any

from service.terminal.display.board import Forfeit, Scene
from service.terminal.display.words import Json, plain


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    found = _FORFEITS.get(command["type"])
    return found(command, scene) if found else None


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
    hand = scene.me["licences"]
    held = hand["ones"] + 2 * hand["twos"]
    if command["value"] <= held:
        return None
    return f"your licences are worth {held}: if you win, half of your cards are lost for nothing (7a.8)"


def _selling(command: Json, _scene: Scene) -> str | None:
    return "the licences that you paid are not returned (7b.1)" if command["markers"] == 0 else None


_FORFEITS: Mapping[str, Forfeit] = {
    "giganten.decline_special": _declining,
    "giganten.discard_oil": _discarding,
    "giganten.bid": _bluffing,
    "giganten.sell_oil": _selling,
}
