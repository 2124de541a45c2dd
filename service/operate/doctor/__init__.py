"""Diagnosis of an installation: versions, settings, keys, database and address. Changes nothing."""

from collections.abc import Iterator

from service.core.settings import Settings
from service.operate.doctor.address import address, service_at
from service.operate.doctor.damage import damage
from service.operate.doctor.embedded import refused
from service.operate.doctor.environment import refused_projections, scarce_connections, variables
from service.operate.doctor.exposure import exposed
from service.operate.doctor.finding import GONE, IN_USE, Finding
from service.operate.doctor.installed import installed
from service.operate.doctor.keys import keys
from service.operate.doctor.notifications import mail
from service.operate.doctor.stores import store

__all__ = ["Finding", "exposed", "findings", "installed", "refused_projections", "scarce_connections"]


def findings(settings: Settings) -> Iterator[Finding]:
    """Return all findings."""
    yield from installed()
    yield from variables(settings)
    yield from keys(settings)
    found = list(store(settings))
    in_use = any(each.found in {GONE, IN_USE} for each in found)
    # a locked file is an error, unless a running service has it
    is_served = in_use and service_at(settings) is not None
    yield from (refused(settings) if each.found == IN_USE and not is_served else each for each in found)
    yield from damage(settings)
    yield from mail(settings)
    yield address(settings, in_use=in_use)
