"""The command `witness`."""

import time
from pathlib import Path
from typing import Annotated

import typer

from domain.transparency.notes import NoteError, is_name
from service.core.keys.signing import is_signed_by
from service.core.store.url import LAST_PORT
from service.operate.cli.common import err, fail, say, settings_of
from service.operate.cli.verification import log_keys_of
from service.operate.witness.following import Follower
from service.operate.witness.state import StateFile, WitnessError
from service.operate.witness.witness import Witness, title_of

ALARM = 1
"""The exit code of a run with --once if there is an alarm that nobody has acknowledged."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="witness")(witness)


def witness(
    site: Annotated[
        list[str] | None, typer.Option(help="The address of a site whose log is followed; repeatable.")
    ] = None,
    log: Annotated[
        list[str] | None,
        typer.Option(help="A key of a log that you trust, as /log/vkey has it, or a file of such keys; repeatable."),
    ] = None,
    state: Annotated[
        Path, typer.Option(help="The file with the key of the witness and what it has cosigned.", dir_okay=False)
    ] = Path("witness.json"),
    name: Annotated[
        str | None, typer.Option(help="The name of a new witness, such as witness.example/w1.", show_default=False)
    ] = None,
    listen: Annotated[str, typer.Option(help="The address and port where logs submit checkpoints.")] = "127.0.0.1:8100",
    every: Annotated[int, typer.Option(help="Seconds between two polls of a site.", min=1, max=86_400)] = 60,
    once: Annotated[
        bool, typer.Option("--once", help="Poll each site once and end; exit code 1 if there is an alarm.")
    ] = False,
    acknowledge: Annotated[
        bool,
        typer.Option("--acknowledge", help="Note that you know of all alarms and doubts; stop the witness before."),
    ] = False,
) -> None:
    """Follow the logs of sites, cosign what only grows, and raise an alarm if a log shows two histories."""
    if acknowledge:
        _acknowledge(state)
        return
    host, port = _address(listen)
    sites = [_site(each) for each in dict.fromkeys(site or ())]
    if not sites and not log:
        raise fail("name a site with --site, or the key of a log with --log")
    if name is not None and not is_name(name):
        raise fail(f"{name!r} is no name of a witness: use one such as witness.example/w1, without spaces and +")
    try:
        keys = log_keys_of(log)
        file = StateFile(state, name)
    except (WitnessError, NoteError, OSError) as error:
        raise fail(error) from None
    # imported late: a help text needs no server
    from service.monitoring.telemetry.logs import configure_logs  # noqa: PLC0415

    settings = settings_of(of_site=False)
    configure_logs(settings)
    found = Witness(file, keys, is_signed_by, time.time)
    followers = [Follower(each, found, is_signed_by) for each in sites]
    try:
        if once:
            _poll_once(found, followers)
            return
        from service.operate.witness.serving import run  # noqa: PLC0415 - as above

        say(f"witness {found.state.public_key.vkey} at {listen}")
        run(found, followers, host, port, every, settings.log_level)
    except (WitnessError, OSError) as error:
        raise fail(error) from None
    finally:
        file.close()


def _poll_once(found: Witness, followers: list[Follower]) -> None:
    for follower in followers:
        follower.poll()
        problem = follower.followed.problem
        say(f"{follower.site}: {'read' if problem is None else problem}")
    for alarm in found.state.open_alarms:
        err.print(f"ludolog: {title_of(alarm)}: {alarm.reason}", markup=False)
    for doubt in found.state.doubts:
        err.print(f"ludolog: a checkpoint of the log {doubt.log} is in doubt: {doubt.reason}", markup=False)
    if found.state.open_alarms:
        raise typer.Exit(ALARM)
    if any(follower.followed.problem for follower in followers):
        raise typer.Exit(2)


def _acknowledge(path: Path) -> None:
    try:
        file = StateFile(path, None)
    except (WitnessError, OSError) as error:
        raise fail(error) from None
    try:
        known = Witness(file, (), is_signed_by, time.time)
        for alarm in file.state.open_alarms:
            say(f"{title_of(alarm)}: {alarm.reason}")
        say(f"{known.acknowledge()} alarms are acknowledged")
    except OSError as error:
        raise fail(error) from None
    finally:
        file.close()


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) <= LAST_PORT:
        raise fail(f"{listen!r} is no address to listen on: use one such as 127.0.0.1:8100")
    return host, int(port)


def _site(site: str) -> str:
    if not site.startswith(("https://", "http://")):
        raise fail(f"{site!r} is no address of a site: use one such as https://ludolog.example")
    return site.rstrip("/")
