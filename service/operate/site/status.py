"""The status and the diagnosis of a site."""

import http.client
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from domain.kernel.values import Value
from service.core.settings import Settings, is_postgres
from service.core.store.files.writable import room_problem
from service.operate.doctor import Finding, findings, installed
from service.operate.doctor.address import address
from service.operate.doctor.environment import variables
from service.operate.doctor.keys import keys
from service.operate.site.errors import SiteError
from service.operate.site.programs import binaries, program, run
from service.operate.site.state import SiteState, is_running
from service.operate.site.supervisor import ProcessStatus, process_statuses

ANSWER_TIMEOUT = 5.0
"""The timeout in seconds of the readiness check."""


class Status(Value, frozen=True):
    """The status of a site."""

    folder: str
    is_running: bool
    is_ready: bool
    address: str
    release: str
    problem: str | None
    processes: tuple[ProcessStatus, ...]


def status(folder: Path, state: SiteState) -> Status:
    """Return the status of a site. Raises SiteError if its supervisor does not respond."""
    if not is_running(folder):
        return Status(str(folder), False, False, state.address, state.release, "the site is stopped", ())
    problem = unready(state.address)
    return Status(
        str(folder), True, problem is None, state.address, state.release, problem, tuple(process_statuses(folder))
    )


def unready(address: str) -> str | None:
    """Return why the service at an address is not ready; None if it is."""
    url = urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=ANSWER_TIMEOUT)
    try:
        connection.request("GET", "/health/ready")
        reply = connection.getresponse()
        body = reply.read(65_536)
    except (OSError, http.client.HTTPException) as error:
        return f"no answer from {address}: {error}"
    finally:
        connection.close()
    if reply.status == http.client.OK:
        return None
    try:
        return f"it answers {reply.status}: {json.loads(body)['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"it answers {reply.status}"


def site_findings(folder: Path, state: SiteState | None, settings: Settings) -> Iterator[Finding]:
    """Return the findings of a running site, or of the site that would run."""
    running = state is not None and is_running(folder)
    if running or (state is not None and not state.has_postgres):
        yield from findings(settings)
    else:
        # the PostgreSQL server of a stopped site is down
        yield from installed()
        yield from variables(settings)
        # the database of a site is never a SQLite file
        yield from keys(settings, with_log=is_postgres(settings.database))
        yield address(settings, in_use=False)
    yield _package("supervisord", find_spec("supervisor") is not None)
    yield from _programs(has_server=state.has_postgres if state else not is_postgres(settings.database))
    if (state is None or state.has_postgres) and os.geteuid() == 0:
        yield Finding("user", "PostgreSQL does not run as root: start the site as another user", "wrong")
    yield from _folder(folder)
    if not running:
        yield Finding("site", f"no site runs in {folder}", "ok" if state is None else "warning")
        return
    try:
        for part in process_statuses(folder):
            yield Finding(f"process {part.name}", part.detail, "ok" if part.state == "running" else "wrong")
    except SiteError as error:
        yield Finding("site", str(error), "wrong")


def _programs(*, has_server: bool) -> Iterator[Finding]:
    """Return whether the programs of the site run: those of backups, and the server if the site has its own."""
    wanted: dict[str, Callable[[], Path]] = {name: partial(program, name) for name in ("pg_dump", "pg_restore")}
    if has_server:
        wanted["postgres"] = lambda: binaries() / "postgres"
    found: dict[str, None] = {}
    for find in wanted.values():
        try:
            path = find()
            run(path, "--version")
        except (SiteError, OSError) as error:
            yield Finding("postgresql programs", str(error), "wrong")
        else:
            found[str(path.parent)] = None
    if found:
        yield Finding("postgresql programs", ", ".join(found), "ok")


def _package(name: str, is_there: bool) -> Finding:
    if is_there:
        return Finding(name, "installed", "ok")
    return Finding(name, "not installed: run `uv run --group site ludolog site`", "wrong")


def _folder(folder: Path) -> Iterator[Finding]:
    place = folder if folder.is_dir() else folder.absolute().parent
    problem = room_problem(place)
    found = f"{place} can be written" if problem is None else f"{place}: {problem}"
    yield Finding("folder", found, "ok" if problem is None else "wrong")
