"""The command `login`."""

from service.terminal.commands.common import Server, guarded
from service.terminal.connection.client import DEFAULT_SERVER, Client
from service.terminal.connection.credentials import Credentials
from service.terminal.connection.errors import Misused
from service.terminal.display.screen import Screen
from service.terminal.sessions.login import log_in


def login(server: Server = DEFAULT_SERVER) -> None:
    """Sign in with an account that you have: allow it in a browser, on this device or another one."""
    screen = Screen()

    def act() -> None:
        credentials = Credentials()
        if credentials.from_environment:
            message = "LUDOLOG_TOKEN is set, and would be used in place of what is kept: unset it first"
            raise Misused(message)
        with Client(server, None, screen.notice) as client:
            log_in(client, credentials, screen)

    guarded(screen, act)
