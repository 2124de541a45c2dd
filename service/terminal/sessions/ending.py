"""What the user can do after the end of a game."""

import shlex

from service.terminal.connection.errors import ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Screen


def print_next_commands(remote: RemoteGame, screen: Screen) -> None:
    """Print the complete commands that play again, and replay, export and verify a game."""
    client = remote.client
    for what, command in (
        ("Play again", f"ludolog rematch {remote.id}{client.options}"),
        ("Replay it", f"ludolog replay {remote.id}{client.options}"),
        ("Export it", f"ludolog export {remote.id} --server {shlex.quote(client.server)}{client.named}"),
        ("Verify it", f"ludolog verify {remote.id}.jsonl --key {remote.id}.keys.json{_log_key(remote)}"),
    ):
        screen.command(f"{what}: {command}")


def _log_key(remote: RemoteGame) -> str:
    """Return the option with the key of the log of the site, if the log has the game.

    It has no imported games, and a server of an earlier release has no log.
    """
    try:
        place = remote.client.get(f"/games/{remote.id}/log")
    except ServerError:
        return ""
    return f" --log-key {remote.id}.log.vkey" if place.get("ended") else ""
