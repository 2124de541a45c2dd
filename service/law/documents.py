"""The Markdown files of the operator: read at the start, rendered without HTML of their own."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from markdown_it import MarkdownIt

from domain.kernel.values import Value
from service.core.store.errors import SettingsError

Name: TypeAlias = Literal["imprint", "privacy", "terms"]

NAMES: tuple[Name, ...] = get_args(Name)

MAX_BYTES = 1_000_000
"""The maximum size of a file."""

_LANGUAGE = re.compile(r"[a-z]{2,3}")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
"""Links lead only to addresses that browsers do not execute; HTML is shown as text."""


class Document(Value, frozen=True):
    """A document in all its languages."""

    name: Name
    version: str
    """The beginning of the SHA-256 of all its texts."""
    texts: Mapping[str, str]
    """Its Markdown, by language; that of the file without a language by the empty text."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its texts; one that is not named is left out."""
        return tuple(sorted(filter(None, self.texts)))

    def language_for(self, language: str) -> str:
        """Return the key of the text for readers of a language."""
        for wanted in (language, "", "en"):
            if wanted in self.texts:
                return wanted
        return min(self.texts)


def documents_in(folder: str | None) -> dict[Name, Document]:
    """Return the documents of a folder by name. Raises SettingsError."""
    if folder is None:
        return {}
    place = Path(folder)
    if not place.is_dir():
        message = f"LUDOLOG_LAW_FOLDER is {folder!r}: it has to be a folder with imprint.md, privacy.md or terms.md"
        raise SettingsError(message)
    found: dict[Name, dict[str, str]] = {name: dict(_texts(place, name)) for name in NAMES}
    documents: dict[Name, Document] = {
        name: Document(name, version_of(texts), texts) for name, texts in found.items() if texts
    }
    if not documents:
        message = (
            f"LUDOLOG_LAW_FOLDER is {folder!r}, which has no imprint.md, privacy.md or terms.md: write one of them"
        )
        raise SettingsError(message)
    return documents


def _texts(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.glob(f"{name}*.md")):
        language = file.name.removeprefix(name).removesuffix(".md").removeprefix(".")
        if language and not _LANGUAGE.fullmatch(language):
            message = f"{file}: a file has the name {name}.md, or with a language such as {name}.de.md"
            raise SettingsError(message)
        try:
            content = file.read_bytes()
            text = content.decode()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            message = f"{file} cannot be read ({reason}): LUDOLOG_LAW_FOLDER names its folder"
            raise SettingsError(message) from None
        if len(content) > MAX_BYTES or not text.strip():
            message = f"{file} is empty, or larger than {MAX_BYTES} bytes"
            raise SettingsError(message)
        yield language, text


def version_of(texts: Mapping[str, str]) -> str:
    """Return the version of texts by language: a change of any of them is a new version."""
    digest = hashlib.sha256()
    for language, text in sorted(texts.items()):
        for part in (language, text):
            digest.update(f"{len(part.encode())} ".encode() + part.encode())
    return digest.hexdigest()[:16]


def rendered(text: str) -> str:
    """Return Markdown as HTML."""
    return _MARKDOWN.render(text)


def has_heading(text: str) -> bool:
    """Return whether a text begins with a heading of its own."""
    tokens = _MARKDOWN.parse(text)
    return bool(tokens) and tokens[0].tag == "h1"
