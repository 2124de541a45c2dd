"""Follows a game live: its events in words, and the board after each batch."""

import shlex

from rich.markup import escape

from service.terminal.connection.errors import ProblemReply, ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Screen
from service.terminal.display.words import plain, printable
from service.terminal.sessions.talk import Talk


def watch(remote: RemoteGame, screen: Screen, *, board: bool, after: int = 0) -> None:
    """Print the events after a version, each once, until the game is over, then the result."""
    game = remote.game
    title, status = escape(plain(remote.ruleset)), escape(plain(game["status"]))
    screen.show(f"[bold]{title}[/] game {remote.id}, {status}; {remote.players()}")
    last = after
    talk = Talk(remote.client, screen, f"/games/{remote.id}")
    try:
        for batch in remote.client.follow(remote.id, after, remote.viewer):
            for event in batch.events:
                screen.line(remote.line(event))
                last = event["record"]["version"]
            if board and batch.events:
                screen.rule(f"version {escape(printable(str(last)))}")
                screen.show(remote.board(last))
            if remote.client.has_token:
                talk.catch_up()
    except (KeyboardInterrupt, ServerError) as error:
        if not isinstance(error, ProblemReply) or error.is_temporary:
            seen_as = "" if remote.viewer is None else f" --as {shlex.quote(remote.viewer)}"
            shown = f"{' --board' if board else ''}{seen_as}{remote.client.in_language}"
            place = f"--after {shlex.quote(str(last))}"
            screen.command(f"Continue with: ludolog watch {remote.id}{shown} {place}{remote.client.address}")
        raise
    remote.reload()
    screen.show(remote.result())
