"""A hint of the engine, in words, from the server."""

from service.terminal.connection.client import new_key
from service.terminal.connection.game import RemoteGame
from service.terminal.display.words import Json
from service.terminal.questions.menu import Menu

_WHOLE = 1000
"""The chance of a seat that is sure to win, as the server writes it."""


def hint_lines(remote: RemoteGame, decision: str, menu: Menu) -> list[str]:
    """Take a hint for a decision, and return its choices as lines of markup. Raises ProblemReply."""
    found: Json = remote.client.post(f"/games/{remote.id}/hints", {"decision": decision}, key=new_key())
    return [
        "[dim]the engine would choose, with your winning chance by what you know (all see that you took a hint):[/]",
        *(f"{choice['chance'] / _WHOLE:>6.0%}  {menu.said(choice['command'])}" for choice in found["choices"]),
    ]
