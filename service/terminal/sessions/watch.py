"""A game is followed live: its events in words as they happen, and the board after each batch."""

from rich.markup import escape

from service.terminal.display.screen import Screen
from service.terminal.server.table import Table


def watch(table: Table, screen: Screen, *, board: bool, after: int = 0) -> None:
    """Print what happens after a version, each event once, until the game is over; then the result."""
    game = table.game
    screen.show(f"[bold]{escape(table.ruleset)}[/] game {table.id}, {escape(game['status'])}; {table.players()}")
    told = after
    try:
        for batch in table.client.follow(table.id, after, table.viewer):
            for event in batch.events:
                screen.line(table.line(event))
                told = event["record"]["version"]
            if board and batch.events:
                screen.rule(f"version {told}")
                screen.show(table.board(told))
    except KeyboardInterrupt:
        screen.command(f"Go on with: ludolog watch {table.id} --after {told}{table.client.address}")
        raise
    table.reload()
    screen.show(table.result())
