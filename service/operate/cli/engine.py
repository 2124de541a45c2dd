"""`ludolog analyse --engine`: mistakes and winning chances, computed offline."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Union

import msgspec
from msgspec import UNSET
from rich.progress import Progress

from domain.analysis.analyse import NotAnalysable
from domain.game.fold import fold_lobby
from domain.kernel.codec import as_json
from domain.kernel.values import Choice
from domain.ledger.records import Entry
from domain.rulesets import RULESETS
from projections.languages import ENGLISH
from projections.sentences.choices import Phrases
from projections.sentences.seating import NO_SEATS
from projections.sentences.texts import Wording
from service.analysis.chances import NoEngineError, has_engine
from service.analysis.examine import Answer
from service.analysis.levels import LEVELS
from service.analysis.questions import plan_of
from service.analysis.report import EngineAnalysis, document
from service.analysis.run import answered
from service.analysis.sources import digest
from service.operate.arena import Z
from service.operate.cli.common import err, fail, out, printed
from service.terminal.display.words import counted

SHORT = 100
"""The maximum number of characters of a value in a message."""


def check_options(level: str | None, *, json: bool, compare: Path | None) -> None:
    """Check the options of the engine before the bundle is verified. Without a level the engine does not run."""
    if level is None:
        if compare is not None:
            raise fail("--compare needs --engine LEVEL")
        return
    if level not in LEVELS:
        raise fail(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    if json and compare is not None:
        raise fail("--compare prints no document: leave out --json or --compare")


def run_engine(entries: Sequence[Entry], level: str, *, json: bool, compare: Path | None) -> None:
    """Analyse a game with the engine, and print the report, or whether it is that of a file."""
    expected = None if compare is None else _analysis_in(compare, level, entries)
    found = _computed(entries, level)
    if compare is not None and expected is not None:
        if found != expected.rstrip(b"\n"):
            raise fail(f"{compare} differs: {_difference(expected, found)}", 1)
        out.print(f"{compare} is equal, byte for byte", markup=False)
    elif json:
        sys.stdout.buffer.write(found + b"\n")
    else:
        _print(msgspec.json.decode(found, type=EngineAnalysis), _phrases(entries))


def _analysis_in(file: Path, level: str, entries: Sequence[Entry]) -> bytes:
    """Return the bytes of an analysis of a game. Fails before the engine runs if it cannot be equal."""
    try:
        content = file.read_bytes()
        found = msgspec.json.decode(content, type=EngineAnalysis)
    except OSError as error:
        raise fail(error) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise fail(f"{file} is no analysis of the engine: {error}", 1) from None
    game = fold_lobby(entries)
    assert game is not None
    title = game.opened.ruleset
    if found.game != game.id:
        raise fail(f"{file} is about the game {found.game}, and this is {game.id}", 1)
    if found.engine.level != level:
        raise fail(f"{file} has the level {found.engine.level}: compare it with --engine {found.engine.level}", 1)
    if has_engine(title) and found.engine.digest != digest(title):
        made = f"the engine with the digest {found.engine.digest} has made {file}"
        raise fail(f"{made}, and this one has {digest(title)}: compare it with the release that made it", 1)
    return content


def _computed(entries: Sequence[Entry], level: str) -> bytes:
    try:
        plan = plan_of(entries, level)
    except (NotAnalysable, NoEngineError) as refused:
        raise fail(refused, 1) from None
    answers: list[Answer] = []
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(f"engine, {level}", total=len(plan.items))
        for some in answered(plan):
            answers += some
            progress.update(task, completed=len(answers))
    return document(plan, answers)


def _difference(expected: bytes, found: bytes) -> str:
    """Return the first field in which two documents differ, with both values if they are short."""
    theirs, mine = (msgspec.json.decode(content, type=dict[str, Any]) for content in (expected, found))
    for name in mine | theirs:
        both = [each.get(name, UNSET) for each in (theirs, mine)]
        if both[0] != both[1]:
            texts = ["absent" if value is UNSET else as_json(value) for value in both]
            short = max(map(len, texts)) <= SHORT
            return (
                f"`{name}` is {texts[0]}, computed {texts[1]}" if short else f"`{name}` differs from what was computed"
            )
    return "the fields are equal, but the bytes are not: is the file indented?"


def _phrases(entries: Sequence[Entry]) -> Phrases:
    """Return the choices of a game in English, without the names of its players."""
    game = fold_lobby(entries)
    assert game is not None
    return Phrases(NO_SEATS, Wording(ENGLISH, game.opened.ruleset, game.opened.data_set, lambda _player: None))


def _print(found: EngineAnalysis, phrases: Phrases) -> None:
    engine = found.engine
    out.print(f"game {found.game}, {found.ruleset}, {counted(found.version, 'event')}", markup=False)
    out.print(f"{engine.name}, level {engine.level}, digest {engine.digest}", markup=False)
    budget = ", ".join(f"{name} {amount:,}" for name, amount in msgspec.structs.asdict(engine.budget).items())
    out.print(f"budget: {budget}", markup=False)
    out.print(f"seeds: {engine.seeds}", markup=False)
    last = len(found.chances) - 1
    shown = [found.chances[place] for place in sorted({round(step * last / 10) for step in range(11)})]
    seats = [f"seat {seat}" for seat in range(found.seats)]
    rows = [(str(each.version), *(f"{chance / 10:.1f}%" for chance in each.chances)) for each in shown]
    out.print()
    out.print(printed("Winning chance, given the whole table", ("version", *seats), rows), markup=False)
    lines = [
        (
            *(each.kind, each.phase, str(each.version), str(each.seat)),
            *(f"{each.chance / 10:.1f}%", f"{each.best / 10:.1f}%", f"± {Z * each.error / 10:.1f}%"),
        )
        for each in found.mistakes
    ]
    columns = ("kind", "phase", "version", "seat", "chance", "best", "95% interval of best - chance")
    out.print()
    out.print(printed("Mistakes, given what the seat could know", columns, lines, 2), markup=False)
    commands: Any = Union[RULESETS[found.ruleset].commands]  # noqa: UP007 - a union of a tuple of types
    for each in found.mistakes:
        both = [Choice(msgspec.convert(command, commands)) for command in (each.chosen, each.better)]
        chosen, better = phrases.choices(both)
        out.print(f"version {each.version}, seat {each.seat}: {chosen}; better: {better}", markup=False)
    out.print(f"{counted(len(found.decisions), 'decision')}, {counted(len(found.mistakes), 'mistake')}", markup=False)
