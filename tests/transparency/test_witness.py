"""What a witness cosigns, and what it refuses with which status (C2SP tlog-witness)."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.transparency.checkpoints import Checkpoint
from domain.transparency.log_proofs import Submission
from domain.transparency.merkle import EMPTY_ROOT, consistency_proof, nodes_of, root_of
from domain.transparency.notes import Note, NoteKey, NoteSignature, signed
from domain.transparency.witness import RefusedError, judge
from service.core.keys.signing import is_signed_by
from tests.transparency.trees import leaves

ORIGIN = "games.example/log"
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = NoteKey(ORIGIN, PRIVATE.public_key().public_bytes_raw())
NODES = nodes_of(leaves(40))
OTHERS = nodes_of([leaves(1)[0], *reversed(leaves(40))])


def checkpoint(size: int, root: bytes | None = None) -> Checkpoint:
    return Checkpoint(ORIGIN, size, root_of(NODES, size) if root is None else root)


def submitted(old: int, later: Checkpoint, hashes: tuple[bytes, ...] | None = None) -> Submission:
    proof = consistency_proof(NODES, old, later.size) if hashes is None else hashes
    return Submission(old, proof, signed(later.text, KEY, PRIVATE.sign))


def refused(submission: Submission, before: Checkpoint | None, key: NoteKey = KEY) -> RefusedError:
    with pytest.raises(RefusedError) as found:
        judge(submission, [key], before, is_signed_by)
    return found.value


@pytest.mark.parametrize(("old", "new"), [(0, 0), (0, 1), (1, 2), (3, 7), (8, 16), (16, 16), (7, 40), (32, 33)])
def test_a_checkpoint_that_continues_the_last_one_is_cosigned(old: int, new: int) -> None:
    before = checkpoint(old) if old else None
    assert judge(submitted(old, checkpoint(new)), [KEY], before, is_signed_by) == checkpoint(new)


def test_signatures_of_unknown_keys_are_ignored() -> None:
    submission = submitted(0, checkpoint(3))
    stranger = NoteSignature(ORIGIN, bytes(4), bytes(64))
    note = Note(submission.checkpoint.text, (stranger, *submission.checkpoint.signatures))
    assert judge(Submission(0, (), note), [KEY], None, is_signed_by).size == 3


def test_an_unknown_log_and_a_signature_that_is_none_are_told_apart() -> None:
    submission = submitted(0, checkpoint(3))
    assert refused(submission, None, NoteKey("other.example/log", KEY.public_key)).status == 404
    assert refused(submission, None, NoteKey(ORIGIN, bytes(32))).status == 403
    [line] = submission.checkpoint.signatures
    broken = Note(submission.checkpoint.text, (NoteSignature(line.name, line.key_id, bytes(64)),))
    assert refused(Submission(0, (), broken), None).status == 403


def test_another_old_size_is_answered_with_the_right_one() -> None:
    found = refused(submitted(3, checkpoint(9)), checkpoint(5))
    assert (found.status, found.size, found.forked) == (409, 5, None)
    assert refused(submitted(3, checkpoint(9)), None).size == 0
    # a checkpoint that is older than the last one
    assert refused(submitted(3, checkpoint(4)), checkpoint(5)).status == 409
    assert refused(submitted(9, checkpoint(4), ()), checkpoint(9)).status == 400


@pytest.mark.parametrize("old", [0, 5])
def test_a_second_root_of_one_size_is_a_fork_whatever_the_old_size_is(old: int) -> None:
    other = checkpoint(5, root_of(OTHERS, 5))
    found = refused(submitted(old, other, ()), checkpoint(5))
    assert (found.status, found.size, found.forked) == (409, 5, other)


def test_a_proof_that_is_none_is_refused_and_no_evidence() -> None:
    later = checkpoint(9, root_of(OTHERS, 9))
    for submission in (
        submitted(5, later),
        submitted(5, later, consistency_proof(OTHERS, 5, 9)),
        submitted(5, checkpoint(9), ()),
        submitted(5, checkpoint(5), (EMPTY_ROOT,)),
    ):
        found = refused(submission, checkpoint(5))
        assert (found.status, found.forked) == (422, None)
    assert refused(submitted(0, checkpoint(3), (EMPTY_ROOT,)), None).status == 422
    assert refused(submitted(0, checkpoint(0, bytes(32))), None).status == 422
