"""Writes openapi.json and asyncapi.json from the service, or with --check compares them with what it serves."""

import sys
from pathlib import Path

from service.features import FEATURES
from service.openapi.document import made_of

FILES = tuple(Path(__file__).with_name(name) for name in ("openapi.json", "asyncapi.json"))


def main() -> int:
    """Return 0, or 1 where a file differs from what the service serves."""
    made = made_of(FEATURES)
    differing = [file for file in FILES if not file.exists() or file.read_bytes() != made[file.name]()]
    if "--check" not in sys.argv:
        for file in differing:
            file.write_bytes(made[file.name]())
        return 0
    for file in differing:
        sys.stderr.write(f"{file.name} is not what the service serves: run `uv run python -m openapi.generate`\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
