"""What is to be seen of a site: how it stands, and what is wrong with it."""

import http.client
import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from domain.kernel.values import Value
from service.doctor import Finding, findings, installed
from service.doctor.address import address
from service.doctor.keys import keys
from service.doctor.set import variables
from service.settings import Settings, is_postgres
from service.site.errors import SiteError
from service.site.programs import binaries
from service.site.state import SiteState, is_running
from service.site.supervisor import Part, parts
from service.store.files.writable import room_problem

ANSWER_TIMEOUT = 5.0
"""Seconds that a site has to say that it is ready."""


class Status(Value, frozen=True):
    """How a site stands."""

    folder: str
    is_running: bool
    is_ready: bool
    address: str
    release: str
    problem: str | None
    processes: tuple[Part, ...]


def status(folder: Path, state: SiteState) -> Status:
    """Return how a site stands; raises SiteError where its supervisor does not answer."""
    if not is_running(folder):
        return Status(str(folder), False, False, state.address, state.release, "the site is stopped", ())
    problem = unready(state.address)
    return Status(str(folder), True, problem is None, state.address, state.release, problem, tuple(parts(folder)))


def unready(address: str) -> str | None:
    """Return why the service at an address is not ready; None where it is."""
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
    """Look at a site: at what runs, or at what would run."""
    running = state is not None and is_running(folder)
    if running or (state is not None and not state.has_postgres):
        yield from findings(settings)
    else:
        # its own PostgreSQL is down with it
        yield from installed()
        yield from variables(settings)
        # a SQLite file of these settings is never the database of a site
        yield from keys(settings, with_log=is_postgres(settings.database))
        yield address(settings, in_use=False)
    yield _what_it_needs("supervisord", find_spec("supervisor") is not None)
    try:
        yield Finding("postgresql programs", str(binaries()), "ok")
    except SiteError as error:
        yield Finding("postgresql programs", str(error), "wrong")
    if (state is None or state.has_postgres) and os.geteuid() == 0:
        yield Finding("user", "PostgreSQL does not run as root: start the site as another user", "wrong")
    yield from _folder(folder)
    if not running:
        yield Finding("site", f"no site runs in {folder}", "ok" if state is None else "warning")
        return
    try:
        for part in parts(folder):
            yield Finding(f"process {part.name}", part.detail, "ok" if part.state == "running" else "wrong")
    except SiteError as error:
        yield Finding("site", str(error), "wrong")


def _what_it_needs(name: str, is_there: bool) -> Finding:
    if is_there:
        return Finding(name, "installed", "ok")
    return Finding(name, "not installed: run `uv run --group site ludolog site`", "wrong")


def _folder(folder: Path) -> Iterator[Finding]:
    place = folder if folder.is_dir() else folder.absolute().parent
    problem = room_problem(place)
    found = f"{place} can be written" if problem is None else f"{place}: {problem}"
    yield Finding("folder", found, "ok" if problem is None else "wrong")
