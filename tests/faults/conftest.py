"""What tests of faults share: a forge, from which each test process has its servers."""

from collections.abc import Iterator

import pytest

from tests.faults import forge as forges


@pytest.fixture(scope="session")
def forge() -> Iterator[forges.Forge]:
    """Starts servers without reading all of the code each time."""
    with forges.forge() as made:
        yield made
