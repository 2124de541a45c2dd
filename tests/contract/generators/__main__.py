"""Plays a game with the client of each generator: python -m tests.contract.generators [NAME...]."""

import sys
import tempfile
import time
from pathlib import Path

from tests.contract.generators.clients import GENERATORS, make, play
from tests.contract.generators.toolchain import ToolError
from tests.service.server import StartedServer, running

LINE = "{:<22} {:<10} {:>10} {:>10} {:>9}  {}"


def main(names: list[str]) -> int:
    """Return 0 if all clients are generated, compile, and have played a game; 1 otherwise, 2 for unknown names."""
    unknown = [name for name in names if name not in GENERATORS]
    if unknown:
        sys.stderr.write(f"no generator is called {', '.join(unknown)}; there are {', '.join(GENERATORS)}\n")
        return 2
    chosen = names or [*GENERATORS]
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder, running(StartedServer(Path(folder) / "games.db")) as server:
        try:
            make(chosen, Path(folder))
        except ToolError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        print(LINE.format("generator", "title", "decisions", "streamed", "seconds", "outcome"), flush=True)
        for name in chosen:
            began = time.monotonic()
            try:
                report = play(name, server.base, Path(folder))
                cells = ("-", "-", GENERATORS[name].outcome)
                if report is not None:
                    cells = (report.decisions, len(report.versions) or "-", GENERATORS[name].outcome)
            except ToolError as error:
                failures.append(f"\n{name}: {error}")
                cells = ("-", "-", "FAILED")
            *counts, outcome = cells
            seconds = f"{time.monotonic() - began:.1f}"
            print(LINE.format(name, GENERATORS[name].title or "-", *counts, seconds, outcome), flush=True)
    sys.stderr.write("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
