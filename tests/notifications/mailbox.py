"""An SMTP server on the loopback interface that keeps what it accepts."""

import email
import email.policy
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.service.server import free_port


class Mailbox:
    """The handler of the server."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.contents: list[bytes] = []
        """The e-mails as they were sent."""
        self.recipients: list[str] = []
        self.logins: list[tuple[bytes, bytes]] = []
        self.answer: Callable[[str], str] = lambda _: "250 OK"
        """What is answered to a recipient."""
        self.farewell = "221 bye"
        """What is answered to QUIT."""
        self.port = 0
        self._arrived = threading.Condition()

    def wait(self, number: int) -> None:
        """Wait until so many e-mails have arrived."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.mails) >= number, 30)

    async def handle_RCPT(  # noqa: N802 - the name in aiosmtpd
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Accept or refuse a recipient."""
        answer = self.answer(address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - as above
        """Keep an e-mail."""
        self.recipients += envelope.rcpt_tos
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        with self._arrived:
            self.contents.append(envelope.content)
            self.mails.append(mail)
            self._arrived.notify_all()
        return "250 accepted"

    async def handle_QUIT(self, _server: Any, _session: Any, _envelope: Any) -> str:  # noqa: N802 - as above
        """Answer the end of a connection."""
        return self.farewell

    def log_in(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        """Accept one password."""
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login, data.password))
        # not handled: the server answers another password with 535, instead of nothing
        return AuthResult(success=data.password == b"secret", handled=False)


@contextmanager
def mailbox(**options: Any) -> Generator[Mailbox]:
    """Run a server on a free port."""
    found = Mailbox()
    found.port = free_port()
    controller = Controller(found, hostname="127.0.0.1", port=found.port, authenticator=found.log_in, **options)
    controller.start()
    try:
        yield found
    finally:
        controller.stop()
