"""Why a game is over, and what decided between equal scores: in results, in words, and as the rule book has it."""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS
from projections.languages import LANGUAGES
from projections.sentences.words import words_of
from tests.replies import ok
from tests.service.imported import serving_golden
from tests.service.kit import open_game, played_by_bots
from tests.service.server import Server
from tests.service.test_reading_many import duel

GAMES = {
    "giganten-1-standard-3-random-0.3.0": "giganten",
    "minos-1-advanced-2-careful": "minos",
    "siberia-1-busy-2": "siberia",
}


def test_results_say_which_rule_has_ended_the_game(tmp_path: Path) -> None:
    with serving_golden(tmp_path, GAMES) as imported:
        client = imported.server.client()
        for name, title in GAMES.items():
            game = imported.games[name]
            found = ok(client.get(f"/v1/games/{game}/result")).json()
            if title == "giganten":
                wanted = "black_train"
            else:
                events = ok(client.get(f"/v1/games/{game}/events?after={found['version'] - 9}")).json()["items"]
                (wanted,) = [
                    each["record"]["data"]["reason"]
                    for each in events
                    if each["record"]["type"] == f"{title}.play_ended"
                ]
            assert found["reason"]["reason"] == wanted
            rule = ok(client.get(f"/v1/rulesets/{title}/rules/{found['reason']['rule']}"))
            assert rule.json()["number"] == found["reason"]["rule"]


def test_a_game_that_the_rules_have_not_ended_has_no_reason(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    found = ok(ada.get(f"/v1/games/{duel(ada, bo, loser=bo)}/result")).json()
    assert (found["ending"], found["reason"], found["tie_break"]) == ("others_left", None, None)


def test_a_tie_break_is_named_where_equal_scores_have_different_ranks(server: Server) -> None:
    player = server.player("Opener")
    game = open_game(player, seats=2, ruleset="minos", bots={"0": "random", "1": "random"})
    played_by_bots(player, game)
    found = ok(player.get(f"/v1/games/{game}/result")).json()
    first, second = found["places"]
    is_tie = first["score"] == second["score"] and first["rank"] != second["rank"]
    decides = found["reason"]["reason"] == "last_standing"
    assert (found["tie_break"] is not None) == (is_tie and not decides)


@pytest.mark.parametrize("title", RULESETS)
def test_each_reason_has_its_rule_and_a_sentence_in_each_language(title: str) -> None:
    ruleset: Ruleset[Any] = RULESETS[title]
    assert ruleset.tie_break is not None
    infos = (*ruleset.ends, ruleset.tie_break)
    assert {each.rule for each in infos} <= set(ruleset.rules)
    words = [words_of(ruleset, language).ends for language in LANGUAGES]
    for each in infos:
        assert len({found[each.reason] for found in words}) == len(LANGUAGES)
