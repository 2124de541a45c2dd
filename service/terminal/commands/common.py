"""The options that the commands share, and their error handling."""

import os
import shlex
import sys
import traceback
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

import httpx
import typer
from rich.errors import MarkupError

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
    typer.Option(help="The language of events and names, such as de or it; by default that of the locale."),
]
GameId = Annotated[str, typer.Argument(help="The id of a game.")]


def guarded(screen: Screen, act: Callable[[], None]) -> None:
    """Run a command until it ends or the user quits. Print an error in one line and exit with its code."""
    code = 1
    try:
        act()
    except Quit:
        return
    except ServerError as error:
        is_unprocessable = isinstance(error, ProblemReply) and error.status == HTTPStatus.UNPROCESSABLE_ENTITY
        code = MISUSED if is_unprocessable or isinstance(error, UnreachableError | Misused) else 1
        _print_error(screen, _explained(error))
    except UnicodeEncodeError:
        # an argument: only it can have bytes that are no text
        code = MISUSED
        _print_error(screen, "an argument of the command is no text in UTF-8")
    except BrokenPipeError:
        # the reader has closed the pipe
        _discard_output()
    except OSError as error:
        # such as a full disk
        _discard_output()
        where = "" if error.filename is None else f"{error.filename}: "
        _print_error(screen, f"{where}{error.strerror or error}")
    except (LookupError, TypeError, AttributeError, ValueError, httpx.InvalidURL, MarkupError) as error:
        # a server of another kind or version, or a defect of the client: the error does not show which
        what = f"{type(error).__name__}: {error}, in {_place_of(error)}"
        _print_error(screen, f"an answer of the server cannot be understood, or this client has a defect ({what})")
    except KeyboardInterrupt:
        code = INTERRUPTED
    else:
        return
    raise typer.Exit(code)


def _print_error(screen: Screen, message: str) -> None:
    screen.err.print(f"ludolog: {printable(message)}", markup=False, soft_wrap=True)


def _discard_output() -> None:
    """Send further output nowhere if it cannot be written: Python would report the error again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _place_of(error: Exception) -> str:
    """Return the file and line in which an error was raised."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{Path(last.filename).name}:{last.lineno}"


def _explained(error: ServerError) -> str:
    if isinstance(error, ProblemReply) and error.status == HTTPStatus.UNAUTHORIZED:
        if not os.environ.get("LUDOLOG_TOKEN") and "token-needed" in error.code:
            return (
                f"{error}: sign up by playing, such as ludolog play giganten, run ludolog login, or set LUDOLOG_TOKEN"
            )
        source = "LUDOLOG_TOKEN" if os.environ.get("LUDOLOG_TOKEN") else "the file of tokens"
        return f"the server refuses the token of {source}: {error}"
    return str(error)


def sign_up_hint(server: str, name: str | None = None) -> str:
    """Return the command that stores a token for a server."""
    named = "" if name is None else f" --name {shlex.quote(name)}"
    return f"sign up with: ludolog play giganten{named} --server {shlex.quote(server)}"


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
        message = f"no token for {name} on {server}; known: {known}; {sign_up_hint(server, name)}"
        raise Misused(message)
    client = Client(server, token, screen.notice, lang)
    if name is not None and not credentials.is_usual(client.server, name):
        client.account = name
    return client
