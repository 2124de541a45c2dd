"""The commands of a site: run, status, stop, backup and restore."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from service.core.settings import SettingsError, settings_from
from service.core.store.url import is_postgres
from service.operate.cli import switches
from service.operate.cli.common import data_sets_checked, fail, is_database_set, out, settings_of
from service.operate.site.backups import back_up as back_up_site
from service.operate.site.backups import restore
from service.operate.site.errors import SiteError
from service.operate.site.preparation import FILE, SiteConfig, check, prepare
from service.operate.site.state import DEFAULT, SiteState, read_state
from service.operate.site.status import site_findings, status
from service.operate.site.supervisor import stop

UNWELL = 1


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    switches.add_to(site_app)
    app.add_typer(site_app, name="site")


site_app = typer.Typer(invoke_without_command=True)

Folder = Annotated[
    Path | None, typer.Option(help="The folder of the site. Default: the current one if it has a site, or site.")
]


@site_app.callback()
def site(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Option(help="The folder of the site.")] = DEFAULT,
    processes: Annotated[int, typer.Option(help="How many service processes.", min=1, max=64)] = 2,
) -> None:
    """Run a whole site on this machine: PostgreSQL, service processes and the worker. Restarts processes that end."""
    ctx.obj = folder
    if ctx.invoked_subcommand is not None:
        return
    settings = settings_of(of_site=False)
    data_sets_checked()
    try:
        wanted = SiteConfig(folder, settings, processes)
        check(wanted)
        command = prepare(wanted, os.environ)
    except (SiteError, SettingsError) as error:
        raise fail(error) from None
    out.print(
        f"The site is at http://{settings.host}:{settings.port}; see {folder / FILE} and the logs in the same folder"
    )
    # makes the logs private: supervisord sets a umask only as a daemon, which it is not here
    os.umask(0o077)
    os.execv(command[0], command)  # noqa: S606 - the supervisor takes the place of this process


def _site_of(ctx: typer.Context, folder: Path | None) -> Path:
    """Return the folder of the site: the given one, the current one if it has a site, or `site`."""
    given: Path = folder or ctx.obj
    if folder is None and given == DEFAULT and read_state(Path()) is not None:
        return Path.cwd()
    return given.resolve()


def _known(folder: Path) -> SiteState:
    state = read_state(folder)
    if state is None:
        raise fail(f"there is no site in {folder}: start one by `ludolog site`, or choose another --folder")
    return state


@site_app.command(name="status")
def site_status(
    ctx: typer.Context,
    folder: Folder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Show whether the site is ready, and the state of each process; exit code 1 if it is not ready."""
    place = _site_of(ctx, folder)
    try:
        found = status(place, _known(place))
    except SiteError as error:
        raise fail(error, UNWELL) from None
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        typer.echo(f"{found.address}: {found.problem or 'ready'} (release {found.release}, folder {found.folder})")
        for part in found.processes:
            typer.echo(f"{part.name:12}  {part.state:9}  {part.detail}")
    if not found.is_ready:
        raise typer.Exit(UNWELL)


@site_app.command(name="stop")
def site_stop(ctx: typer.Context, folder: Folder = None) -> None:
    """Stop the site, and wait until all of it has ended."""
    place = _site_of(ctx, folder)
    try:
        stop(place)
    except SiteError as error:
        raise fail(error) from None
    out.print("stopped")


@site_app.command(name="backup")
def site_backup(
    ctx: typer.Context,
    target: Annotated[Path, typer.Argument(help="The new folder for the backup.")],
    folder: Folder = None,
) -> None:
    """Back up the database and the keys of the site, whether it runs or not."""
    place = _site_of(ctx, folder)
    write_backup(place, _known(place), target)


def write_backup(place: Path, state: SiteState, target: Path) -> None:
    """Write a backup of a site. Raises the exit of the command."""
    try:
        back_up_site(place, state, target)
    except SiteError as error:
        raise fail(error) from None
    out.print(f"the database and the keys of the site are in {target}", markup=False)


@site_app.command(name="restore")
def site_restore(
    ctx: typer.Context,
    backup: Annotated[Path, typer.Argument(help="A folder that `ludolog site backup` has written.")],
    folder: Folder = None,
) -> None:
    """Restore a backup into the stopped site, or into the empty database that LUDOLOG_DATABASE names."""
    place = _site_of(ctx, folder)
    settings = settings_of(of_site=False)
    state = read_state(place)
    database = settings.direct_url if is_postgres(settings.database) else None
    if database is None and state is not None and not state.has_postgres:
        raise fail("this site uses your own PostgreSQL server: set LUDOLOG_DATABASE to an empty database of it")
    key_file = Path(settings.key_file or (state.key_file if state else place / "ludolog.key"))
    try:
        aside = restore(place, database, key_file, backup)
    except SiteError as error:
        raise fail(error) from None
    for line in aside:
        out.print(line, markup=False)
    out.print(f"{backup} is restored: start the site as before", markup=False)


@site_app.command(name="doctor")
def site_doctor(
    ctx: typer.Context,
    folder: Folder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Check the settings, programs, folder and processes of the site; exit code 1 if a check fails."""
    from service.operate.cli.serving import print_findings  # noqa: PLC0415 - `ludolog health` reads neither

    place = _site_of(ctx, folder)
    state = read_state(place)
    known = {} if state is None or is_database_set() else state.environment
    try:
        settings = settings_from(known | {name: value for name, value in os.environ.items() if value})
    except SettingsError as error:
        raise fail(error) from None
    shared = is_postgres(settings.database)
    settings = replace(settings, shared_port=shared, key_file=settings.key_file or str(place / "ludolog.key"))
    print_findings(site_findings(place, state, settings), as_json=as_json)
