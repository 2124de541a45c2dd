"""The check of the address on which the service listens."""

import errno
import http.client
import json
from typing import Any, cast

from service.core.settings import Settings
from service.operate.doctor.finding import Finding
from service.serving.address import bind, bind_error

ANSWERED_WITHIN = 5.0
"""The timeout in seconds for the program that uses the port."""

WHAT = "address"


def address(settings: Settings, *, in_use: bool) -> Finding:
    """Try to bind the address. `in_use`: a service runs on the same database."""
    where = f"{settings.host} port {settings.port}"
    try:
        bind(settings.host, settings.port, shared=settings.shared_port).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return Finding(WHAT, f"{bind_error(settings.host, settings.port, error)}: see LUDOLOG_HOST", "wrong")
        service = service_at(settings)
        if service is not None and (in_use or settings.database.startswith("postgres")):
            return Finding(WHAT, f"{where} is in use by a running service, {service}", "ok")
        other = "another program" if service is None else _other(settings, service)
        return Finding(WHAT, f"{where} is in use by {other}: set LUDOLOG_PORT to another port, or stop it", "wrong")
    return Finding(WHAT, f"{where} is free", "ok")


def service_at(settings: Settings) -> str | None:
    """Return the version of the ludolog service on the port; None for any other program."""
    health = _asked(settings, "live")
    if {"store", "version"} <= health.keys():
        return f"version {health['version']}"
    # asked at an address that is not one of the operator's
    return "of a version that it does not show" if health == {"status": "ok"} else None


def _other(settings: Settings, service: str) -> str:
    """Describe a ludolog service that does not use the database of these settings."""
    health = _asked(settings, "ready")
    if not health:
        return f"a ludolog service, {service}, that does not answer whether it is ready"
    problem = health.get("detail")
    if problem is None:
        return f"a ludolog service of another database, {service}"
    # for example, its file was deleted together with its lock
    return f"a ludolog service, {service}, that is not ready ({problem})"


def _asked(settings: Settings, path: str) -> dict[str, Any]:
    """Return the health of a service; empty for any other response."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - a client, not a listener
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWERED_WITHIN)
    try:
        connection.request("GET", f"/health/{path}")
        found = json.loads(connection.getresponse().read(65536))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        connection.close()
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
