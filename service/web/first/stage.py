"""What the page of a game shows of a version: board, round, players, the sentence of the last event. All is public."""

import asyncio
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup

from domain.kernel.values import Value
from domain.rulesets import RULESETS
from projections.boards import board_of
from projections.boards.symbols import symbols_of
from projections.guides import StageWords
from projections.sentences.messages import COMMON, catalogue
from projections.sentences.words import Words, words_of
from service.news.feeds.texts import title_named
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.loaded import Loaded
from service.play.placing import placing_of
from service.play.texts import Texts
from service.web.first.board import first_board
from service.web.pages import page_language
from service.web.sharing.pieces.drawing import SHAPES
from service.web.summary import Summary, public_view, summary_of

_VERSION = re.compile(r"\d{1,9}", re.ASCII)
"""A version in the address of a page, as its module reads it (`versionOf` in `static/js/table/addresses.js`)."""

_MAIN = ("money", "income")
"""The fields of players that are shown, as in `static/js/table/facts.js`."""

_OF_CLOCKS = "clock.switched"
"""The type of the events that only say which clocks run. Their sentences are not shown."""


class Stage(Value, frozen=True):
    """What the page of a game shows at first."""

    game: Summary
    name: str | None
    title: str
    past: int | None
    """The version in the address; None: the last version."""
    last: int
    round: int
    phase: str
    phase_name: str
    """The phase as views name it."""
    goal: str
    """How the game is won; empty for a title without a guide."""
    course: tuple[StageWords, ...]
    board: Markup
    has_rack: bool
    """Whether the board has a row for the pieces next to it."""
    sentence: str
    facts: tuple[tuple[tuple[str, str], ...], ...]
    """What is shown of each player: names and values."""
    shapes: tuple[str, ...] = SHAPES


async def stage_of(request: PlayerRequest, accounts: Accounts, loaded: Loaded) -> Stage | None:
    """Return what the page shows at first; None if not every visitor may see the board, or only modules can draw it."""
    past, opened = past_of(request.query_params.get("at", ""), loaded), loaded.game.opened
    version, language = past or loaded.game.version, page_language(request)
    drawn = board_of(opened.ruleset)
    shown = public_view(loaded, version) if symbols_of(opened.ruleset) else None
    if shown is None:
        return None
    pieces, wanted = (await placing_of(loaded.game))(shown), (opened.ruleset, opened.data_set, opened.seats, language)
    # in a thread: the first board of a data set takes a noticeable time to draw
    board = await asyncio.to_thread(first_board, wanted, pieces)
    view: Mapping[str, Any] = msgspec.to_builtins(shown)
    words = _words(opened.ruleset, language)
    # a ruling may end a game in the middle of a round
    phase = "over" if past is None and loaded.game.is_over else view["phase_name"]
    return Stage(
        game=summary_of(loaded, accounts, version),
        name=opened.name or None,
        title=title_named(opened.ruleset, language),
        past=past,
        last=loaded.game.version,
        round=view["round"],
        phase=words.phases.get(phase, ""),
        phase_name=phase,
        goal=words.goal,
        course=words.course,
        board=board,
        has_rack=drawn is None or not drawn.is_whole,
        facts=tuple(_facts(player, words, language) for player in view["players"]),
        sentence=_sentence(loaded, version, Texts(language, accounts.name_of)),
    )


def past_of(text: str, loaded: Loaded) -> int | None:
    """Return the version of `at`, not before the start; None for the last version."""
    if not _VERSION.fullmatch(text) or int(text) >= loaded.game.version:
        return None
    return max(int(text), loaded.started_at or 1)


def _sentence(loaded: Loaded, version: int, texts: Texts) -> str:
    """Return the public sentence of the last event up to a version, without those of clocks."""
    while version > 1 and loaded.entries[version - 1].record.type == _OF_CLOCKS:
        version -= 1
    return texts.text(loaded, version, None)


def _facts(player: Mapping[str, Any], words: Words, language: str) -> tuple[tuple[str, str], ...]:
    number = catalogue(language, COMMON).number
    # an option may hide the money of a player
    known = [(field, player[field]) for field in _MAIN if player.get(field) is not None]
    return tuple((words.fields[field], number(amount)) for field, amount in known)


@cache
def _words(title: str, language: str) -> Words:
    return words_of(RULESETS[title], language)
