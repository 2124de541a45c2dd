"""The service with a planted fault: a batch is acknowledged before it is committed."""

from typing import Any

import pytest

from service.core.store.store import Store, _Batch  # pyright: ignore[reportPrivateUsage] - a fault replaces it
from service.operate.cli import app

_commit: Any = Store.__dict__["_commit"]

if "on_commit" not in _Batch.__annotations__:
    message = "a batch has no `on_commit` any more: adapt this fault, or the test that looks for it proves nothing"
    raise AttributeError(message)


def _commit_later(self: Any, batches: Any) -> list[None]:
    """Acknowledge the batches, then commit them."""
    for batch in batches:
        if batch.on_commit is not None:
            batch.loop.call_soon_threadsafe(batch.on_commit, None)
    _commit(self, batches)
    return [None] * len(batches)


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "_commit", _commit_later)
        app()
