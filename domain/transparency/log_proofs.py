"""Proofs for use without a network (C2SP tlog-proof), and requests to witnesses (C2SP tlog-witness) as text."""

from domain.kernel.values import Value
from domain.transparency.checkpoints import hash_from, number_from
from domain.transparency.notes import Note, NoteError, from_base64, in_base64, parse_note

_FIRST_LINE = "c2sp.org/tlog-proof@v1"

MAX_HASHES = 63
"""A proof in a tree of fewer than 2^63 leaves has no more."""


class LogProof(Value, frozen=True):
    """The proof that the log of a checkpoint has an entry at an index. `extra` is not authenticated."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: Note
    extra: bytes | None = None

    def __str__(self) -> str:
        extra = "" if self.extra is None else f"extra {in_base64(self.extra)}\n"
        return f"{_FIRST_LINE}\n{extra}index {self.index}\n{_lines(self.hashes)}\n{self.checkpoint}"


class Submission(Value, frozen=True):
    """What a log sends to a witness: a checkpoint, and the proof that it continues the tree of size `old`."""

    old: int
    hashes: tuple[bytes, ...]
    checkpoint: Note

    def __str__(self) -> str:
        return f"old {self.old}\n{_lines(self.hashes)}\n{self.checkpoint}"


def parse_proof(text: str) -> LogProof:
    """Return a proof, none of it verified; raises NoteError."""
    head, note = _halves(text)
    first, *lines = head
    if first != _FIRST_LINE:
        message = f"the proof does not begin with the line {_FIRST_LINE}"
        raise NoteError(message)
    extra = None
    if lines and lines[0].startswith("extra "):
        extra = from_base64(lines.pop(0).removeprefix("extra "))
    number, hashes = _numbered("index", lines)
    return LogProof(number, hashes, note, extra)


def parse_submission(text: str) -> Submission:
    """Return the body of a request to a witness, none of it verified; raises NoteError."""
    head, note = _halves(text)
    number, hashes = _numbered("old", head)
    return Submission(number, hashes, note)


def _halves(text: str) -> tuple[list[str], Note]:
    head, blank, note = text.partition("\n\n")
    if not blank:
        message = "no blank line stands before the checkpoint"
        raise NoteError(message)
    return head.split("\n"), parse_note(note)


def _numbered(name: str, lines: list[str]) -> tuple[int, tuple[bytes, ...]]:
    if not lines or not lines[0].startswith(f"{name} "):
        message = f"no line `{name} N` stands before the hashes"
        raise NoteError(message)
    if len(lines) - 1 > MAX_HASHES:
        message = f"the proof has more than {MAX_HASHES} hashes"
        raise NoteError(message)
    return number_from(lines[0].removeprefix(f"{name} ")), tuple(hash_from(line) for line in lines[1:])


def _lines(hashes: tuple[bytes, ...]) -> str:
    return "".join(f"{in_base64(each)}\n" for each in hashes)
