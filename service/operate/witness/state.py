"""The state file of a witness: its key, and the last checkpoint of each log that it has cosigned.

Both are in one file, so that nobody uses the key without the state: such a witness would cosign a forked log.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.values import Value
from domain.transparency.checkpoints import Checkpoint, parse_checkpoint
from domain.transparency.notes import COSIGNATURE, NoteKey, parse_note
from service.core.store.failpoints import at_point
from service.core.store.files.durable import flush

OWNER_ONLY = 0o600

MOST_ALARMS = 10
"""The alarms of a log that nobody has acknowledged. One who has its key can contradict it in any number of ways."""

MOST_DOUBTS = 10
"""The doubts about a log that are kept. Anyone can submit a checkpoint of it without its proof."""

Kind: TypeAlias = Literal["contradiction", "misbehaviour"]
"""What an alarm proves to everyone by signatures of the log, or what only this witness has seen."""


class WitnessError(Exception):
    """A witness cannot start. The message says why and what to do."""


class Seen(Value, frozen=True):
    """A log: its last cosigned checkpoint as a signed note with the cosignature, and when that was, as a timestamp."""

    checkpoint: str
    at: int


class Alarm(Value, frozen=True):
    """A log contradicts itself, or its site does not serve what the log has signed. Both notes are signed by it."""

    log: str
    at: int
    """When it was found, in seconds since 1970."""
    reason: str
    before: str
    now: str
    kind: Kind = "contradiction"
    acknowledged_at: int | None = None
    """When people have taken note of it; None: they have not."""


class Doubt(Value, frozen=True):
    """A checkpoint that the log has signed, and that was submitted without a proof that it continues the last one.

    It proves nothing: anyone can submit a checkpoint with a proof that is none.
    """

    log: str
    at: int
    """When it was submitted, in seconds since 1970."""
    reason: str
    now: str

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the note."""
        return parse_checkpoint(parse_note(self.now).text)


class State(Value, frozen=True):
    """What a witness knows. The key is the Ed25519 seed, 32 bytes in hex."""

    name: str
    key: str
    logs: Mapping[str, Seen] = {}
    """By the origins of the logs."""
    sites: Mapping[str, tuple[str, ...]] = {}
    """The verifier keys that a site stated when it was first asked, by its address, unless the operator named some."""
    alarms: tuple[Alarm, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def open_alarms(self) -> tuple[Alarm, ...]:
        """The alarms of which nobody has taken note."""
        return tuple(alarm for alarm in self.alarms if alarm.acknowledged_at is None)

    @property
    def private_key(self) -> Ed25519PrivateKey:
        """The key of the witness."""
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.key))

    @property
    def public_key(self) -> NoteKey:
        """The key under which its cosignatures are verified."""
        return NoteKey(self.name, self.private_key.public_key().public_bytes_raw(), COSIGNATURE)


class StateFile:
    """The file of one process at a time. It is always complete, and durable when `write` returns."""

    def __init__(self, path: Path, name: str | None) -> None:
        """Open the file, or make it with a new key for a name. Raises WitnessError and OSError."""
        self.path = path
        self._lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            message = f"another witness uses {path}: stop it, or give another file with --state"
            raise WitnessError(message) from None
        self.state = self._opened(name)

    def close(self) -> None:
        """Let another process use the file."""
        os.close(self._lock)

    def write(self, state: State) -> None:
        """Replace the state. Raises OSError, and then the former one counts."""
        partial = self.path.with_name(f"{self.path.name}.part")
        with open(partial, "w", opener=_private, encoding="utf-8") as file:
            json.dump(msgspec.to_builtins(state), file, indent=2)
        flush(partial)
        at_point("witness")
        partial.replace(self.path)
        flush(self.path.absolute().parent)
        at_point("witness-stored")
        self.state = state

    def _opened(self, name: str | None) -> State:
        if not self.path.exists():
            if name is None:
                message = f"there is no state {self.path}: give the name of a new witness with --name"
                raise WitnessError(message)
            self.write(State(name, Ed25519PrivateKey.generate().private_bytes_raw().hex()))
        try:
            state = msgspec.json.decode(self.path.read_bytes(), type=State)
            _ = state.public_key
        except (msgspec.DecodeError, ValueError) as error:
            message = f"{self.path} is no state of a witness ({error}): make a new witness, with another name"
            raise WitnessError(message) from None
        if name not in {None, state.name}:
            message = f"{self.path} is the state of the witness {state.name}, not of {name}"
            raise WitnessError(message)
        return state


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CLOEXEC, OWNER_ONLY)
