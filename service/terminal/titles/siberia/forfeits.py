"""What a player of Siberia forfeits by a command."""

from collections.abc import Mapping

from service.terminal.display.board import Forfeit, Scene
from service.terminal.display.words import Json, counted


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return what the player loses permanently by a command, or None."""
    found = _FORFEITS.get(command["type"])
    return found(command, scene) if found else None


def _voiding(command: Json, scene: Scene) -> str:
    number = counted(-scene.effect(command).get("tokens", 0), "token")
    return f"{number} of {scene.names.piece(command['column'])} go back to the bag and nothing is done with them (3.6)"


def _passing(_command: Json, scene: Scene) -> str | None:
    """Return a note only if an action could still have an effect."""
    empty = {"siberia.pass", "siberia.void_action"}
    actions = {choice["command"]["type"] for choice in scene.choices} - empty
    return "you take no more actions in this round, though you could (3.5)" if actions else None


def _stopping(command: Json, scene: Scene) -> str:
    return f"{counted(-scene.effect(command).get('moves', 0), 'move')} left unused (6.6)"


_FORFEITS: Mapping[str, Forfeit] = {
    "siberia.void_action": _voiding,
    "siberia.pass": _passing,
    "siberia.end_logistics": _stopping,
}
