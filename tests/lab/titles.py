"""Names of titles as options of commands."""

from collections.abc import Callable, Collection

import typer


def known(titles: Callable[[], Collection[str]]) -> Callable[[str], str]:
    """Return a callback that returns the name of one of these titles, or an empty one. It raises BadParameter."""

    def checked(title: str) -> str:
        if title and title not in titles():
            message = f"there is no title {title!r}; there are {', '.join(titles())}"
            raise typer.BadParameter(message)
        return title

    return checked
