"""The limits of the shape of the code, and every exception with its reason."""

from collections.abc import Mapping

FILES_IN_FOLDER = 15
LINES_OF_FILE = 300
LINES_OF_FUNCTION = 40
PARAMETERS = 6
MEDIAN_LINES = 90
LINES_OF_README = 120
LINES_OF_RELEASE = 15
"""Lines of one release in CHANGELOG.md, blank lines not counted."""

LONG_FILES: Mapping[str, str] = {}
"""Files that may be longer, with the reason."""

LONG_FUNCTIONS: Mapping[str, str] = {
    "service/cli/bots.py::arena": "half of the lines declare the options of `ludolog arena`",
    "service/cli/simulation.py::simulate_games": "most lines declare the options of `ludolog simulate`",
}
"""Functions that may be longer, as `path::name`, with the reason."""

MANY_PARAMETERS: Mapping[str, str] = {
    "openapi/collector.py::ask": "the parts of one HTTP request, given by name",
    "service/cli/bots.py::arena": "each parameter is an option of `ludolog arena`",
    "service/cli/simulation.py::simulate_games": "each parameter is an option of `ludolog simulate`",
    "service/terminal/commands/looking.py::replay": "each parameter is an option of `ludolog replay`",
    "service/terminal/commands/looking.py::watch": "each parameter is an option of `ludolog watch`",
    "service/terminal/commands/playing.py::play": "each parameter is an option of `ludolog play`",
}
"""Functions that may have more parameters, as `path::name`, with the reason.

Route handlers need no entry: their parameters are the declared path, query and header parameters of the operation.
"""

WORDS: Mapping[str, Mapping[str, int]] = {
    "service": {"nobody": 6, "whoever": 0, "told": 0, "heard": 0, "beside": 22, "as ever": 0},
    "domain": {"nobody": 0, "whoever": 0, "told": 0, "heard": 0, "beside": 50, "as ever": 0},
    "projections": {"nobody": 0, "whoever": 0, "told": 0, "heard": 0, "beside": 4, "as ever": 0},
}
"""How often a word that CONTRIBUTING.md advises against may stand in a package. Lower a number, never raise one."""
