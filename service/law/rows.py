"""The SQL of versions of documents, and of who has accepted the terms."""

from collections.abc import Iterable

from service.core.personal import Own, Personal, Without
from service.core.store.database import Cursor
from service.law.documents import Document

TABLES = (
    """CREATE TABLE law_versions (
        document TEXT NOT NULL, version TEXT NOT NULL, since TEXT NOT NULL, PRIMARY KEY (document, version))""",
    """CREATE TABLE law_texts (
        document TEXT NOT NULL, version TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (document, version, language))""",
    """CREATE TABLE accepted_terms (
        player TEXT NOT NULL, version TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (player, version))""",
)

PERSONAL: tuple[Personal, ...] = (
    Own(
        "accepted_terms",
        "accepted_terms",
        "the versions of the terms that you have accepted; /law/terms?version=… shows each",
        ("version", "at"),
        order=("version",),
        left_out={"player": "it is you"},
    ),
    Without("law_versions", "the versions of the pages of the operator"),
    Without("law_texts", "the texts of the pages of the operator"),
)


def note_version(cursor: Cursor, document: Document, now: str) -> str:
    """Store a version with its texts unless it is known, and return since when it is."""
    cursor.execute(
        "INSERT INTO law_versions (document, version, since) VALUES (?,?,?) ON CONFLICT (document, version) DO NOTHING",
        (document.name, document.version, now),
    )
    for language, text in document.texts.items():
        cursor.execute(
            "INSERT INTO law_texts (document, version, language, text) VALUES (?,?,?,?)"
            " ON CONFLICT (document, version, language) DO NOTHING",
            (document.name, document.version, language, text),
        )
    row = cursor.one("SELECT since FROM law_versions WHERE document=? AND version=?", (document.name, document.version))
    assert row is not None
    return row["since"]


def texts_of(cursor: Cursor, document: str, version: str) -> tuple[str, dict[str, str]] | None:
    """Return since when a version was in force, and its texts by language; None: there is no such version."""
    row = cursor.one("SELECT since FROM law_versions WHERE document=? AND version=?", (document, version))
    if row is None:
        return None
    texts = cursor.all("SELECT language, text FROM law_texts WHERE document=? AND version=?", (document, version))
    return row["since"], {each["language"]: each["text"] for each in texts}


def versions_of(cursor: Cursor, document: str) -> list[tuple[str, str]]:
    """Return the versions of a document and since when each was in force, the newest first."""
    rows = cursor.all("SELECT version, since FROM law_versions WHERE document=? ORDER BY since DESC", (document,))
    return [(row["version"], row["since"]) for row in rows]


def accept(cursor: Cursor, player: str, version: str, now: str) -> None:
    """Store that a player accepts a version of the terms."""
    cursor.execute(
        "INSERT INTO accepted_terms (player, version, at) VALUES (?,?,?) ON CONFLICT (player, version) DO NOTHING",
        (player, version, now),
    )


def who_accepted(cursor: Cursor, version: str, players: Iterable[str] | None) -> set[str]:
    """Return which of these players have accepted a version of the terms; None: all who have."""
    if players is None:
        rows = cursor.all("SELECT player FROM accepted_terms WHERE version=?", (version,))
        return {row["player"] for row in rows}
    found = cursor.among("SELECT player, version FROM accepted_terms WHERE player IN", players)
    return {row["player"] for row in found if row["version"] == version}


def forget_acceptances(cursor: Cursor, player: str, _: str) -> None:
    """Delete what a player has accepted."""
    cursor.execute("DELETE FROM accepted_terms WHERE player=?", (player,))
