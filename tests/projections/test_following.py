"""What a followed game reports of open decisions: each one once to each player who has to answer it."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.ledger.records import Entry
from domain.rulesets import UnknownDataSet
from projections.changes import Change, PlayerChange
from projections.following import Followed, follow
from tests.games.bundles import TITLES
from tests.games.clocks.clocked import clocked
from tests.kit import batches

SEEDS = (0, 1, 6, 12, 16)
"""With 6, 12 and 16, seats change hands while their decision stays open."""


def asked(game: Game) -> dict[tuple[int, str], str]:
    """Return who has to answer each open decision, by seat and decision; bots are left out."""
    found: dict[tuple[int, str], str] = {}
    for seat in games.awaiting(game):
        occupant = game.occupants[seat]
        assert occupant is not None
        if not occupant.is_bot:
            found[seat, games.decision_id(game, seat)] = occupant.player
    return found


def expected(entries: Sequence[Entry]) -> list[tuple[int, int, str, str]]:
    """Return version, seat, decision and player of each new question, from folds of single batches."""
    game, before, found = None, dict[tuple[int, str], str](), list[tuple[int, int, str, str]]()
    for batch in batches(entries):
        game = fold(batch, game)
        assert game is not None
        now = asked(game)
        found += [
            (game.version, seat, decision, player)
            for (seat, decision), player in sorted(now.items())
            if before.get((seat, decision)) != player
        ]
        before = now
    return found


def reported(changes: Sequence[Change]) -> list[tuple[int, int, str, str]]:
    return [
        (change.version, change.seat, change.decision, change.player)
        for change in changes
        if isinstance(change, PlayerChange) and change.kind == "asked" and change.seat is not None and change.decision
    ]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_open_decision_is_reported_once_to_each_player_who_has_to_answer(title: str, seed: int) -> None:
    entries = clocked(title, seed).entries
    wanted = expected(entries)

    found: list[tuple[int, int, str, str]] = []
    after: Followed | None = None
    for batch in batches(entries):
        after = follow(after, batch, is_foreign=False)
        found += reported(after.changes)

    assert found == wanted
    assert reported(follow(None, entries, is_foreign=False).changes) == wanted


def test_the_sample_has_seats_that_change_hands_while_their_decision_stays_open() -> None:
    def has_repeated(title: str, seed: int) -> bool:
        decisions = [(seat, decision) for _, seat, decision, _ in expected(clocked(title, seed).entries)]
        return len(decisions) > len(set(decisions))

    assert any(has_repeated(title, seed) for title in TITLES for seed in SEEDS)


def test_a_log_without_its_data_set_is_followed_in_the_lobby_and_not_decoded() -> None:
    opened, *others = clocked("siberia", 0).entries
    data: dict[str, Any] = msgspec.json.decode(opened.record.data)
    other_digest = msgspec.Raw(canonical(data | {"data_digest": "0" * 64}))
    title_event = next(entry for entry in others if entry.record.type.startswith("siberia."))
    entries = [
        replace(opened, record=replace(opened.record, data=other_digest)),
        *others[: title_event.record.version - 2],
        replace(title_event, record=replace(title_event.record, data=msgspec.Raw(b"{"))),
    ]

    with pytest.raises(UnknownDataSet):
        fold(entries)
    after = follow(None, entries, is_foreign=False)

    assert "restore the old file" in after.unread
    assert (after.game.status, after.asked, after.version) == ("running", (), title_event.record.version)
