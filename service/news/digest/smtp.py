"""Hands e-mails to the SMTP server of the operator (RFC 5321, RFC 8314)."""

import contextlib
import re
import smtplib
import ssl
from email.message import EmailMessage
from pathlib import Path
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.settings import Settings

TIMEOUT = 20.0
"""Seconds for each step of the exchange."""

_PERMANENT = 500

_NO_SUCH_ADDRESS = re.compile(rb"5\.1\.\d{1,3}\b")
"""The enhanced status of a wrong address (RFC 3463 3.2)."""

Tls: TypeAlias = Literal["starttls", "tls", "none"]


class MailError(Exception):
    """An e-mail was not accepted. The message has neither addresses nor passwords."""

    def __init__(self, reason: str, *, is_refused: bool = False, is_unknown: bool = False) -> None:
        super().__init__(reason)
        self.is_refused = is_refused
        """Whether the server refuses this recipient with a permanent status: it may be a policy (RFC 3463 3.8)."""
        self.is_unknown = is_unknown
        """Whether the status means that the address does not exist."""


def smtp_server(settings: Settings) -> "SmtpServer | None":
    """Return the server of the settings; None: the operator has configured none."""
    if settings.smtp_host is None:
        return None
    login = (settings.smtp_user, settings.smtp_password_file)
    return SmtpServer(settings.smtp_host, settings.smtp_port, settings.smtp_tls, settings.smtp_sender or "", *login)


class SmtpServer(Value, frozen=True):
    """The server, the settings of the connection, and the sender."""

    host: str
    port: int
    tls: Tls
    sender: str
    user: str | None = None
    password_file: str | None = None

    def send(self, mail: EmailMessage, address: str) -> None:
        """Send an e-mail to an address. Blocks. Raises MailError."""
        try:
            connection = self._connected()
            try:
                connection.send_message(mail, to_addrs=[address])
            finally:
                _end(connection)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = error.recipients[address]
            reason = f"the server refuses the recipient with status {code}"
            is_refused = code >= _PERMANENT
            is_unknown = is_refused and _NO_SUCH_ADDRESS.match(text) is not None
            raise MailError(reason, is_refused=is_refused, is_unknown=is_unknown) from None
        except smtplib.SMTPResponseException as error:
            reason = f"the server answers {error.smtp_code}"
            raise MailError(reason) from None
        except (smtplib.SMTPException, OSError) as error:
            reason = f"the server cannot be used ({type(error).__name__})"
            raise MailError(reason) from None

    def check(self) -> None:
        """Sign in and send nothing. Blocks. Raises MailError."""
        try:
            with self._connected() as connection:
                connection.noop()
        except (smtplib.SMTPException, OSError) as error:
            reason = f"the server cannot be used ({type(error).__name__})"
            raise MailError(reason) from None

    def _connected(self) -> smtplib.SMTP:
        """Return a connection that is encrypted and signed in, as configured."""
        context = ssl.create_default_context()
        if self.tls == "tls":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        try:
            if self.tls == "starttls":
                connection.starttls(context=context)
            if self.user is not None:
                password = "" if self.password_file is None else Path(self.password_file).read_text().strip()
                connection.login(self.user, password)
        except BaseException:
            connection.close()
            raise
        return connection


def _end(connection: smtplib.SMTP) -> None:
    """End a connection. The reply to QUIT changes nothing: an e-mail was accepted or refused before."""
    with contextlib.suppress(smtplib.SMTPException, OSError):
        connection.quit()
    connection.close()
