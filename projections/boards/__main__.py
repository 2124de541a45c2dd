"""Writes a board to standard output, or the boards of all data sets to a folder.

`python -m projections.boards giganten kosmos-1999 > board.svg`, `python -m projections.boards --all FOLDER`
"""

import sys
from pathlib import Path

from domain.rulesets import RULESETS
from projections.boards import board_svg, has_board

_USAGE = "usage: python -m projections.boards TITLE [DATA_SET] | --all FOLDER"


def main(arguments: list[str]) -> None:
    """Write the boards that the arguments name. Exits with a message if they name none."""
    match arguments:
        case ["--all", folder]:
            for title in filter(has_board, RULESETS):
                for data_set in RULESETS[title].data_sets():
                    (Path(folder) / f"{title}-{data_set}.svg").write_bytes(board_svg(title, data_set))
        case [title, *rest] if len(rest) <= 1 and title in RULESETS and has_board(title):
            data_set = rest[0] if rest else RULESETS[title].default_data_set
            if data_set not in RULESETS[title].data_sets():
                known = ", ".join(RULESETS[title].data_sets())
                raise SystemExit(f"{title} has no data set {data_set}; it has {known}")
            sys.stdout.buffer.write(board_svg(title, data_set))
        case _:
            raise SystemExit(_USAGE)


if __name__ == "__main__":
    main(sys.argv[1:])
