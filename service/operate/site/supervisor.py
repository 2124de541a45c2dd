"""Calls the supervisor of a running site."""

import time
import xmlrpc.client
from pathlib import Path
from typing import Any, cast

from domain.kernel.values import Value
from service.operate.site.errors import SiteError
from service.operate.site.state import SOCKET, is_running

STOPPED_WITHIN = 60.0
"""The timeout in seconds for all processes of a site to end."""


class ProcessStatus(Value, frozen=True):
    """The status of a process of a site by its supervisor."""

    name: str
    state: str
    detail: str


def process_statuses(folder: Path) -> list[ProcessStatus]:
    """Return the processes of a running site. Raises SiteError."""
    found = cast("list[dict[str, Any]]", _call(folder, "getAllProcessInfo"))
    return [ProcessStatus(each["name"], str(each["statename"]).lower(), each["description"]) for each in found]


def stop(folder: Path) -> None:
    """Stop a site, and wait until all processes have ended. Raises SiteError."""
    _call(folder, "shutdown")
    deadline = time.monotonic() + STOPPED_WITHIN
    while is_running(folder) or (folder / "supervisord.pid").exists():
        if time.monotonic() > deadline:
            message = f"the site in {folder} does not end: see supervisord.log in it"
            raise SiteError(message)
        time.sleep(0.1)


def _call(folder: Path, method: str) -> object:
    if not is_running(folder):
        message = f"no site runs in {folder}: start one by `ludolog site`, or choose another --folder"
        raise SiteError(message)
    # installed only where a site runs
    from supervisor.xmlrpc import SupervisorTransport  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType] - it has no types

    transport: Any = SupervisorTransport(None, None, f"unix://{folder.resolve() / SOCKET}")
    proxy: Any = xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport)
    try:
        return getattr(proxy.supervisor, method)()
    except (OSError, xmlrpc.client.Error) as error:
        message = f"the supervisor of {folder} does not answer: {error}"
        raise SiteError(message) from None
