"""The commands by which players meet: `challenge`, `challenges`, `accept`, `decline`, `rematch` and `pool`."""

from typing import Annotated

import typer

from service.terminal.commands.common import ALL_TITLES, GameId, KnownName, Lang, Name, Server, client_of, guarded
from service.terminal.commands.playing import play_game
from service.terminal.connection.client import DEFAULT_SERVER, Client
from service.terminal.connection.credentials import Credentials
from service.terminal.connection.errors import Misused
from service.terminal.display.screen import Screen
from service.terminal.sessions.meeting import REASONS, described, game_of, paired
from service.terminal.sessions.opening import join_game, sign_in

ChallengeId = Annotated[str, typer.Argument(help="The id of a challenge: see ludolog challenges.")]
Title = Annotated[str, typer.Argument(help=f"The title: {ALL_TITLES}.")]
ClockName = Annotated[str, typer.Option(help="The clock: live, evening, correspondence or slow.")]


def challenge(
    player: Annotated[str, typer.Argument(help="The name of a player.")],
    title: Title,
    clock: Annotated[str, typer.Option(help="The clock: live, evening, correspondence, slow, or none.")] = "live",
    bots: Annotated[str | None, typer.Option(help="Bots that play, too, such as careful.")] = None,
    unrated: Annotated[bool, typer.Option("--unrated", help="The result does not count.")] = False,
    lang: Lang = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Challenge a player by name, wait for the answer, and play."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, lang=lang) as client:
            own = sign_in(client, Credentials(), screen, name)
            more = [bot for bot in (bots or "").split(",") if bot]
            body = {
                "players": [player],
                "ruleset": title,
                "clock": None if clock == "none" else {"preset": clock},
                "bots": more,
                "rated": False if unrated or more else None,
            }
            made = client.post("/challenges", body)
            screen.notice(f"challenge {made['id']}")
            _play(client, game_of(client, made, screen), screen, own)

    guarded(screen, act)


def challenges(lang: Lang = None, name: KnownName = None, server: Server = DEFAULT_SERVER) -> None:
    """List your challenges, and those to you, that wait for answers."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            own = client.get("/me")["id"]
            items = client.get("/challenges", limit=200)["items"]
            for each in items:
                screen.command(described(each, own))
            if not items:
                screen.show("No challenge waits.")

    guarded(screen, act)


def accept(challenge: ChallengeId, lang: Lang = None, name: KnownName = None, server: Server = DEFAULT_SERVER) -> None:
    """Accept a challenge or a rematch, and play when all have accepted."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            found = client.post(f"/challenges/{challenge}/acceptances")
            _play(client, game_of(client, found, screen), screen, client.get("/me")["id"])

    guarded(screen, act)


def decline(
    challenge: ChallengeId,
    reason: Annotated[str, typer.Option(help=f"Why: {', '.join(REASONS)}.")] = "no",
    lang: Lang = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Decline a challenge, or take back one of yours."""
    screen = Screen()

    def act() -> None:
        if reason not in REASONS:
            message = f"there is no reason {reason}: the reasons are {', '.join(REASONS)}"
            raise Misused(message)
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            found = client.get(f"/challenges/{challenge}")
            if found["by"] == client.get("/me")["id"]:
                client.delete(f"/challenges/{challenge}")
                screen.show("Taken back.")
            else:
                client.post(f"/challenges/{challenge}/refusals", {"reason": reason})
                screen.show("Declined.")

    guarded(screen, act)


def rematch(game: GameId, lang: Lang = None, name: KnownName = None, server: Server = DEFAULT_SERVER) -> None:
    """Ask for a rematch of a game that has ended, or join it, and play."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            found = client.post(f"/games/{game}/rematches")
            _play(client, game_of(client, found, screen), screen, client.get("/me")["id"])

    guarded(screen, act)


def pool(
    title: Title,
    clock: ClockName = "live",
    lang: Lang = None,
    name: Name = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """Wait for anyone who wants to play a title with a clock, and play."""
    screen = Screen()

    def act() -> None:
        with client_of(server, screen, lang=lang) as client:
            own = sign_in(client, Credentials(), screen, name)
            _play(client, paired(client, title, clock, screen), screen, own)

    guarded(screen, act)


def _play(client: Client, game: str, screen: Screen, player: str) -> None:
    play_game(join_game(client, game, None, player), screen, player)
