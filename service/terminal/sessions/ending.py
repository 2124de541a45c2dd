"""What can be done with a game that is over."""

from service.terminal.display.screen import Screen
from service.terminal.server.table import Table


def tell_how_to_go_on(table: Table, screen: Screen) -> None:
    """Print the commands that replay, export and verify a game; each works as it stands."""
    client = table.client
    for what, command in (
        ("Replay it", f"ludolog replay {table.id}{client.address}"),
        ("Export it", f"ludolog export {table.id} --server {client.server}{client.named}"),
        ("Verify it", f"ludolog verify {table.id}.jsonl --key {table.id}.keys.json"),
    ):
        screen.out.print(f"{what}: {command}", markup=False, soft_wrap=True)
