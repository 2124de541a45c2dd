"""Hands e-mails to the SMTP server of the operator (RFC 5321, RFC 8314)."""

import smtplib
import ssl
from email.message import EmailMessage
from pathlib import Path
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.settings import Settings

TIMEOUT = 20.0
"""Seconds for each step of the exchange."""

_PERMANENT = 500

Tls: TypeAlias = Literal["starttls", "tls", "none"]


class MailError(Exception):
    """An e-mail was not accepted. The message has neither addresses nor passwords."""

    def __init__(self, reason: str, *, is_refused: bool = False) -> None:
        super().__init__(reason)
        self.is_refused = is_refused
        """Whether the server refuses this recipient for ever."""


def smtp_server(settings: Settings) -> "SmtpServer | None":
    """Return the server of the settings; None: the operator has configured none."""
    if settings.smtp_host is None:
        return None
    login = (settings.smtp_user, settings.smtp_password_file)
    return SmtpServer(settings.smtp_host, settings.smtp_port, settings.smtp_tls, settings.smtp_sender or "", *login)


class SmtpServer(Value, frozen=True):
    """The server, how to speak to it, and the sender."""

    host: str
    port: int
    tls: Tls
    sender: str
    user: str | None = None
    password_file: str | None = None

    def send(self, mail: EmailMessage) -> None:
        """Send an e-mail. Blocks. Raises MailError."""
        try:
            with self._connected() as connection:
                connection.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            code = min((code for code, _ in error.recipients.values()), default=0)
            reason = f"the server refuses the recipient with status {code}"
            raise MailError(reason, is_refused=code >= _PERMANENT) from None
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
                connection.login(self.user, self._password())
        except BaseException:
            connection.close()
            raise
        return connection

    def _password(self) -> str:
        return "" if self.password_file is None else Path(self.password_file).read_text().strip()
