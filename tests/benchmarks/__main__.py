"""Prints ratios to limits and peers, measured in the same run.

`uv run --group bench python -m tests.benchmarks [NAME …]`
"""

import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from service.serving.server import freeze_garbage_collector
from tests.benchmarks import (
    append,
    fold,
    http,
    peers,
    postgres,
    presence,
    processes,
    random_play,
    rebuild,
    secrets,
    streams,
    tournaments,
    turns,
    verify,
    views,
)
from tests.benchmarks.rounds import Row

BENCHMARKS: dict[str, Callable[[], list[Row]]] = {
    "random_play": random_play.rows,
    "fold": fold.rows,
    "append": append.rows,
    "postgres": postgres.rows,
    "processes": processes.rows,
    "rebuild": rebuild.rows,
    "verify": verify.rows,
    "http": http.rows,
    "peers": peers.rows,
    "streams": streams.rows,
    "presence": presence.rows,
    "secrets": secrets.rows,
    "views": views.rows,
    "tournaments": tournaments.rows,
    "turns": turns.rows,
}


def main() -> int:
    """Measure what was named, or everything."""
    names = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    console = Console()
    if unknown:
        console.print(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
        return 2
    # as the service runs
    freeze_garbage_collector()
    table = Table("what", "ours", "the other", "ratio", "least", "most", "goal")
    for name in names:
        for row in BENCHMARKS[name]():
            table.add_row(*row.cells())
    console.print(table)
    if "random_play" in names:
        console.print("\nWhere the time of random play goes (own time):")
        console.print(random_play.profile(), highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
