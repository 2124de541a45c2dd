"""The command `ludolog`. Each subcommand is imported only when it runs."""

import contextlib
import gc
import os
from collections.abc import Generator, Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from service.core.store.failpoints import arm
from service.operate.cli.common import fail, out
from service.operate.site.state import found_here
from service.release import build

MODULES: Mapping[str, str] = {
    "serve": "service.operate.cli.serving",
    "doctor": "service.operate.cli.serving",
    "play": "service.terminal.commands",
    "join": "service.terminal.commands",
    **dict.fromkeys(("challenge", "challenges", "accept", "decline", "rematch", "pool"), "service.terminal.commands"),
    "login": "service.terminal.commands",
    "watch": "service.terminal.commands",
    "replay": "service.terminal.commands",
    "games": "service.terminal.commands",
    "rules": "service.terminal.commands",
    "orders": "service.terminal.commands",
    "map": "service.terminal.commands",
    "talk": "service.terminal.commands",
    "note": "service.terminal.commands",
    "away": "service.terminal.commands",
    "simulate": "service.operate.cli.simulation",
    "arena": "service.operate.cli.bots",
    "repeat": "service.operate.cli.bots",
    "verify": "service.operate.cli.verification",
    "verify-orders": "service.operate.cli.order_proofs",
    "witness": "service.operate.cli.witness",
    "analyse": "service.operate.cli.analysis",
    "tournament": "service.operate.cli.tournaments",
    "export": "service.operate.cli.bundles",
    "import": "service.operate.cli.bundles",
    "dumps": "service.operate.cli.dumps",
    "mirror": "service.operate.cli.mirror",
    "people": "service.operate.cli.people",
    "fair-play": "service.operate.cli.fair_play",
    "keys": "service.operate.cli.keys",
    "webhooks": "service.operate.cli.webhooks",
    "worker": "service.operate.cli.tables",
    "rebuild": "service.operate.cli.tables",
    "sequence": "service.operate.cli.sequence",
    "fsck": "service.operate.cli.fsck",
    "site": "service.operate.cli.site",
    "health": "service.operate.cli.health",
    "backup": "service.operate.cli.health",
}
"""The module of each command. Lazy imports keep `ludolog health`, which containers run often, fast."""


@contextlib.contextmanager
def _collector_paused() -> Generator[None]:
    """Import without the garbage collector, which would look through all modules again and again.

    That takes a third of the start.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Commands(TyperGroup):
    """The commands, imported on first use."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        del ctx
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by name, or None."""
        del ctx
        if cmd_name not in MODULES:
            return None
        found = typer.Typer()
        with _collector_paused():
            import_module(MODULES[cmd_name]).add_to(found)
        return typer.main.get_group(found).commands[cmd_name]


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Economic board games over HTTP.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"ludolog {build()}")
        raise typer.Exit


_OF_A_SERVER = {"webhooks", *(name for name, module in MODULES.items() if module == "service.terminal.commands")}
"""The commands with an option --server whose default is LUDOLOG_SERVER."""


@app.callback()
def main(
    ctx: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Economic board games over HTTP: event-sourced, replayable, verifiable."""
    try:
        arm(os.environ.get("LUDOLOG_FAILPOINT"))
    except ValueError as error:
        raise fail(error) from None
    if ctx.invoked_subcommand in _OF_A_SERVER and not os.environ.get("LUDOLOG_SERVER") and (found := found_here()):
        # the terminal client has no settings of the service, only the address of a server
        os.environ["LUDOLOG_SERVER"] = found[1].address
