"""What a witness decides about a checkpoint that a log submits (C2SP tlog-witness). The caller keeps the state."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from domain.ledger.signing import IsSignedBy
from domain.transparency.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from domain.transparency.log_proofs import Submission
from domain.transparency.merkle import EMPTY_ROOT, is_consistent
from domain.transparency.notes import NoteError, NoteKey

Status: TypeAlias = Literal[400, 403, 404, 409, 422]
"""The status of HTTP of a refusal."""


class RefusedError(Exception):
    """A witness does not cosign a checkpoint. The message says why."""

    def __init__(self, status: Status, reason: str, size: int | None = None, forked: Checkpoint | None = None) -> None:
        """`size` is that of the last cosigned checkpoint, for status 409.

        `forked` is the submitted checkpoint if the log has signed it, and it contradicts the last cosigned one.
        """
        super().__init__(reason)
        self.status: Status = status
        self.size = size
        self.forked = forked


def judge(
    submission: Submission, keys: Iterable[NoteKey], before: Checkpoint | None, is_signed_by: IsSignedBy
) -> Checkpoint:
    """Return the checkpoint of a submission, which is to be cosigned; raises RefusedError.

    `keys` are the trusted keys of all logs, `before` is the last checkpoint of this log that the witness has cosigned;
    None: there is none.
    """
    checkpoint = signed_checkpoint(submission, keys, is_signed_by)
    size, root = (0, EMPTY_ROOT) if before is None else (before.size, before.root)
    if submission.old > checkpoint.size:
        message = f"the old size {submission.old} is larger than the size {checkpoint.size} of the checkpoint"
        raise RefusedError(400, message)
    if before is not None and checkpoint.size == size and checkpoint.root != root:
        message = f"another checkpoint of size {size} was cosigned, with another root"
        raise RefusedError(409, message, size, checkpoint)
    if submission.old != size:
        message = f"the last cosigned checkpoint has the size {size}, not {submission.old}"
        raise RefusedError(409, message, size)
    if not is_consistent(size, root, checkpoint.size, checkpoint.root, submission.hashes):
        message = f"the proof does not show that the checkpoint continues the tree of size {size}"
        raise RefusedError(422, message)
    return checkpoint


def signed_checkpoint(submission: Submission, keys: Iterable[NoteKey], is_signed_by: IsSignedBy) -> Checkpoint:
    """Return the checkpoint of a submission if one of the keys of its log has signed it; raises RefusedError."""
    try:
        origin = parse_checkpoint(submission.checkpoint.text).origin
    except NoteError as error:
        raise RefusedError(400, str(error)) from None
    of_log = [key for key in keys if key.name == origin]
    if not of_log:
        raise RefusedError(404, f"this witness does not follow the log {origin}")
    try:
        return open_checkpoint(submission.checkpoint, of_log, is_signed_by)
    except NoteError as error:
        raise RefusedError(403, str(error)) from None
