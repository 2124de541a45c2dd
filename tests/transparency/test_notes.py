"""Notes, checkpoints, cosignatures and proofs as text: the examples of C2SP, and what is refused."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.transparency.checkpoints import (
    Checkpoint,
    cosignature,
    cosigned_by,
    number_from,
    open_checkpoint,
    parse_checkpoint,
)
from domain.transparency.log_proofs import LogProof, Submission, parse_proof, parse_submission
from domain.transparency.merkle import EMPTY_ROOT
from domain.transparency.notes import (
    COSIGNATURE,
    Note,
    NoteError,
    NoteKey,
    check_signed,
    key_from,
    parse_note,
    signed,
)
from service.core.keys.signing import is_signed_by

# the example of signed-note
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZ"
    "XsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)

# the example of tlog-cosignature
COSIGNED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xe"
    "McTOAYQ8=\n"
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+m"
    "bIUBkBIfZ+qnA==\n"
)

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = NoteKey("example.org/log", PRIVATE.public_key().public_bytes_raw())
WITNESS = NoteKey("witness.example/w1", KEY.public_key, COSIGNATURE)
CHECKPOINT = Checkpoint("example.org/log", 3, EMPTY_ROOT)


def test_the_example_of_signed_note_is_verified() -> None:
    key = key_from(VKEY)
    assert key.vkey == VKEY
    note = parse_note(NOTE)
    assert str(note) == NOTE
    assert check_signed(note, [key], is_signed_by) == (key,)
    with pytest.raises(NoteError, match="not valid"):
        check_signed(Note(note.text.replace("example", "exemple"), note.signatures), [key], is_signed_by)


def test_the_example_of_a_cosigned_checkpoint_is_read() -> None:
    note = parse_note(COSIGNED)
    assert str(note) == COSIGNED
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20_852_163)
    assert checkpoint.text == note.text
    assert [line.name for line in note.signatures] == ["example.com/behind-the-sofa", "witness.example.com/w1"]
    assert int.from_bytes(note.signatures[1].signature[:8], "big") == 1_679_315_147


def test_a_checkpoint_is_signed_and_cosigned() -> None:
    note = signed(CHECKPOINT.text, KEY, PRIVATE.sign)
    line = cosignature(note.text, WITNESS, 1_700_000_000, PRIVATE.sign)
    both = parse_note(str(note) + line.line)
    assert open_checkpoint(str(both), [KEY], is_signed_by) == CHECKPOINT
    [cosigned] = cosigned_by(both, [WITNESS], is_signed_by)
    assert (cosigned.key, cosigned.at) == (WITNESS, 1_700_000_000)
    # the key of a witness signs no note by itself, and the key of a log cosigns none
    with pytest.raises(NoteError, match="no trusted key"):
        open_checkpoint(both, [WITNESS], is_signed_by)
    assert cosigned_by(both, [KEY], is_signed_by) == ()


def test_a_cosignature_of_another_time_or_checkpoint_is_refused() -> None:
    line = cosignature(CHECKPOINT.text, WITNESS, 5, PRIVATE.sign)
    later = Note(CHECKPOINT.text, (type(line)(line.name, line.key_id, (6).to_bytes(8, "big") + line.signature[8:]),))
    other = Note(Checkpoint("example.org/log", 4, EMPTY_ROOT).text, (line,))
    for note in (later, other):
        with pytest.raises(NoteError, match=r"cosignature of witness\.example/w1 is not valid"):
            cosigned_by(note, [WITNESS], is_signed_by)


def test_a_checkpoint_signed_in_the_name_of_another_log_is_refused() -> None:
    note = signed(Checkpoint("example.net/log", 3, EMPTY_ROOT).text, KEY, PRIVATE.sign)
    with pytest.raises(NoteError, match=r"of the log example\.net/log"):
        open_checkpoint(note, [KEY], is_signed_by)


def test_keys_unknown_are_ignored() -> None:
    stranger = NoteKey("example.org/log", bytes(32))
    note = signed(CHECKPOINT.text, KEY, PRIVATE.sign)
    both = Note(note.text, (*signed(note.text, stranger, PRIVATE.sign).signatures, *note.signatures))
    assert open_checkpoint(both, [KEY], is_signed_by) == CHECKPOINT
    with pytest.raises(NoteError, match="no trusted key"):
        open_checkpoint(note, [stranger], is_signed_by)


@pytest.mark.parametrize(
    "note",
    [
        NOTE[:-1],
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("—", "-"),
        NOTE.replace("Uw2Q", "Uw2"),
        NOTE.replace("aQM=", "aQN="),
        NOTE.replace("example.com/foo", "example.com+foo"),
        NOTE.replace("message", "mess\tage"),
        NOTE.replace("message", "mess\ud800age"),
        "text\n\n",
        "",
        "text\n\n— a " + "A" * 8 + "\n" + "x" * 70_000,
        "text\n\n" + NOTE[NOTE.index("—") :] * 65,
        "text\n\n— a AAAA\n",
    ],
)
def test_malformed_notes_are_refused(note: str) -> None:
    with pytest.raises(NoteError):
        parse_note(note)


@pytest.mark.parametrize(
    "vkey",
    ["", "a", VKEY[:-1], VKEY.replace("530d", "530e"), VKEY.replace("foo", "fo o"), VKEY.replace("+Ae", "+Be")],
)
def test_malformed_keys_are_refused(vkey: str) -> None:
    with pytest.raises(NoteError):
        key_from(vkey)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "log\n3\n",
        CHECKPOINT.text[:-1],
        CHECKPOINT.text + "\n",
        CHECKPOINT.text.replace("\n3\n", "\n03\n"),
        CHECKPOINT.text.replace("\n3\n", "\n-3\n"),
        CHECKPOINT.text.replace("\n3\n", f"\n{2**63}\n"),
        CHECKPOINT.text.replace("\n3\n", "\n٣\n"),
        CHECKPOINT.text.replace("=", ""),
        "log\n3\nAAAA\n",
    ],
)
def test_malformed_checkpoints_are_refused(text: str) -> None:
    with pytest.raises(NoteError):
        parse_checkpoint(text)


def test_a_checkpoint_keeps_its_extensions() -> None:
    text = CHECKPOINT.text + "more\n"
    assert parse_checkpoint(text).extensions == ("more",)
    assert parse_checkpoint(text).text == text
    assert number_from("0") == 0


def test_proofs_and_submissions_return_from_their_text() -> None:
    note = signed(CHECKPOINT.text, KEY, PRIVATE.sign)
    for proof in (LogProof(2, (EMPTY_ROOT, bytes(32)), note), LogProof(0, (), note, b"more")):
        assert parse_proof(str(proof)) == proof
    assert str(LogProof(2, (), note)).startswith("c2sp.org/tlog-proof@v1\nindex 2\n\nexample.org/log\n3\n")
    submission = Submission(1, (EMPTY_ROOT,), note)
    assert parse_submission(str(submission)) == submission
    assert str(Submission(0, (), note)).startswith("old 0\n\nexample.org/log\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@v1", "@v2"), ("index 2", "index 02"), ("index 2", "indices 2"), ("\n\n", "\n"), ("47DEQ", "47DE"),
        ("index 2\n", "index 2\n" + "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n" * 63),
    ],
)  # fmt: skip
def test_malformed_proofs_are_refused(old: str, new: str) -> None:
    text = str(LogProof(2, (EMPTY_ROOT,), signed(CHECKPOINT.text, KEY, PRIVATE.sign)))
    assert old in text
    with pytest.raises(NoteError):
        parse_proof(text.replace(old, new, 1))
