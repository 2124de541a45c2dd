"""The options that the commands share, and their error handling."""

import os
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

import typer

from service.terminal.connection.client import Client
from service.terminal.connection.credentials import Credentials
from service.terminal.connection.errors import Misused, ProblemReply, ServerError, UnreachableError
from service.terminal.display.screen import Quit, Screen
from service.terminal.display.words import printable
from service.terminal.titles import TITLES

INTERRUPTED = 130
MISUSED = 2

ALL_TITLES = " or ".join(TITLES)
"""The titles that this client has boards for."""

Server = Annotated[str, typer.Option(envvar="LUDOLOG_SERVER", help="The address of the server.")]
Name = Annotated[
    str | None,
    typer.Option(help="Your name on the server, if you are new there or use several. Signs you up if the name is new."),
]
KnownName = Annotated[str | None, typer.Option("--name", help="Your name on the server, if you use several.")]
Lang = Annotated[
    str | None,
    typer.Option(help="The language of events and places, such as de or it; by default that of the locale."),
]
GameId = Annotated[str, typer.Argument(help="The id of a game.")]


def guarded(screen: Screen, act: Callable[[], None]) -> None:
    """Run a command until it ends or the user quits. Print an error in one line and exit with its code."""
    try:
        act()
    except Quit:
        return
    except (UnreachableError, Misused) as error:
        code = MISUSED
        screen.err.print(f"ludolog: {printable(str(error))}", markup=False, soft_wrap=True)
    except ServerError as error:
        unprocessable = isinstance(error, ProblemReply) and error.status == HTTPStatus.UNPROCESSABLE_ENTITY
        code = MISUSED if unprocessable else 1
        screen.err.print(f"ludolog: {printable(_explained(error))}", markup=False, soft_wrap=True)
    except UnicodeError:
        # an argument: replies and typed lines cannot raise this
        code = MISUSED
        screen.err.print("ludolog: an argument of the command is no text in UTF-8", markup=False, soft_wrap=True)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        # the server is of another kind or version
        code = 1
        what = f"{type(error).__name__}: {error}"
        screen.err.print(f"ludolog: an answer of the server cannot be understood ({what})", markup=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # the reader has closed the pipe; without this Python reports the error again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    else:
        return
    raise typer.Exit(code)


def _explained(error: ServerError) -> str:
    if isinstance(error, ProblemReply) and error.status == HTTPStatus.UNAUTHORIZED:
        if not os.environ.get("LUDOLOG_TOKEN") and "token-needed" in error.code:
            return f"{error}: sign up by playing, such as ludolog play giganten, or set LUDOLOG_TOKEN"
        source = "LUDOLOG_TOKEN" if os.environ.get("LUDOLOG_TOKEN") else "the file of tokens"
        return f"the server refuses the token of {source}: {error}"
    return str(error)


def client_of(
    server: str, screen: Screen, name: str | None = None, *, lang: str | None = None, signed_in: bool = False
) -> Client:
    """Return a client of a server. If signed in, it has the stored token of the name or of the default account.

    Raises Misused if there is no token of the name.
    """
    if not signed_in:
        return Client(server, None, screen.notice, lang)
    credentials = Credentials()
    token = credentials.token(server, name)
    if name is not None and token is None:
        known = ", ".join(credentials.names(server)) or "none"
        message = f"no token for {name} on {server}; known: {known}"
        raise Misused(message)
    client = Client(server, token, screen.notice, lang)
    if name is not None and not credentials.is_usual(client.server, name):
        client.account = name
    return client
