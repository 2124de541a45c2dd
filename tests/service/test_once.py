"""What a command computes once: the open questions of each position, and the identity of the database files."""

import os
import random
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from domain.game import decide
from domain.game.fold import append
from domain.rulesets import RULESETS
from service.core.store.store import Store
from service.due.bot_runner import awaits_bot
from service.play.api.commands.replies import decisions
from service.play.requests import Answer, check_answer
from tests.projections.bot_games import positions
from tests.store.kit import opened

COMMANDS = 40


@pytest.mark.parametrize("title", RULESETS)
def test_the_questions_of_each_position_are_computed_once_for_a_command(title: str) -> None:
    """From the check of the answer to the next decisions, as the service handles a command."""
    seen: list[Any] = []
    counts: Counter[tuple[str, int]] = Counter()

    def profile(frame: FrameType, event: str, _arg: Any) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or code.co_name != "questions" or f"domain/{title}/phases" not in code.co_filename:
            return
        # a phase that reads its own questions to know whether it is over asks nothing else
        if caller is not None and "/phases/" not in caller.f_code.co_filename:
            state = frame.f_locals[code.co_varnames[0]]
            # kept, so that no other one gets its id
            seen.append(state)
            counts[code.co_filename, id(state)] += 1

    rng = random.Random(title)
    game = next(positions(RULESETS[title], 7, 2 if title != "giganten" else 3, {}))
    for _ in range(COMMANDS):
        seat = min(game.questions)
        (asked,) = (each for each in decisions(game, seat) if each.seat == seat)
        command = rng.choice(asked.choices or ()).command
        sys.setprofile(profile)
        try:
            check_answer(game, seat, Answer(asked.id, command, is_by_bot=True))
            game, _ = append(game, game.tip, game.seed, "t", seat, decide.command(game, seat, command))
            awaits_bot(game)
            decisions(game, seat)
        finally:
            sys.setprofile(None)
        if game.is_over:
            break

    assert len(counts) >= COMMANDS
    assert {*counts.values()} == {1}


def test_the_identity_of_the_database_files_is_read_once_for_a_commit(tmp_path: Path) -> None:
    reads: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call" and arg is os.stat:
            path = frame.f_locals.get("self")
            reads[Path(str(path)).name] += 1

    # the thread that writes starts with the store
    threading.setprofile(profile)
    try:
        with Store(f"sqlite:///{tmp_path}/games.db") as store:
            store.append(opened()[1]).result()
            reads.clear()
            store.append(opened()[1]).result()
            found = dict(reads)
    finally:
        threading.setprofile(None)

    assert found == {"games.db": 1, "games.db-wal": 1}
