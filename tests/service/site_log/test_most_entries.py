"""An event of the log has a limited number of entries, whatever there is to say."""

import datetime
import json
from pathlib import Path

import pytest

from domain.ledger.integrity import DamagedLogError
from domain.transparency.site import MOST_ENTRIES, About, Logged
from service.core.keys.signing import KeyFile, KeyRing, Signer, new_key
from service.site_log.rows import append
from tests.service.site_log.kit import game_of, short, site

KEYS = MOST_ENTRIES + 20


def many_keys() -> Signer:
    """A signer whose file has very many former keys."""
    day = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    return Signer(KeyRing(KeyFile(tuple(new_key(number.to_bytes(32, "big"), day) for number in range(1, KEYS + 1)))))


def test_very_many_keys_are_in_several_events(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path}/games.db", many_keys()) as opened:
        first, second = short(1), short(2)
        opened.append(first)
        opened.keep()
        opened.append(second)
        opened.keep()
        entries = [json.loads(entry) for entry in opened.entries()]
        assert sum(entry["type"] == "key" for entry in entries) == KEYS
        assert opened.section(game_of(second)) is not None


def test_an_event_with_more_entries_is_refused(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.append(short(1))
        state = opened.keep()
        entries = tuple({"type": "other", "number": number} for number in range(MOST_ENTRIES + 1))
        about = tuple(About("other", str(number)) for number in range(MOST_ENTRIES + 1))
        event = Logged(entries, about, state.games, state.tournaments)
        with (
            pytest.raises(DamagedLogError, match="more than 256 entries"),
            opened.store.database.writing() as cursor,
        ):
            append(cursor, state, state.tip.at, event)
