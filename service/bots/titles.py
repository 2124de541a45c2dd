"""Names of titles as options of commands."""

from collections.abc import Collection

import typer


def known(title: str, titles: Collection[str]) -> str:
    """Return the name of a title, or an empty one. Raises BadParameter for any other."""
    if title and title not in titles:
        message = f"there is no title {title!r}; there are {', '.join(titles)}"
        raise typer.BadParameter(message)
    return title
