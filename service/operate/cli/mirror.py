"""The command `mirror`: follows a site and keeps all that it has promised, or serves what is kept."""

import contextlib
import time
from collections.abc import Callable, Generator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from domain.transparency.notes import NoteError
from service.operate.cli.common import data_sets_checked, err, fail, out, printable, say
from service.operate.cli.verification import log_keys_of
from service.operate.mirror.archive import Archive, ArchiveError
from service.operate.mirror.checking import Checking
from service.operate.mirror.faults import LogFault
from service.operate.mirror.mirroring import Mirror, Outcome
from service.operate.mirror.site import Site
from service.terminal.connection.errors import ServerError
from service.terminal.display.words import counted

WRONG, NOTABLE = 1, 3
"""The exit codes if the site does not keep its promises, and if people have to judge something."""

EVERY = 60
"""Seconds between two looks at a site that is followed."""

SERVE = "serve"
"""In the place of the address: serve the folder."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(mirror)


def mirror(
    site: Annotated[str, typer.Argument(metavar="URL", help="The address of the site; `serve`: serve the folder.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the mirror.", file_okay=False)],
    log_key: Annotated[
        list[str] | None,
        typer.Option(help="A key of the log that you trust, as /log/vkey has it, or a file of such keys; repeatable."),
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Go on until something is wrong.")] = False,
    every: Annotated[int, typer.Option(help="With --follow: seconds between two looks.", min=1)] = EVERY,
    again: Annotated[
        bool, typer.Option("--again", help="Fetch and compare everything again, also what was verified before.")
    ] = False,
    processes: Annotated[
        int | None, typer.Option(help="Processes that verify. Default: one for each processor.", min=1)
    ] = None,
    host: Annotated[str, typer.Option(help="With serve: the address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="With serve: the port to listen on.", min=1, max=65535)] = 8000,
) -> None:
    """Keep a verified copy of all public games and tournaments of a site, and of its log; or serve such a copy.

    Each run goes on where the last one stopped. It verifies what is new, and asks again for a part of the games that
    it has, each in its turn. Exit code 1: the site does not keep its promises, or does not serve all that it has
    promised; 3: it does, but there is something for people to judge, such as a rated game that was discarded, or a game
    that was found to be out of public view.
    """
    if site == SERVE:
        # imported here: a mirror needs no service
        from service.operate.cli.replica import serve_replica  # noqa: PLC0415

        serve_replica(folder, host, port)
        return
    try:
        keys = tuple(key.vkey for key in log_keys_of(log_key))
    except (NoteError, OSError) as error:
        raise fail(error) from None
    raise typer.Exit(mirrored(site, folder, keys, processes, again=again, every=every if follow else None))


def mirrored(
    address: str,
    folder: Path,
    log_keys: tuple[str, ...] = (),
    processes: int | None = None,
    *,
    again: bool = False,
    every: int | None = None,
) -> int:
    """Bring a mirror up to date, and print how it is. `every`: again after so many seconds. Return the exit code."""
    data_sets_checked()
    try:
        with Checking(processes) as checking, Archive(folder) as archive, Site(address) as site, _progress() as advance:
            mirror = Mirror(archive, site, checking, log_keys, advance)
            was_unread = False
            while True:
                found = _run(mirror, again=again, is_followed=every is not None)
                code = 0 if found is None else _print(found)
                if every is None or _is_wrong(found, was_unread=was_unread):
                    return code
                was_unread = found is not None and bool(found.unread)
                time.sleep(every)
                again = False
    except LogFault as fault:
        return _print_fault(fault)
    except (ServerError, ArchiveError, NoteError, OSError) as error:
        raise fail(error) from None
    except BrokenProcessPool:
        raise fail(
            "a process that verifies has ended: there may be too little memory for so many (--processes)"
        ) from None
    except KeyboardInterrupt:
        return 0 if every is not None else 130


def _run(mirror: Mirror, *, again: bool, is_followed: bool) -> Outcome | None:
    """Return what a run has found; None: the site that is followed does not answer now."""
    try:
        return mirror.run(again=again)
    except ServerError as error:
        if not is_followed:
            raise
        # the next look may find it again
        err.print(f"ludolog: {printable(str(error))}", markup=False)
        return None


def _is_wrong(found: Outcome | None, *, was_unread: bool) -> bool:
    """Whether a site is not followed any further. What cannot be read once may be there at the next look."""
    return found is not None and bool(found.wrong or (found.unread and was_unread))


@contextlib.contextmanager
def _progress() -> Generator[Callable[[int], None]]:
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("verifying games", total=None)

        def advance(games: int) -> None:
            progress.advance(task, games)

        yield advance


def _print(found: Outcome) -> int:
    for line in (*found.wrong, *found.unread):
        say(f"WRONG: {line}")
    for line in found.notable:
        say(f"NOTE: {line}")
    rate = found.fresh / found.seconds if found.seconds else 0.0
    say(
        f"{counted(found.games, 'game')}, {found.fresh} of them new, and {counted(found.tournaments, 'tournament')}; "
        f"entries of the log for private ones: {found.sealed}; "
        f"discarded games that were rated, or may have been: {found.discarded}"
    )
    say(f"{found.seconds:.1f} s, {rate:.1f} games a second, {counted(found.requests, 'request')}")
    log = f"{found.origin}: " + ("the log is empty" if not found.checked else f"position {found.checked - 1}")
    seen = counted(found.checkpoints, "checkpoint")
    if count := len(found.wrong) + len(found.unread):
        say(f"NOT complete up to {log}: {count} wrong; the log is consistent with {seen} since {found.since}")
        return WRONG
    unplayed = f"; the rules of {counted(found.unplayed, 'game')} were not checked: this release does not have them"
    say(
        f"Complete up to {log}, consistent with every checkpoint since {found.since} ({seen})"
        f"{unplayed if found.unplayed else ''}"
    )
    return NOTABLE if found.notable else 0


def _print_fault(fault: LogFault) -> int:
    out.print("WRONG: the log of the site is not what it has to be. Nothing was changed in the folder.")
    for line in (*fault.found, *getattr(fault, "__notes__", ())):
        say(f"  {line}")
    return WRONG
