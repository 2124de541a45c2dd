"""The searches as they are: their goals are tested here."""

import pytest


@pytest.fixture(autouse=True)
def short_searches() -> None:
    """Leave the searches as long as they are."""
