"""Write the generated files of the SDKs, or with --check compare them: uv run python -m tests.contract.sdk."""

import sys

from tests.contract.sdk.files import generated


def main() -> int:
    """Return 0, or 1 if a file differs from what is generated."""
    if "--check" not in sys.argv:
        for file, content in generated():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return 0
    stale = [str(file) for file, content in generated() if not file.exists() or file.read_bytes() != content]
    if stale:
        sys.stderr.write(f"{', '.join(stale)}: run `uv run python -m tests.contract.sdk`\n")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
