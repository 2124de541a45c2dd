"""The commands `play`, `watch` and `replay`, which speak to any server."""

import os
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

import typer

from service.terminal.client import DEFAULT_SERVER, Client, ProblemReply, ServerError, UnreachableError
from service.terminal.credentials import Credentials
from service.terminal.opening import Misused, Wishes, join, open_game, options_from, own_seat, sign_in
from service.terminal.play import Player, Resigned
from service.terminal.replay import Replay
from service.terminal.screen import Left, Screen
from service.terminal.table import Table
from service.terminal.watch import watch as follow

INTERRUPTED = 130
MISUSED = 2

Server = Annotated[str, typer.Option(envvar="LUDOLOG_SERVER", help="The address of the server.")]
As = Annotated[
    str | None, typer.Option("--as", help="public, seat:N, or full after the game; by default what you may see.")
]
Board = Annotated[bool, typer.Option("--board/--no-board", help="Draw the board.")]
GameId = Annotated[str, typer.Argument(help="The id of a game.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (play, watch, replay):
        app.command()(command)


def _guarded(screen: Screen, act: Callable[[], None]) -> None:
    """Do it; what goes wrong is said in one line, and told by the exit code."""
    try:
        act()
    except (UnreachableError, Misused) as error:
        code = MISUSED
        screen.err.print(f"ludolog: {error}", markup=False, soft_wrap=True)
    except ServerError as error:
        unprocessable = isinstance(error, ProblemReply) and error.status == HTTPStatus.UNPROCESSABLE_ENTITY
        code = MISUSED if unprocessable else 1
        screen.err.print(f"ludolog: {_told(error)}", markup=False, soft_wrap=True)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        # a server of another kind or version is at the other end
        code = 1
        what = f"{type(error).__name__}: {error}"
        screen.err.print(f"ludolog: an answer of the server cannot be understood ({what})", markup=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # whoever read the output has gone; Python would complain about that once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    else:
        return
    raise typer.Exit(code)


def _told(error: ServerError) -> str:
    if isinstance(error, ProblemReply) and error.status == HTTPStatus.UNAUTHORIZED:
        source = "LUDOLOG_TOKEN" if os.environ.get("LUDOLOG_TOKEN") else "the file of tokens"
        return f"the server refuses the token of {source}: {error}"
    return str(error)


def _client(server: str, screen: Screen, token: str | None = None) -> Client:
    return Client(server, token, screen.notice)


def play(
    title: Annotated[str | None, typer.Argument(help="The title, such as giganten; not needed with --game.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play; by default as few as can.", min=2)] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0.", min=0)] = None,
    bots: Annotated[str | None, typer.Option(help="Bots for the other seats in turn, such as careful,random.")] = None,
    profile: Annotated[str | None, typer.Option(help="A named set of options.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")] = None,
    game: Annotated[str | None, typer.Option(help="The id of a game to come back to, or to join with --seat.")] = None,
    name: Annotated[str | None, typer.Option(help="The name that others see, if you are new on the server.")] = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Play in the terminal, against bots, on any server."""
    screen = Screen()

    def act() -> None:
        if title is None and game is None:
            message = "say what to play: ludolog play giganten, or --game with the id of a game"
            raise Misused(message)
        wanted = tuple(bot for bot in (bots or "").split(",") if bot)
        wishes = Wishes(title or "", seats, seat or 0, wanted, profile, options_from(option or []))
        with _client(server, screen) as client:
            player = sign_in(client, Credentials(), screen, name)
            table = join(client, game, seat, player) if game else open_game(client, wishes, player)
            _play(table, screen, player)

    _guarded(screen, act)


def _play(table: Table, screen: Screen, player: str) -> None:
    address = table.client.address
    screen.notice(f"game {table.id}")
    taken = own_seat(table, player)
    try:
        Player(table, screen, 0 if taken is None else taken).run()
    except Resigned:
        screen.text(f"Follow it with: ludolog watch {table.id}{address}")
    except (Left, KeyboardInterrupt) as left:
        screen.show("")
        screen.out.print(f"Come back with: ludolog play --game {table.id}{address}", markup=False, soft_wrap=True)
        if isinstance(left, KeyboardInterrupt):
            raise


def watch(
    game: GameId,
    viewer: As = None,
    board: Board = False,
    after: Annotated[int, typer.Option(help="Events with higher versions than this.", min=0)] = 0,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Follow a game live until it is over."""
    screen = Screen()

    def act() -> None:
        with _client(server, screen, Credentials().token(server)) as client:
            follow(Table(client, game, viewer), screen, board=board, after=after)

    _guarded(screen, act)


def replay(
    game: GameId,
    viewer: As = None,
    board: Board = True,
    dump: Annotated[bool, typer.Option("--dump", help="Print all steps and ask nothing.")] = False,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Step through a game to and fro: the board at every version, and who knew what."""
    screen = Screen()

    def act() -> None:
        with _client(server, screen, Credentials().token(server)) as client:
            table = Table(client, game, viewer)
            if viewer is None and table.is_over:
                # nothing is secret any more: show all, and who knew it then
                table.viewer = "full"
            steps = Replay(table, screen)
            if dump:
                steps.dump(board=board)
            else:
                steps.walk(board=board)

    _guarded(screen, act)
