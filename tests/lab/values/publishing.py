"""Publishes the data set: `counts.jsonl`, `values.json`, `VALUES.md`, and the seat values of tournaments."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from domain.kernel.values import Value
from service.bots.values import POLICY, PUBLISHED, TitleValues, Values
from tests.lab.json_lines import read
from tests.lab.values import seating
from tests.lab.values.counts import Counts, added, counts_of
from tests.lab.values.estimates import values_of
from tests.lab.values.games import Line, titles
from tests.lab.values.pages import page_of
from tests.lab.values.strength import strength_of


class Target(Value, frozen=True):
    """The files that are written: sums and tables in a folder, the data set, and the table for tournaments."""

    folder: Path = Path(__file__).parent
    values: Path = PUBLISHED
    seats: Path = seating.TABLE

    @property
    def counts(self) -> Path:
        """The file of the sums, a line for each title."""
        return self.folder / "counts.jsonl"


def publish(folder: Path, target: Target, *, replace: bool = False) -> None:
    """Publish the games of a folder.

    Games with the numbers from 0 on replace the published ones of their title, unless those are more of the same. Fewer
    games of other rules or another policy need `replace`. Games that follow the published ones are added to them.
    Raises ValueError if the games do not fit together, or fewer ones would replace the published ones.
    """
    before = {counts.title: counts for counts in read(target.counts, Counts)}
    counts = {title: found for title in titles() if (found := _merged(folder, title, before.get(title), replace))}
    file = target.values
    former = msgspec.json.decode(file.read_bytes(), type=Values) if file.exists() else Values("", POLICY, {})
    values = {title: _valued(folder, found, former.titles.get(title)) for title, found in counts.items()}
    target.counts.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in counts.values()))
    published = Values(command_of(values), POLICY, values)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(published), indent=1) + b"\n")
    (target.folder / "VALUES.md").write_text(page_of(values), encoding="utf-8")
    target.seats.write_text(seating.table_of(counts), encoding="utf-8")


def command_of(values: Mapping[str, TitleValues]) -> str:
    """Return the command that plays the games of all titles in a new folder, and publishes them."""
    program = "python -m tests.lab.values"
    parts: list[str] = []
    for title, found in values.items():
        parts.append(f"{program} play FOLDER --title {title} --games {found.games}")
        if games := max((each.games for each in found.strength), default=0):
            parts.append(f"{program} strength FOLDER --title {title} --games {games}")
    return " && ".join([*parts, f"{program} publish FOLDER"])


def _merged(folder: Path, title: str, before: Counts | None, replace: bool) -> Counts | None:
    """Return the counts of a title that are published from now on; None if it has no games."""
    lines = read(folder / f"{title}.jsonl", Line)
    if not lines:
        return before
    found = counts_of(title, lines)
    if found.first:
        return added(before or msgspec.structs.replace(found, first=0, games=0, sizes={}), found)
    if before is None or before.games <= found.games:
        return found
    if before.is_like(found):
        return before
    if not replace:
        numbers = f"the published games ({before.games:,}) are more than the new ones ({found.games:,})"
        differ = "the new ones have other rules, another data set or another policy"
        message = f"{title}: {numbers}, and {differ}: play more games, or use --replace"
        raise ValueError(message)
    return found


def _valued(folder: Path, counts: Counts, former: TitleValues | None) -> TitleValues:
    """Return the values of a title. Without games that measure the strength of the policy, the published ones stay."""
    strength = list(strength_of(folder, counts.title))
    is_same = former is not None and former.digest == counts.digest
    return values_of(counts, strength or (former.strength if former is not None and is_same else ()))
