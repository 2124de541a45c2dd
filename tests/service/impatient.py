"""The service with little patience, for tests that cannot wait as long: `python -m tests.service.impatient serve`."""

from service.api.stream import reader
from service.cli import app

reader.HEARTBEAT = 0.2
reader.STALLED = 1.0
app()
