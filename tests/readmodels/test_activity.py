"""The changes of games and of players do not depend on how the log is read."""

from pathlib import Path

from domain.game import decide
from domain.game.decide import NewGame
from domain.game.rulings.decide import Ruling, adjudicate, give_up_seat, replace_player
from domain.rulesets import RULESETS
from tests.readmodels.kit import SEED, Batch, Table, world

GAME = "0b6a6a0e-6f3c-4f0e-8d0e-0d1f4f7c2a11"
OWNER = "player:owner"
RULING = Ruling(OWNER, "absent")


def ruled_game() -> list[Batch]:
    """Return a game in which a seat is given up, goes to another player, and which is then adjudicated."""
    ruleset = RULESETS["siberia"]
    table = Table(GAME, None)
    opened = NewGame(ruleset, 2, ruleset.resolve_options(None, {}), ruleset.default_data_set, OWNER, "public")
    batches = [table.append(None, decide.open_game(opened, SEED))]
    for seat, player in enumerate(("player:ada", "player:bo")):
        batches.append(table.append(seat, decide.take_seat(table.state, seat, player, "ab" * 32, "player")))
    batches.append(table.append(None, decide.start(table.state)))
    batches.append(table.append(None, give_up_seat(table.state, 1, "random", RULING)))
    batches.append(table.append(None, replace_player(table.state, 1, "player:cy", RULING)))
    batches.append(table.append(None, adjudicate(table.state, [1, 2], RULING)))
    return batches


def notices(folder: Path, limit: int) -> list[tuple[str, str]]:
    """Return the notices of a log that is read in pages of this size."""
    with world(f"sqlite:///{folder}/games-{limit}.db") as opened:
        opened.append(ruled_game())
        opened.catch_up(limit)
        with opened.database.reading() as cursor:
            rows = cursor.all("SELECT player, kind FROM player_changes ORDER BY position, place")
            return [(row["player"], row["kind"]) for row in rows if row["kind"] != "asked"]


def test_a_replaced_player_is_not_notified_however_the_log_is_cut_into_pages(tmp_path: Path) -> None:
    whole, single = notices(tmp_path, 1_000), notices(tmp_path, 1)

    assert whole == single
    assert whole[-3:] == [("player:cy", "invited"), ("player:ada", "ended"), ("player:cy", "ended")]
