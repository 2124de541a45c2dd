"""Plays the games of the data set of values, repeats one of them, and publishes the results."""

from pathlib import Path
from typing import Annotated

import typer

from service.bots.table import check_numbers
from tests.lab.json_lines import append, broken_lines_reported, last, read
from tests.lab.titles import known
from tests.lab.values import publishing
from tests.lab.values.games import FIRST_DEAL, Line, played, titles
from tests.lab.values.strength import add_strength

app = typer.Typer(add_completion=False, help=__doc__)

Folder = Annotated[Path, typer.Argument(help="The folder of games, one file for each title. It is made if needed.")]


Title = Annotated[str, typer.Option(help="Only this title; none: all.", callback=known(titles))]


def file_of(folder: Path, title: str) -> Path:
    """Return the file of the games of a title, one line for each."""
    return folder / f"{title}.jsonl"


@app.command()
def play(
    folder: Folder,
    title: Title = "",
    games: Annotated[int, typer.Option(help="How many games of each title are added.", min=1)] = 1000,
    first: Annotated[int, typer.Option(help="The number of the first game in a new file.", min=0)] = 0,
) -> None:
    """Add games. A stopped run continues with the number after the last line of the file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in [title] if title else titles():
        file = file_of(folder, name)
        for number in _numbers(file, first, games):
            append(file, played(name, number))


def _numbers(file: Path, first: int, games: int) -> range:
    """Return the numbers after the last line of a file; from `first` on without a line. Raises BadParameter."""
    with broken_lines_reported():
        line = last(file, Line)
    start = line.setting.number + 1 if line else first
    try:
        check_numbers(FIRST_DEAL + start, games)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--first") from None
    return range(start, start + games)


@app.command()
def strength(
    folder: Folder,
    title: Title = "",
    games: Annotated[int, typer.Option(help="How many games against each bot are added.", min=1)] = 48,
) -> None:
    """Add games of the policy against bots, to measure its strength."""
    folder.mkdir(parents=True, exist_ok=True)
    with broken_lines_reported():
        for name in [title] if title else titles():
            add_strength(folder, name, games)


@app.command()
def repeat(
    folder: Folder,
    title: Annotated[str, typer.Argument(help="The title.", callback=known(titles))],
    number: Annotated[int, typer.Argument(help="The number of the game.")],
) -> None:
    """Play a game of a file again, and print whether it ends in the same way."""
    with broken_lines_reported():
        lines = read(file_of(folder, title), Line)
    line = next((line for line in lines if line.setting.number == number), None)
    if line is None:
        message = f"{file_of(folder, title)} has no game {number}"
        raise typer.BadParameter(message)
    is_same = played(title, number) == line
    typer.echo(
        f"game {number} of {title}: {'the same' if is_same else 'different: rules, policy or weights have changed'}"
    )
    raise typer.Exit(0 if is_same else 1)


@app.command()
def publish(
    folder: Folder,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace published games of other rules or another policy by fewer ones.")
    ] = False,
) -> None:
    """Publish the games of a folder: the data set, its tables, and the seat values of tournaments."""
    if not folder.is_dir():
        message = f"there is no folder {folder}"
        raise typer.BadParameter(message)
    try:
        publishing.publish(folder, publishing.Target(), replace=replace)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


if __name__ == "__main__":
    app()
