"""The findings about the shape of the code, and the table of the measured figures."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.structure import limits
from tests.structure.measure import (
    Function,
    count_words,
    files_by_folder,
    functions,
    lines_by_file,
    lines_by_release,
    lines_of_document,
    median_lines,
)


class Row(NamedTuple):
    """A measure of the table: the highest figure that was found outside of the exceptions, and its limit."""

    what: str
    figure: float
    limit: float
    where: str = ""
    exceptions: int = 0


def over_limit(found: Mapping[str, int], limit: int, exceptions: Mapping[str, str]) -> dict[str, int]:
    """Return what is above a limit and no exception."""
    return {where: figure for where, figure in found.items() if figure > limit and where not in exceptions}


def needless(found: Mapping[str, int], limit: int, exceptions: Mapping[str, str]) -> set[str]:
    """Return the exceptions that are not above the limit any more, or that do not exist."""
    return {where for where in exceptions if found.get(where, 0) <= limit}


def function_lines() -> dict[str, int]:
    """Return the lines of each function; of functions of one name in a file, the most."""
    return _highest(lambda each: each.lines)


def function_parameters() -> dict[str, int]:
    """Return the parameters of each function that is no route handler."""
    return _highest(lambda each: 0 if each.is_route else each.parameters)


def _highest(figure: Callable[[Function], int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in functions():
        found[each.where] = max(found.get(each.where, 0), figure(each))
    return found


def words_over_ceiling() -> dict[str, int]:
    """Return the words that stand more often in a package than they may, with their count."""
    return {
        f"{package}: {word}": count
        for package, ceilings in limits.WORDS.items()
        for word, count in count_words(package, tuple(ceilings)).items()
        if count > ceilings[word]
    }


def rows() -> list[Row]:
    """Return the table of all measures."""
    words = {package: sum(count_words(package, tuple(of)).values()) for package, of in limits.WORDS.items()}
    return [
        Row("Python files of the product", len(lines_by_file()), float("inf")),
        Row("lines of the product", sum(lines_by_file().values()), float("inf")),
        Row("median lines of a file", median_lines(), limits.MEDIAN_LINES),
        _row("Python files in a folder", files_by_folder(), limits.FILES_IN_FOLDER, {}),
        _row("lines of a file", lines_by_file(), limits.LINES_OF_FILE, limits.LONG_FILES),
        _row("lines of a function", function_lines(), limits.LINES_OF_FUNCTION, limits.LONG_FUNCTIONS),
        _row("parameters of a function", function_parameters(), limits.PARAMETERS, limits.MANY_PARAMETERS),
        Row("lines of README.md", lines_of_document("README.md"), limits.LINES_OF_README),
        _row("lines of a release in CHANGELOG.md", lines_by_release(), limits.LINES_OF_RELEASE, {}),
        *(
            Row(f"discouraged words in {package}", count, sum(limits.WORDS[package].values()))
            for package, count in words.items()
        ),
    ]


def _row(what: str, found: Mapping[str, int], limit: int, exceptions: Mapping[str, str]) -> Row:
    where, figure = max(((name, n) for name, n in found.items() if name not in exceptions), key=lambda each: each[1])
    return Row(what, figure, limit, where, len(exceptions))


def table() -> list[str]:
    """Return the lines of the table."""
    return [
        f"{row.figure:8g} {'' if row.limit == float('inf') else f'of {row.limit:g}':8} {row.what}"
        + (f"  {row.where}" if row.where else "")
        + (f"  ({row.exceptions} exceptions)" if row.exceptions else "")
        for row in rows()
    ]
