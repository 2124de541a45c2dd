"""Whether the service could listen where it is set to."""

import errno
import http.client
import json

from service.address import bound, in_vain
from service.doctor.finding import Finding
from service.settings import Settings

ANSWERED_WITHIN = 2.0
"""Seconds that whoever has the port may take to say what it is."""

WHAT = "address"


def address(settings: Settings, *, in_use: bool) -> Finding:
    """Try to bind the address; `in_use` says that a service runs on the same database."""
    where = f"{settings.host} port {settings.port}"
    try:
        bound(settings.host, settings.port, shared=settings.shared_port).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return Finding(WHAT, f"{in_vain(settings.host, settings.port, error)}: see LUDOLOG_HOST", "wrong")
        service = _service_at(settings)
        if service is not None and (in_use or settings.database.startswith("postgres")):
            return Finding(WHAT, f"{where} is in use by a running service, {service}", "ok")
        other = "another program" if service is None else f"a ludolog service of another database, {service}"
        return Finding(WHAT, f"{where} is in use by {other}: set LUDOLOG_PORT to another port, or stop it", "wrong")
    return Finding(WHAT, f"{where} is free", "ok")


def _service_at(settings: Settings) -> str | None:
    """Return the version of the ludolog service that has the port; None for anything else."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - asked, not listened on
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWERED_WITHIN)
    try:
        connection.request("GET", "/health/live")
        health = json.loads(connection.getresponse().read(65536))
        return f"version {health['version']}" if "store" in health else None
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()
