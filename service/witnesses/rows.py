"""The table of the witnesses: the last cosignature of each, by its verifier key, and who submits to it."""

from domain.kernel.values import Value
from domain.transparency.notes import NoteKey, NoteSignature, signature_from
from service.core.store.database import Cursor, Row

TABLES = (
    """CREATE TABLE log_witnesses (
        witness TEXT PRIMARY KEY, size BIGINT NOT NULL, line TEXT NOT NULL, known BIGINT NOT NULL,
        claimed_until BIGINT NOT NULL, problem TEXT, is_contradicted INTEGER NOT NULL)""",
)


class Submitted(Value, frozen=True):
    """What is known of a witness."""

    size: int = -1
    """The size of the checkpoint that it has cosigned last for this site; -1: none."""
    line: str = ""
    """The cosignature of that checkpoint, a line without line feed."""
    known: int = 0
    """The size of the last checkpoint that it has cosigned at all, as far as it has told."""
    problem: str | None = None
    """Why the last submission failed; None: it did not."""
    is_contradicted: bool = False
    """Whether the witness has cosigned a log that this one does not continue."""


def submitted_to(cursor: Cursor, witness: NoteKey) -> Submitted:
    """Return what is known of a witness."""
    row = cursor.one("SELECT * FROM log_witnesses WHERE witness = ?", (witness.vkey,))
    return Submitted() if row is None else _submitted(row)


def claim(cursor: Cursor, witness: NoteKey, now: int, until: int, size: int | None) -> Submitted | None:
    """Let this process alone submit the checkpoint of a size, until a time in seconds since 1970.

    Without a size, it is submitted also if the witness has cosigned it.

    None: the witness has cosigned it, or another process submits, or it is too early after a failure.
    """
    cursor.execute(
        "INSERT INTO log_witnesses (witness, size, line, known, claimed_until, problem, is_contradicted) "
        "VALUES (?,-1,'',0,0,NULL,0) ON CONFLICT (witness) DO NOTHING",
        (witness.vkey,),
    )
    found = "SELECT * FROM log_witnesses WHERE witness = ?" + cursor.for_update  # noqa: S608 - a constant
    row = cursor.one(found, (witness.vkey,))
    assert row is not None
    if row["size"] == size or row["claimed_until"] > now:
        return None
    cursor.execute("UPDATE log_witnesses SET claimed_until=? WHERE witness=?", (until, witness.vkey))
    return _submitted(row)


def note_submitted(cursor: Cursor, witness: NoteKey, found: Submitted, claimed_until: int) -> None:
    """Store what a submission has shown, and until when nothing is submitted."""
    cursor.execute(
        "UPDATE log_witnesses SET size=?, line=?, known=?, problem=?, is_contradicted=?, claimed_until=? "
        "WHERE witness=?",
        (
            found.size, found.line, found.known, found.problem, int(found.is_contradicted), claimed_until,
            witness.vkey,
        ),
    )  # fmt: skip


def cosignatures(cursor: Cursor, witnesses: tuple[NoteKey, ...], size: int) -> tuple[NoteSignature, ...]:
    """Return the cosignatures of the checkpoint of a size, in the order of the witnesses."""
    found = (submitted_to(cursor, witness) for witness in witnesses)
    return tuple(signature_from(each.line) for each in found if each.size == size)


def _submitted(row: Row) -> Submitted:
    return Submitted(row["size"], row["line"], row["known"], row["problem"], bool(row["is_contradicted"]))
