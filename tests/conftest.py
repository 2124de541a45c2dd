"""Shared by all tests: the number of processes, a PostgreSQL server per process, and a summary of situations."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.core.store import lock_order
from service.core.store.adapters.sequencing import sequence
from service.core.store.store import Store
from tests.postgres import cluster, new_database

TESTS = Path(__file__).parent
RULES = TESTS / "rules"

SLOW_FOLDERS = tuple(TESTS / name for name in ("abuse", "faults", "lab", "simulation", "web"))
SLOW_FILES = frozenset(
    TESTS / name
    for name in (
        "bots/test_arena.py",
        "cluster/test_cluster.py",
        "contract/sdk/test_python.py",
        "contract/sdk/test_typescript.py",
        "contract/test_clients.py",
        "contract/test_examples.py",
        "contract/test_schemathesis.py",
        "secrecy/test_mutants.py",
        "service/test_data_sets.py",
        "service/test_doctor_trials.py",
        "service/test_restore_chapter.py",
        "service/test_site.py",
        "service/tournaments/test_processes.py",
        "service/tournaments/test_simulated.py",
        "store/test_limits.py",
        "terminal/test_two_players.py",
        "tournaments/test_simulation.py",
        "web/test_whole_games.py",
    )
)
"""Half of the time of all tests (decision 059): browsers, attacks, faults, long samples. The files begin first."""

# The tests start some hundred Python processes. Where the environment forbids bytecode, each of them would compile all
# of its modules, which takes longer than most of what it runs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that starts the tests in the background lets them ignore Ctrl-C. Processes inherit that, so that those which
# a test interrupts would run for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

IN_MEMORY = Path("/dev/shm")
ROOM = 2**30
"""Bytes that have to be free there for each processor, which has two processes of tests: both use less than that."""


def _keep_files_in_memory() -> None:
    """Let temporary files be made in memory, unless TMPDIR is set: every commit waits for its disk, several ms each.

    The files are written, locked, mapped and synchronized as on a disk. No test can take its power away from a disk.
    """
    if "TMPDIR" in os.environ or not os.access(IN_MEMORY, os.W_OK | os.X_OK):
        return
    if shutil.disk_usage(IN_MEMORY).free >= ROOM * len(os.sched_getaffinity(0)):
        os.environ["TMPDIR"] = str(IN_MEMORY)
        # pytest has asked for it already
        tempfile.tempdir = None


_keep_files_in_memory()

# a transaction that takes locks out of order fails, whether or not another one takes them at the same time
lock_order.IS_CHECKED = True


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return 0 for tests that finish sooner than a second process starts: of one file, or of one title.

    The tests wait for about half of their time, for servers, databases and timeouts. So the quick run has two processes
    for every processor: one works while the other waits. Browsers compute: with more than one process for a processor,
    pages take seconds for what people do at once. So the run of all tests has one.
    """
    selected = _selected(config)
    if all(path.is_file() or path.parent == RULES for path in selected):
        return 0
    processors = len(os.sched_getaffinity(0))
    return 2 * processors if _leaves_slow(config) else processors


def _selected(config: pytest.Config) -> list[Path]:
    """Return the files and folders whose tests run."""
    return [Path(argument.partition("::")[0]).resolve() for argument in config.args]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects every test."""
    parser.addoption(
        "--all", action="store_true", help="run the slow tests too, which run otherwise only if their path is given"
    )


def _leaves_slow(config: pytest.Config) -> bool:
    return TESTS in _selected(config) and not config.getoption("all")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Name what does not run: a process of tests that leaves tests out does not report them."""
    if not _leaves_slow(config):
        return None
    files = [path for path in SLOW_FILES if path.parent not in SLOW_FOLDERS]
    names = sorted(str(path.relative_to(TESTS)) for path in (*SLOW_FOLDERS, *files))
    return f"quick run, without {', '.join(names)}; --all runs all tests"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the collector of garbage, which then leaves them and their modules alone."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests in a quick run. Begin with the slow files: at the end, one process would run alone.

    Each process first gets an equal part of the list, from which others steal later. So each part begins with some of
    the files.
    """
    if _leaves_slow(config):
        config.hook.pytest_deselected(items=[item for item in items if _is_slow(item.path)])
        items[:] = [item for item in items if not _is_slow(item.path)]
    slow: dict[Path, list[pytest.Item]] = {path: [] for path in (item.path for item in items) if path in SLOW_FILES}
    others: list[pytest.Item] = []
    for item in items:
        slow.get(item.path, others).append(item)
    files, rest = list(slow.values()), iter(others)
    count, left = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), len(items)
    ordered: list[pytest.Item] = []
    for place in range(count):
        part = left // (count - place)
        own = [item for file in files[place::count] for item in file]
        ordered += [*own, *islice(rest, max(0, part - len(own)))]
        left -= part
    items[:] = [*ordered, *rest]


def _is_slow(path: Path) -> bool:
    return path in SLOW_FILES or any(path.is_relative_to(folder) for folder in SLOW_FOLDERS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the situations of golden games that tests have recorded in any process."""
    lines = [f"{games:5} games of {title:9} {name}" for title, name, games in _recorded(terminalreporter, "situations")]
    if lines:
        terminalreporter.section("situations that golden games reach")
        terminalreporter.write("\n".join([*lines, ""]))


def _recorded(terminalreporter: pytest.TerminalReporter, wanted: str) -> list[tuple[object, ...]]:
    """Return the rows that tests have recorded as a property of this name."""
    return [
        row
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if getattr(report, "when", None) == "call"
        for name, found in report.user_properties
        if name == wanted
        for row in found
    ]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server: that of LUDOLOG_TEST_POSTGRES, or one that is brought along."""
    given = os.environ.get("LUDOLOG_TEST_POSTGRES")
    if given:
        yield given
        return
    with cluster() as own:
        yield own.url()


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of the database that empty ones are copies of.

    With `TESTS_LOG=sequenced`, its log is sequenced and has three partitions (decision 088).
    """
    if os.environ.get("TESTS_LOG") != "sequenced":
        yield "template1"
        return
    with new_database(postgres_server) as url:
        Store(url).close()
        sequence(url, 3)
        yield urlsplit(url).path[1:]


@pytest.fixture
def postgres(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """The URL of an empty database of a test's own."""
    with new_database(postgres_server, postgres_template) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an empty database: each test runs on both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('database')}/games.db"
    else:
        yield request.getfixturevalue("postgres")
