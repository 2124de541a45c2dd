"""A service that sends to a mailbox."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notifications.mailbox import Mailbox, mailbox
from tests.notifications.sites import Site, site


@pytest.fixture
def box() -> Iterator[Mailbox]:
    """A mailbox of its own for each test."""
    with mailbox() as running:
        yield running


@pytest.fixture
def place(tmp_path: Path, box: Mailbox) -> Iterator[Site]:
    """A service that sends to the mailbox. It is noon, UTC."""
    with site(
        tmp_path, smtp_host="127.0.0.1", smtp_port=box.port, smtp_tls="none", smtp_sender="games@b.example"
    ) as it:
        yield it
