"""The commands `watch`, `replay`, `games`, `rules` and `map`."""

from collections.abc import Callable
from typing import Annotated, NamedTuple
from urllib.parse import quote

import typer

from service.terminal.commands.common import ALL_TITLES, GameId, KnownName, Lang, Server, client_of, guarded
from service.terminal.connection.client import DEFAULT_SERVER
from service.terminal.connection.errors import Misused
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import LONGEST, Screen
from service.terminal.sessions.ending import print_next_commands
from service.terminal.sessions.help import Help
from service.terminal.sessions.jumps import NoSuchPlaceError
from service.terminal.sessions.opening import ruleset_of
from service.terminal.sessions.replay import Replay
from service.terminal.sessions.watch import watch as follow

As = Annotated[
    str | None, typer.Option("--as", help="public, seat:N, or full after the game; by default what you may see.")
]
Board = Annotated[bool, typer.Option("--board/--no-board", help="Draw the board.")]
Title = Annotated[str, typer.Argument(help=f"The title: {ALL_TITLES}.")]


def watch(
    game: GameId,
    viewer: As = None,
    board: Board = False,
    after: Annotated[int, typer.Option(help="Show events after this version.", min=0)] = 0,
    lang: Lang = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Follow a game live until it is over."""

    def act(remote: RemoteGame, screen: Screen) -> None:
        follow(remote, screen, board=board, after=after)
        print_next_commands(remote, screen)

    _with_game(Connected(server, name, lang), game, viewer, act)


class Connected(NamedTuple):
    """The options of a connection."""

    server: str
    name: str | None
    lang: str | None


def _with_game(connected: Connected, game: str, viewer: str | None, act: Callable[[RemoteGame, Screen], None]) -> None:
    """Call a function with a game on a server as a viewer may see it. Print errors."""
    server, name, lang = connected
    screen = Screen()

    def opened() -> None:
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            act(RemoteGame(client, game, viewer), screen)

    guarded(screen, opened)


def replay(
    game: GameId,
    viewer: As = None,
    board: Board = True,
    dump: Annotated[bool, typer.Option("--dump", help="Print all steps from --at on and ask nothing.")] = False,
    at: Annotated[
        str,
        typer.Option(
            help="Where to begin: a version, first, last, or a place such as 'round 3', 'turn 12', 'player 1'."
        ),
    ] = "first",
    lang: Lang = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Step through a game: the board at every version, as each viewer sees it. Type help there for its commands."""

    def act(remote: RemoteGame, screen: Screen) -> None:
        if viewer is None and remote.is_over:
            # the game is over: show all secrets, and who knew them
            remote.viewer = "full"
        steps = Replay(remote, screen)
        try:
            start = steps.place(at[:LONGEST])
        except NoSuchPlaceError as missing:
            raise Misused(str(missing)) from None
        if dump:
            steps.dump(board=board, start=start)
        else:
            steps.walk(board=board, start=start)

    _with_game(Connected(server, name, lang), game, viewer, act)


def games(
    status: Annotated[str | None, typer.Option(help="open, running, ended or abandoned; by default all.")] = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """List your games on a server, newest first, with the games in which it is your turn and the next commands."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, name, signed_in=True) as client:
            Help(client, screen).games(status)

    guarded(screen, act)


def rules(
    title: Title,
    number: Annotated[
        str,
        typer.Argument(help="A rule such as 5.1, a section such as 5, or a ruling such as M3; by default all titles."),
    ] = "",
    lang: Lang = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Show one rule of a title by its number, the titles of all rules, or a ruling that rules cite by its id."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, lang=lang) as client:
            ruleset_of(client, title)
            Help(client, screen).rules(quote(title, safe=""), number)

    guarded(screen, act)


def map_of_a_title(
    title: Title,
    place: Annotated[str, typer.Argument(help="Part of the name of a place; by default all places.")] = "",
    data_set: Annotated[str | None, typer.Option(help="A data set by name; by default that of new games.")] = None,
    lang: Lang = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Show the map of a title as a list: places with their neighbours, costs and signs."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, lang=lang) as client:
            ruleset = ruleset_of(client, title)
            Help(client, screen).map(title, place, data_set=data_set or str(ruleset["data_sets"][0]["name"]))

    guarded(screen, act)
