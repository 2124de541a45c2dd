"""Tables as plain text."""

from collections.abc import Sequence


def printed(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 0) -> str:
    """Return a table as text. The first `left` columns are text, the others are numbers."""
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (columns, *rows)
    ]
    return "\n".join((title, *lines))
