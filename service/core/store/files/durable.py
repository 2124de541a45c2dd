"""Makes files durable, so that a crash of the machine does not lose them."""

import os
from pathlib import Path


def flush(path: Path) -> None:
    """Write the contents of a file, or the entries of a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
