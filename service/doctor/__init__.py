"""Diagnosis of an installation: versions, settings, keys, database and address. Changes nothing."""

from collections.abc import Iterator

from service.doctor.address import address, service_at
from service.doctor.damage import damage
from service.doctor.embedded import refused
from service.doctor.environment import refused_projections, scarce_connections, variables
from service.doctor.exposure import exposed
from service.doctor.finding import GONE, IN_USE, Finding
from service.doctor.installed import installed
from service.doctor.keys import keys
from service.doctor.notifications import mail
from service.doctor.stores import store
from service.settings import Settings

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
