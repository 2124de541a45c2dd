"""The commands `play` and `join`."""

from typing import Annotated

import typer

from service.terminal.commands.common import ALL_TITLES, GameId, Lang, Name, Server, client_of, guarded
from service.terminal.connection.client import DEFAULT_SERVER, Client
from service.terminal.connection.credentials import Credentials
from service.terminal.connection.errors import Misused, ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Quit, Screen
from service.terminal.sessions.ending import print_next_commands
from service.terminal.sessions.opening import NewGame, join_game, open_game, options_from, own_seat, sign_in
from service.terminal.sessions.play import Player, Resigned
from service.terminal.sessions.waiting import WaitingRoom

Title = Annotated[str | None, typer.Argument(help=f"The title: {ALL_TITLES}; not needed with --game.")]
Seats = Annotated[
    int | None, typer.Option(help="The number of seats; by default the smallest that fits all people and bots.", min=2)
]
OwnSeat = Annotated[int | None, typer.Option(help="Your seat, from 0; by default 0.", min=0)]
Bots = Annotated[
    str | None,
    typer.Option(help="Bots, such as careful or careful,random; they fill the seats without people, in turn."),
]
People = Annotated[
    int, typer.Option(help="The number of people, you included; the game waits for the others to join.", min=1)
]
Private = Annotated[bool, typer.Option("--private", help="Only people you invite see the game and can join.")]
Profile = Annotated[str | None, typer.Option(help="A named set of options.")]
Clock = Annotated[
    str | None,
    typer.Option(
        help="The clock: live, evening, correspondence or slow, allowance and bank such as PT12H+P3D, or none. "
        "By default, a public game has the clock of the server."
    ),
]
Hints = Annotated[bool, typer.Option("--hints", help="Players can ask the engine for hints; the game is not rated.")]
Options = Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")]
Game = Annotated[str | None, typer.Option(help="The id of a game to continue, or to join on the free seat --seat.")]


def play(  # a command has one parameter for each option
    title: Title = None,
    seats: Seats = None,
    seat: OwnSeat = None,
    bots: Bots = None,
    people: People = 1,
    private: Private = False,
    profile: Profile = None,
    option: Options = None,
    clock: Clock = None,
    hints: Hints = False,
    game: Game = None,
    lang: Lang = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Play in the terminal, against bots or people, on any server.

    Against bots: ludolog play giganten --bots careful
    With one other person: ludolog play giganten --people 2
    The second command prints how the other person joins. The game starts when
    every seat is taken. In a game, type help for its commands.
    """
    screen = Screen()

    def act() -> None:
        if title is None and game is None:
            message = "no title is named: ludolog play giganten, or --game with the id of a game"
            raise Misused(message)
        names = tuple(bot for bot in (bots or "").split(",") if bot)
        new_game = NewGame(
            title or "", seats, seat or 0, names, people, private, profile, options_from(option or []), clock, hints
        )
        with client_of(server, screen, lang=lang) as client:
            player = sign_in(client, Credentials(), screen, name)
            play_game(
                join_game(client, game, seat, player) if game else open_game(client, new_game, player), screen, player
            )

    guarded(screen, act)


def join(
    game: GameId,
    seat: Annotated[int | None, typer.Option(help="A free seat, from 0; by default the first one.", min=0)] = None,
    invitation: Annotated[
        str | None, typer.Option(help="The invitation to a private game, from the player who opened it.")
    ] = None,
    lang: Lang = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Join a game that waits for players, or continue one that you play in."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, lang=lang) as client:
            if invitation is not None:
                client.invited(invitation)
            player = sign_in(client, Credentials(), screen, name)
            play_game(join_game(client, game, seat, player, anywhere=True), screen, player)

    guarded(screen, act)


def play_game(remote: RemoteGame, screen: Screen, player: str) -> None:
    """Wait until a game starts, and play it."""
    screen.notice(f"game {remote.id}")
    try:
        WaitingRoom(remote, screen, player).wait()
        Player(remote, screen, own_seat(remote, player) or 0).run()
        print_next_commands(remote, screen)
    except Resigned:
        screen.command(f"Follow it with: ludolog watch {remote.id}{remote.client.options}")
    except (Quit, KeyboardInterrupt) as left:
        screen.show("")
        _print_return_command(remote.client, remote.id, screen)
        if isinstance(left, KeyboardInterrupt):
            raise
    except ServerError:
        if not remote.is_over:
            _print_return_command(remote.client, remote.id, screen)
        raise


def _print_return_command(client: Client, game: str, screen: Screen) -> None:
    screen.command(f"Continue with: ludolog play --game {game}{client.options}")
