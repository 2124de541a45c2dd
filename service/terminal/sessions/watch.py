"""Follows a game live: its events in words, and the board after each batch."""

from rich.markup import escape

from service.terminal.display.screen import Screen
from service.terminal.server.table import Table


def watch(table: Table, screen: Screen, *, board: bool, after: int = 0) -> None:
    """Print the events after a version, each once, until the game is over, then the result."""
    game = table.game
    screen.show(f"[bold]{escape(table.ruleset)}[/] game {table.id}, {escape(game['status'])}; {table.players()}")
    last = after
    try:
        for batch in table.client.follow(table.id, after, table.viewer):
            for event in batch.events:
                screen.line(table.line(event))
                last = event["record"]["version"]
            if board and batch.events:
                screen.rule(f"version {last}")
                screen.show(table.board(last))
    except KeyboardInterrupt:
        screen.command(f"Go on with: ludolog watch {table.id} --after {last}{table.client.address}")
        raise
    table.reload()
    screen.show(table.result())
