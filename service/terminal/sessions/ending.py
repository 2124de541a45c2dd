"""What the user can do after the end of a game."""

from service.terminal.display.screen import Screen
from service.terminal.server.table import Table


def print_next_commands(table: Table, screen: Screen) -> None:
    """Print the complete commands that replay, export and verify a game."""
    client = table.client
    for what, command in (
        ("Replay it", f"ludolog replay {table.id}{client.address}"),
        ("Export it", f"ludolog export {table.id} --server {client.server}{client.named}"),
        ("Verify it", f"ludolog verify {table.id}.jsonl --key {table.id}.keys.json"),
    ):
        screen.out.print(f"{what}: {command}", markup=False, soft_wrap=True)
