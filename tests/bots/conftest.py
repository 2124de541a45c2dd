"""A store of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.core.store.store import Store
from service.play.play import Play


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """The use case on an empty file."""
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        yield Play(store)
