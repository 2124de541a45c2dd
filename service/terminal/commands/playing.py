"""The commands `play` and `join`."""

from typing import Annotated

import typer

from service.terminal.commands.common import ALL_TITLES, GameId, Name, Server, client_of, guarded
from service.terminal.display.screen import Left, Screen
from service.terminal.server.client import DEFAULT_SERVER, Client
from service.terminal.server.credentials import Credentials
from service.terminal.server.table import Table
from service.terminal.sessions.ending import tell_how_to_go_on
from service.terminal.sessions.opening import Misused, Wishes, join_game, open_game, options_from, own_seat, sign_in
from service.terminal.sessions.play import Player, Resigned
from service.terminal.sessions.waiting import WaitingRoom


def play(
    title: Annotated[str | None, typer.Argument(help=f"The title: {ALL_TITLES}; not needed with --game.")] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many play; by default as few as can with all people and bots.", min=2)
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0; by default 0.", min=0)] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Bots, such as careful or careful,random; they fill the seats that people leave, in turn."),
    ] = None,
    people: Annotated[
        int, typer.Option(help="How many people play, you included; seats for the others wait for them.", min=1)
    ] = 1,
    private: Annotated[
        bool, typer.Option("--private", help="Only those whom you invite see the game and can join.")
    ] = False,
    profile: Annotated[str | None, typer.Option(help="A named set of options.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")] = None,
    game: Annotated[
        str | None, typer.Option(help="The id of a game to come back to, or to join on the free seat --seat.")
    ] = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Play in the terminal, against bots or people, on any server.

    Against bots: ludolog play giganten --bots careful. With one other person: ludolog play giganten --people 2. It
    prints the command by which the other person joins, and starts when every seat is taken. Type help in a game for
    what you can type there.
    """
    screen = Screen()

    def act() -> None:
        if title is None and game is None:
            message = "say what to play: ludolog play giganten, or --game with the id of a game"
            raise Misused(message)
        wanted = tuple(bot for bot in (bots or "").split(",") if bot)
        chosen = options_from(option or [])
        wishes = Wishes(title or "", seats, seat or 0, wanted, people, private, profile, chosen)
        with client_of(server, screen) as client:
            player = sign_in(client, Credentials(), screen, name)
            table = join_game(client, game, seat, player) if game else open_game(client, wishes, player)
            _play(table, screen, player)

    guarded(screen, act)


def join(
    game: GameId,
    seat: Annotated[int | None, typer.Option(help="A free seat, from 0; by default the first one.", min=0)] = None,
    invitation: Annotated[
        str | None, typer.Option(help="The invitation to a private game, as the one who opened it has it.")
    ] = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Join a game that waits for players, or come back to one that you play in."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen) as client:
            if invitation is not None:
                client.invited(invitation)
            player = sign_in(client, Credentials(), screen, name)
            _play(join_game(client, game, seat, player, anywhere=True), screen, player)

    guarded(screen, act)


def _play(table: Table, screen: Screen, player: str) -> None:
    screen.notice(f"game {table.id}")
    try:
        WaitingRoom(table, screen, player).wait()
        Player(table, screen, own_seat(table, player) or 0).run()
        tell_how_to_go_on(table, screen)
    except Resigned:
        screen.command(f"Follow it with: ludolog watch {table.id}{table.client.address}")
    except (Left, KeyboardInterrupt) as left:
        screen.show("")
        _tell_how_to_come_back(table.client, table.id, screen)
        if isinstance(left, KeyboardInterrupt):
            raise


def _tell_how_to_come_back(client: Client, game: str, screen: Screen) -> None:
    screen.out.print(f"Come back with: ludolog play --game {game}{client.address}", markup=False, soft_wrap=True)
