"""Of several processes, one submits a checkpoint to a witness."""

from domain.transparency.notes import COSIGNATURE, NoteKey, NoteSignature
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.witnesses.rows import TABLES, Submitted, claim, cosignatures, note_submitted, submitted_to

FIRST, SECOND = (NoteKey(name, bytes(32), COSIGNATURE) for name in ("w1.example", "w2.example"))
LINE = NoteSignature(FIRST.name, FIRST.key_id, bytes(72)).line.rstrip("\n")


def test_one_process_submits_until_its_time_is_over(database: str) -> None:
    with Store(database) as store:
        migrate(store.database, "witnesses", TABLES)
        with store.database.writing() as cursor:
            assert claim(cursor, FIRST, 100, 130, 5) == Submitted()
            assert claim(cursor, FIRST, 129, 160, 5) is None
            # the other witness has its own
            assert claim(cursor, SECOND, 129, 160, 5) == Submitted()
            # a process that has ended leaves its claim
            assert claim(cursor, FIRST, 130, 160, 5) == Submitted()
            note_submitted(cursor, FIRST, Submitted(5, LINE, 5), 0)
        with store.database.writing() as cursor:
            assert claim(cursor, FIRST, 140, 170, 5) is None
            assert claim(cursor, FIRST, 140, 170, None) == Submitted(5, LINE, 5)
            assert claim(cursor, FIRST, 170, 200, 6) == Submitted(5, LINE, 5)
            note_submitted(cursor, FIRST, Submitted(5, LINE, 5, "it is down", is_contradicted=True), 215)
        with store.database.writing() as cursor:
            assert claim(cursor, FIRST, 214, 244, 6) is None
            assert submitted_to(cursor, FIRST) == Submitted(5, LINE, 5, "it is down", is_contradicted=True)
            assert [each.name for each in cosignatures(cursor, (SECOND, FIRST), 5)] == [FIRST.name]
            assert cosignatures(cursor, (SECOND,), 5) == ()
            assert cosignatures(cursor, (FIRST,), 6) == ()
