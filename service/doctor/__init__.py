"""Says what is installed and set, tries what `serve` will do, and says what is wrong. Nothing is changed by it."""

from collections.abc import Iterator

from service.doctor.address import address, service_at
from service.doctor.embedded import refused
from service.doctor.finding import GONE, IN_USE, Finding
from service.doctor.installed import installed
from service.doctor.keys import keys
from service.doctor.set import refused_projections, variables
from service.doctor.stores import store
from service.settings import Settings

__all__ = ["Finding", "findings", "installed", "refused_projections"]


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at everything."""
    yield from installed()
    yield from variables(settings)
    yield from keys(settings)
    found = list(store(settings))
    in_use = any(each.found in {GONE, IN_USE} for each in found)
    # `serve` would be refused the file: only where it runs already is nothing wrong
    is_served = in_use and service_at(settings) is not None
    yield from (refused(settings) if each.found == IN_USE and not is_served else each for each in found)
    yield address(settings, in_use=in_use)
