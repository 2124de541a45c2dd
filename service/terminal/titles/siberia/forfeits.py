"""What a player of Siberia forfeits by a command, apart from what the server notes."""

from service.terminal.display.board import Scene
from service.terminal.display.words import Json

_EMPTY = {"siberia.pass", "siberia.void_action"}


def forfeit(command: Json, scene: Scene) -> str | None:
    """Return that a pass gives up actions that could still have an effect, or None."""
    actions = {choice["command"]["type"] for choice in scene.choices} - _EMPTY
    if command["type"] != "siberia.pass" or not actions:
        return None
    return "you take no more actions in this round, though you could (3.5)"
