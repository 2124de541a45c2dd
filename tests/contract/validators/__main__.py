"""Validates openapi.json: python -m tests.contract.validators [NAME...]; the exit code is 1 if there is an error."""

import sys
from pathlib import Path

from tests.contract.generators.toolchain import DOCUMENT, ToolError
from tests.contract.validators.checks import VALIDATORS


def main(names: list[str], document: Path = DOCUMENT) -> int:
    """Return 0 if no validator finds an error, 1 otherwise, 2 for unknown names."""
    unknown = [name for name in names if name not in VALIDATORS]
    if unknown:
        sys.stderr.write(f"no validator is called {', '.join(unknown)}; there are {', '.join(VALIDATORS)}\n")
        return 2
    failed = False
    for name in names or VALIDATORS:
        try:
            found = VALIDATORS[name](document)
        except ToolError as error:
            failed = True
            print(f"{name}: does not run: {error}", flush=True)
            continue
        failed = failed or bool(found.errors)
        print(f"{name}: {len(found.errors)} errors, {found.warnings} warnings", flush=True)
        for error in found.errors:
            print(f"  {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
