"""The code is in small files in folders that one screen lists, and the layers hold."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.structure import limits
from tests.structure.measure import (
    ROOT,
    files_by_folder,
    lines_by_file,
    lines_by_release,
    lines_of_document,
    median_lines,
)
from tests.structure.report import (
    function_lines,
    function_parameters,
    needless,
    over_limit,
    table,
    words_over_ceiling,
)


def test_no_folder_has_too_many_files() -> None:
    assert over_limit(files_by_folder(), limits.FILES_IN_FOLDER, {}) == {}


def test_no_file_is_too_long() -> None:
    assert over_limit(lines_by_file(), limits.LINES_OF_FILE, limits.LONG_FILES) == {}


def test_half_of_the_files_are_short() -> None:
    assert median_lines() < limits.MEDIAN_LINES


def test_no_function_is_too_long() -> None:
    assert over_limit(function_lines(), limits.LINES_OF_FUNCTION, limits.LONG_FUNCTIONS) == {}


def test_no_function_has_too_many_parameters() -> None:
    assert over_limit(function_parameters(), limits.PARAMETERS, limits.MANY_PARAMETERS) == {}


def test_every_exception_is_needed_and_has_a_reason() -> None:
    assert needless(lines_by_file(), limits.LINES_OF_FILE, limits.LONG_FILES) == set()
    assert needless(function_lines(), limits.LINES_OF_FUNCTION, limits.LONG_FUNCTIONS) == set()
    assert needless(function_parameters(), limits.PARAMETERS, limits.MANY_PARAMETERS) == set()
    exceptions = {**limits.LONG_FILES, **limits.LONG_FUNCTIONS, **limits.MANY_PARAMETERS}
    assert [where for where, reason in exceptions.items() if len(reason.split()) < 4] == []


def test_discouraged_words_do_not_spread() -> None:
    assert words_over_ceiling() == {}


def test_the_readme_is_short() -> None:
    assert lines_of_document("README.md") <= limits.LINES_OF_README


def test_each_release_in_the_changelog_is_short() -> None:
    assert over_limit(lines_by_release(), limits.LINES_OF_RELEASE, {}) == {}


def test_the_layers_hold() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint_imports], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def test_the_figures_are_in_the_report(record_property: Callable[[str, object], None]) -> None:
    lines = table()
    # tests/conftest.py prints this property at the end of the run
    record_property("figures of the code", [(line,) for line in lines])

    assert len(lines) >= 10
