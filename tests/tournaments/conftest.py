"""Short searches: half a second for each round that is drawn would be most of what the tests of the rules compute."""

import pytest

from tests.service.server import SHORT_SEARCHES


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each round be searched for briefly. The tests of the searches have a fixture of this name that does not."""
    for name, attempts in SHORT_SEARCHES.items():
        monkeypatch.setattr(name, attempts)
