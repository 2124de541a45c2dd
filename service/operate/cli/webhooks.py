"""The command `webhooks`: events of your own games for a program on this machine, without a public address."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import typer

from service.news.local.forwarding import Forwarder, LocalUrlError
from service.news.local.listening import ELSEWHERE, TYPES, listen_to
from service.news.local.receiving import receive_on
from service.news.signatures import SECRET, SignatureError, random_secret
from service.operate.cli.common import fail, out
from service.terminal.commands.common import client_of, guarded, sign_up_hint
from service.terminal.connection.client import Client
from service.terminal.connection.errors import Misused
from service.terminal.display.screen import Screen


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    group = typer.Typer(no_args_is_help=True, help="Test webhooks on this machine.")
    group.command()(listen)
    group.command()(receive)
    app.add_typer(group, name="webhooks")


def listen(
    forward: Annotated[
        str | None, typer.Option(help="The URL on this machine to which events are sent, http://localhost:3000/hook.")
    ] = None,
    server: Annotated[str, typer.Option(envvar="LUDOLOG_SERVER", help="The address of the server.")] = (
        "http://127.0.0.1:8000"
    ),
    name: Annotated[str | None, typer.Option(help="Your name on the server, if you use several.")] = None,
    types: Annotated[
        str | None, typer.Option(help=f"Types of events, separated by commas: {', '.join(TYPES)}.")
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(
            envvar="LUDOLOG_WEBHOOK_SECRET",
            help="The secret that signs, whsec_…; by default a new one, which is printed.",
        ),
    ] = None,
    after: Annotated[str | None, typer.Option(help="The cursor after which to begin; by default now.")] = None,
) -> None:
    """Print the events of your own games as a webhook receives them, and send them to a program on this machine.

    The command follows the stream of your games and the feeds of results and
    rounds, so it needs no public address. It signs requests as the service does.
    """
    wanted = _types(types)
    screen = Screen()

    def act() -> None:
        with _failing_in_one_line():
            chosen = secret or random_secret()
            forwarder = None if forward is None else Forwarder(forward, chosen)
            with _client(server, name, screen) as client:
                if forwarder is not None and secret is None:
                    out.print(f"the secret is {chosen}", markup=False)
                for line in listen_to(client, wanted, after, forwarder):
                    out.print(line, markup=False)

    guarded(screen, act)


@contextmanager
def _failing_in_one_line() -> Generator[None]:
    try:
        yield
    except (LocalUrlError, SignatureError) as error:
        raise fail(error) from None


def _client(server: str, name: str | None, screen: Screen) -> Client:
    """Return a client with the token of the environment, or with a stored one; raises Misused without one."""
    client = client_of(server, screen, name, signed_in=True)
    if not client.has_token:
        message = f"no token for {server}: {sign_up_hint(server)}, or set LUDOLOG_TOKEN"
        raise Misused(message)
    return client


def receive(
    secret: Annotated[
        str, typer.Option(envvar="LUDOLOG_WEBHOOK_SECRET", help=f"The secret ({SECRET}…) or the public key (whpk_…).")
    ],
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0: any free one.")] = 3000,
) -> None:
    """Receive webhooks on the loopback interface, verify their signatures and print them."""
    with _failing_in_one_line():
        try:
            receive_on(port, secret, lambda line: out.print(line, markup=False))
        except OSError as error:
            raise fail(f"port {port} cannot be used ({error.strerror}): choose another one with --port") from None


def _types(text: str | None) -> frozenset[str]:
    if text is None:
        return frozenset(TYPES)
    named = [part.strip() for part in text.split(",")]
    unknown = [part for part in named if part not in TYPES]
    if unknown and unknown[0] in ELSEWHERE:
        raise fail(f"{unknown[0]} is in no feed: test it with a webhook to a URL that the service can reach")
    if unknown:
        raise fail(f"there is no type {unknown[0][:40]!r}: the types are {', '.join(TYPES)}")
    return frozenset(named)
