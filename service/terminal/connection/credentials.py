"""The tokens by server, in a file with mode 0600."""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path

import msgspec
import typer

from service.terminal.connection.errors import ServerError
from service.terminal.connection.headers import checked_secret


class Account(msgspec.Struct, frozen=True):
    """An account on a server."""

    name: str
    token: str


def default_file() -> Path:
    """Return the path of the token file."""
    return Path(typer.get_app_dir("ludolog")) / "tokens.json"


class Credentials:
    """The tokens in the file, by server. LUDOLOG_TOKEN has precedence."""

    def __init__(self, file: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        self.file = file or default_file()
        self._environment = environment

    @property
    def from_environment(self) -> bool:
        """Return whether the token comes from LUDOLOG_TOKEN."""
        return bool(self._environment.get("LUDOLOG_TOKEN"))

    def token(self, server: str, name: str | None = None) -> str | None:
        """Return the token for a server: of the named account, or of the default one; None if there is none.

        Raises Misused if it cannot be a token.
        """
        if self.from_environment:
            return checked_secret("the token of LUDOLOG_TOKEN", self._environment["LUDOLOG_TOKEN"].strip())
        accounts = self._read()
        account = accounts.get(_key(server))
        if name is not None and (account is None or account.name != name):
            account = accounts.get(_key(server, name))
        return checked_secret(f"a token in {self.file}", account.token) if account else None

    def is_usual(self, server: str, name: str) -> bool:
        """Return whether the default account has this name."""
        account = self._read().get(_key(server))
        return self.from_environment or (account is not None and account.name == name)

    def keep(self, server: str, account: Account) -> None:
        """Add a token. The file is replaced atomically and is never readable for others.

        The first account on a server is the default one. Others are found by their names. The token of an account that
        is known takes the place of the earlier one.
        """
        with self._writable():
            known = self._read()
            usual = known.get(_key(server))
            key = _key(server) if usual is None or usual.name == account.name else _key(server, account.name)
            self._write(known | {key: account})

    def prepare(self) -> None:
        """Check that a token can be kept, by writing the file as it is; raises ServerError if not."""
        with self._writable():
            self._write(self._read())

    def names(self, server: str) -> list[str]:
        """Return the names of the accounts on a server, that of the default account first."""
        named = _key(server, "")
        accounts = self._read()
        return [each.name for key, each in sorted(accounts.items()) if key == _key(server) or key.startswith(named)]

    @contextlib.contextmanager
    def _writable(self) -> Generator[None]:
        """Hold the lock of the file; raises ServerError if the file cannot be written."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._locked():
                yield
        except OSError as error:
            message = f"the token cannot be kept in {self.file}: {error.strerror}"
            raise ServerError(message) from None

    @contextlib.contextmanager
    def _locked(self) -> Generator[None]:
        """Hold the lock of the file, so that concurrent processes lose no token."""
        # the token file is replaced, so its own lock would not protect the next process
        opened = os.open(self.file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield
        finally:
            os.close(opened)

    def _write(self, accounts: Mapping[str, Account]) -> None:
        # mkstemp creates a file with a new name and mode 0600
        opened, name = tempfile.mkstemp(prefix=f"{self.file.stem}.", suffix=".new", dir=self.file.parent)
        try:
            with os.fdopen(opened, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(accounts)) + b"\n")
            Path(name).replace(self.file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _read(self) -> dict[str, Account]:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=dict[str, Account])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            message = f"the file of tokens {self.file} cannot be read: {error}"
            raise ServerError(message) from None


def _key(server: str, name: str | None = None) -> str:
    return server.rstrip("/") + ("" if name is None else f"#{name}")
