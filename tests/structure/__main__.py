"""`python -m tests.structure`: print the measured figures of the code and everything above a limit."""

import sys

from tests.structure import limits
from tests.structure.measure import files_by_folder, lines_by_file, lines_by_release
from tests.structure.report import function_lines, function_parameters, over_limit, table, words_over_ceiling


def main() -> int:
    """Print the table and what is above a limit; returns the exit code."""
    print("\n".join(table()))
    found = {
        **over_limit(files_by_folder(), limits.FILES_IN_FOLDER, {}),
        **over_limit(lines_by_file(), limits.LINES_OF_FILE, limits.LONG_FILES),
        **over_limit(function_lines(), limits.LINES_OF_FUNCTION, limits.LONG_FUNCTIONS),
        **over_limit(function_parameters(), limits.PARAMETERS, limits.MANY_PARAMETERS),
        **over_limit(lines_by_release(), limits.LINES_OF_RELEASE, {}),
        **words_over_ceiling(),
    }
    print("\n".join(f"above its limit: {figure:5} {where}" for where, figure in found.items()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
