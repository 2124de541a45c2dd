"""Write the RULINGS.md of each title from its rulings: `python -m tests.rules.rulings_book`."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RELEASED
from projections.languages import ENGLISH
from projections.rulings import RulingWords, ruling_words

ROOT = Path(__file__).parents[2]
WIDTH = 100
INTRODUCTION = """\
The sources of the rules are silent on some points, ambiguous on others, and contradict each other.
A ruling decides such a point. [RULES.md](RULES.md) cites the rulings by their ids. Quotations are
verbatim and stay in the language of their source; `[…]` stands for words that are left out.

`uv run python -m tests.rules.rulings_book` writes this file from `rulings.toml`, which also has the
German and Italian texts. `GET /v1/rulesets/{name}/rulings` returns them all, and the rule book of
the service shows them beside the rules."""


def file_of(ruleset: Ruleset[Any]) -> Path:
    """Return the path of the RULINGS.md of a title."""
    return ROOT / "domain" / ruleset.name / "RULINGS.md"


def book_of(ruleset: Ruleset[Any]) -> str:
    """Return the content of the RULINGS.md of a title."""
    rulings = ruleset.rulings()
    head = [
        f"# {ruleset.title}: the rulings",
        INTRODUCTION.replace("{name}", ruleset.name),
        "\n".join(
            [
                "| key | source | language |",
                "|---|---|---|",
                *(f"| {key} | {source.title} | {source.language} |" for key, source in rulings.sources.items()),
            ]
        ),
    ]
    entries = (_entry(ruling_words(ruleset, each, ENGLISH)) for each in rulings.by_id.values())
    return "\n\n".join([*head, *(part for entry in entries for part in entry)]) + "\n"


def _entry(ruling: RulingWords) -> Iterator[str]:
    yield f"## {ruling.id}"
    yield _filled(f"**{ruling.question}**")
    for passage in ruling.passages:
        yield _filled(f"{passage.source} {passage.section}: “{passage.quote}”", "> ")
    yield _filled(f"Decision: {ruling.decision}")
    yield _filled(f"Reason: {ruling.reason}")
    if ruling.options:
        yield _filled(f"Options: {', '.join(f'`{option}`' for option in ruling.options)}.")
    if ruling.rules:
        yield _filled(f"Rules: {', '.join(ruling.rules)}.")


def _filled(text: str, indent: str = "") -> str:
    lines = wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)


def main() -> None:
    """Write all files."""
    for ruleset in RELEASED:
        file_of(ruleset).write_text(book_of(ruleset), encoding="utf-8")


if __name__ == "__main__":
    main()
