"""Writes openapi.json from the service, or with --check compares it with what the service serves."""

import sys
from pathlib import Path

from service.features import FEATURES
from service.openapi.document import document_bytes

FILE = Path(__file__).with_name("openapi.json")


def main() -> int:
    """Return 0, or 1 where the file differs from what the service serves."""
    served = document_bytes(FEATURES)
    if "--check" not in sys.argv:
        FILE.write_bytes(served)
        return 0
    if FILE.exists() and FILE.read_bytes() == served:
        return 0
    sys.stderr.write("openapi/openapi.json is not what the service serves: run `uv run python -m openapi.generate`\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
